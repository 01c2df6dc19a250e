//! Ranks that work on one unit together, and how they agree.
//!
//! Nobody counts for the others. The end of a pass is known by a last, empty message from each of the
//! others, behind all that it sent. What all must know (the deepest remoteness, whether somebody failed)
//! goes round in as many steps as the number of ranks has bits: in step `i` each tells the one `2^i`
//! places on what it knows, and hears from the one `2^i` places before. That suffices since the largest
//! of several values stays the same however often one of them is heard of (Hensgen, Finkel and Manber
//! 1988 describe the pattern, for barriers).

use hindsight_solve::{Control, SolveError};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ranks::{Channel, Idle, Ranks};

/// Some ranks in a certain order. A rank's number among them is its place.
pub struct Group<'a> {
    ranks: &'a dyn Ranks,
    members: Vec<usize>,
    place: usize,
    name: String,
}

impl std::fmt::Debug for Group<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Group").field("members", &self.members).field("place", &self.place).finish()
    }
}

/// What is said where a rank was asked to stop.
const STOPPED: &str = "\0stopped";

impl<'a> Group<'a> {
    /// Some ranks, of which this one is one.
    ///
    /// # Panics
    /// When it is not.
    pub fn new(ranks: &'a dyn Ranks, members: Vec<usize>) -> Group<'a> {
        let own = ranks.rank();
        let place = members.iter().position(|&rank| rank == own).expect("this rank is a member");
        Group { ranks, members, place, name: rank_name(own) }
    }

    /// All ranks.
    pub fn all(ranks: &'a dyn Ranks) -> Group<'a> {
        Group::new(ranks, (0..ranks.count()).collect())
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is nobody else.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The place of this rank.
    pub fn place(&self) -> usize {
        self.place
    }

    /// The places of the others.
    pub fn others(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.place;
        (0..self.members.len()).filter(move |&place| place != own)
    }

    pub(crate) fn ranks(&self) -> &'a dyn Ranks {
        self.ranks
    }

    pub(crate) fn send(&self, place: usize, channel: Channel, message: Vec<u8>) {
        self.ranks.send(self.members[place], channel, message);
    }

    /// A message from a member; its place.
    pub(crate) fn receive(&self, channel: Channel) -> Option<(usize, Vec<u8>)> {
        let (rank, message) = self.ranks.receive(None, channel)?;
        let place = self.members.iter().position(|&member| member == rank)?;
        Some((place, message))
    }

    /// Waits for all, and tells each the largest of all values. Where somebody failed or was asked to
    /// stop, all get that failure: that of the lowest rank, if there are several.
    pub fn agree(
        &self,
        own: Result<(), SolveError>,
        control: &Control,
        values: &mut [u64],
    ) -> Result<(), SolveError> {
        let failed = |failure: &SolveError| match failure {
            SolveError::Stopped => (self.name.clone(), STOPPED.to_owned()),
            SolveError::Elsewhere { rank, what } => (rank.clone(), what.clone()),
            failure => (self.name.clone(), failure.to_string()),
        };
        let stopped = control.check();
        let own = own.and(stopped);
        let mut failure = own.as_ref().err().map(failed).map(|it| (self.members[self.place], it));
        let mut step = 1;
        while step < self.members.len() {
            let count = self.members.len();
            let message = serde_json::to_vec(&(&*values, &failure)).unwrap_or_default();
            self.send((self.place + step) % count, Channel::Agreement, message);
            let from = self.members[(self.place + count - step) % count];
            let mut idle = Idle::default();
            let heard = loop {
                match self.ranks.receive(Some(from), Channel::Agreement) {
                    Some((_, message)) => break message,
                    None => idle.rest(),
                }
            };
            type Heard = (Vec<u64>, Option<(usize, (String, String))>);
            // What another rank of the same program wrote can be read.
            let (theirs, their_failure): Heard = serde_json::from_slice(&heard).unwrap_or_default();
            values.iter_mut().zip(theirs).for_each(|(value, other)| *value = other.max(*value));
            failure = match (failure, their_failure) {
                (Some(one), Some(other)) => Some(if one.0 <= other.0 { one } else { other }),
                (one, other) => one.or(other),
            };
            step *= 2;
        }
        match failure {
            None => Ok(()),
            Some((_, (_, what))) if what == STOPPED => Err(SolveError::Stopped),
            Some((rank, (rank_name, what))) if rank != self.members[self.place] => {
                Err(SolveError::Elsewhere { rank: rank_name, what })
            }
            Some((_, (rank, what))) => match own {
                Err(failure) if failed(&failure).1 == what => Err(failure),
                _ => Err(SolveError::Elsewhere { rank, what }),
            },
        }
    }

    /// What each member has to say, by place, for all to know.
    pub(crate) fn gather(&self, own: Vec<u8>) -> Vec<Vec<u8>> {
        for place in self.others() {
            self.send(place, Channel::Agreement, own.clone());
        }
        let mut heard: Vec<Vec<u8>> = vec![Vec::new(); self.len()];
        for place in self.others() {
            heard[place] = self.wait_for(place);
        }
        heard[self.place] = own;
        heard
    }

    /// What each member has to say, by place, for the first member only; the others get nothing.
    pub(crate) fn gather_first(&self, own: Vec<u8>) -> Option<Vec<Vec<u8>>> {
        if self.place != 0 {
            self.send(0, Channel::Agreement, own);
            return None;
        }
        let mut heard = vec![own];
        heard.extend((1..self.len()).map(|place| self.wait_for(place)));
        Some(heard)
    }

    /// Tells all members what the first one knows.
    pub fn tell_all<T: Serialize + DeserializeOwned + Default>(&self, own: &T) -> T {
        let said = serde_json::to_vec(own).unwrap_or_default();
        if self.place == 0 {
            self.others().for_each(|place| self.send(place, Channel::Agreement, said.clone()));
            return serde_json::from_slice(&said).unwrap_or_default();
        }
        serde_json::from_slice(&self.wait_for(0)).unwrap_or_default()
    }

    fn wait_for(&self, place: usize) -> Vec<u8> {
        let mut idle = Idle::default();
        loop {
            if let Some((_, message)) =
                self.ranks.receive(Some(self.members[place]), Channel::Agreement)
            {
                return message;
            }
            idle.rest();
        }
    }
}

/// A rank as messages name it: with the machine that it runs on.
pub fn rank_name(rank: usize) -> String {
    format!("rank {rank} on {}", host_name())
}

/// The name of this machine.
pub fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    match name.trim() {
        "" => "an unnamed machine".to_owned(),
        name => name.to_owned(),
    }
}
