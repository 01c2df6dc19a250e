//! How ranks come together before they work: the same program, the same rules, the same folder.

use std::path::Path;
use std::time::{Duration, Instant};

use hindsight_solve::SolveError;
use serde::{Deserialize, Serialize};

use crate::group::rank_name;
use crate::ranks::{Channel, Idle, Ranks};

/// What ranks must have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passport {
    /// The program, with its version and the sources that it was built from.
    pub program: String,
    /// What it is asked to do, and with which game.
    pub work: String,
    /// The fingerprint of the rules.
    pub rules: String,
}

/// How long a file that rank 0 makes may take to be seen by the others.
const TO_BE_SEEN: Duration = Duration::from_secs(10);

#[derive(Debug, Serialize, Deserialize)]
struct Hello {
    name: String,
    passport: Result<Passport, String>,
}

#[derive(Debug, Serialize, Deserialize)]
enum Reply {
    /// Work can begin, if a file is seen in the folder that all share.
    Welcome { token: Option<String> },
    /// It cannot; rank 0 says why.
    Leave,
}

/// Comes together with the other ranks. A rank that cannot take part says why. `folder` is where they
/// meet, if they need one. False where another rank, which tells the user, has ended the job.
///
/// # Errors
/// On rank 0 what keeps another rank from taking part. What keeps rank 0 itself from it, it knows.
pub fn join(
    ranks: &dyn Ranks,
    passport: Result<Passport, String>,
    folder: Option<&Path>,
) -> Result<bool, SolveError> {
    let name = rank_name(ranks.rank());
    if ranks.rank() != 0 {
        let is_able = passport.is_ok();
        send(ranks, 0, &Hello { name: name.clone(), passport });
        let Some(Reply::Welcome { token }) = read(&wait(ranks, 0)) else { return Ok(false) };
        let (Some(token), Some(folder)) = (token, folder) else { return Ok(is_able) };
        let begin = Instant::now();
        while !folder.join(&token).exists() && begin.elapsed() < TO_BE_SEEN {
            // Listing the folder makes a network file system look again.
            let _ = std::fs::read_dir(folder).map(Iterator::count);
            std::thread::sleep(Duration::from_millis(20));
        }
        let is_seen = folder.join(&token).exists();
        let seen = is_seen.then_some(()).ok_or_else(|| {
            format!("it does not see the tables of rank 0 in {}: --data must name a folder that all ranks share",
                folder.display())
        });
        send(ranks, 0, &(name, seen));
        return Ok(matches!(read(&wait(ranks, 0)), Some(Reply::Welcome { .. })));
    }
    let others = 1..ranks.count();
    let leave = || others.clone().for_each(|rank| send(ranks, rank, &Reply::Leave));
    let Ok(own) = passport else {
        leave();
        return Ok(false);
    };
    let elsewhere = |rank, what| Err(SolveError::Elsewhere { rank, what });
    for rank in others.clone() {
        let Some(Hello { name, passport }) = read(&wait(ranks, rank)) else {
            leave();
            return elsewhere(format!("rank {rank}"), "it runs another program".to_owned());
        };
        let refused = match passport {
            Err(what) => Some(what),
            Ok(theirs) => difference(&own, &theirs),
        };
        if let Some(what) = refused {
            leave();
            return elsewhere(name, what);
        }
    }
    let token = folder.map(|_| format!(".hindsight-token-{}", std::process::id()));
    let path = folder.zip(token.as_ref()).map(|(folder, token)| folder.join(token));
    if let Some(path) = &path
        && let Err(cause) = std::fs::write(path, [])
    {
        leave();
        let file = path.clone();
        return Err(hindsight_store::StoreError::Io { action: "write", path: file, cause }.into());
    }
    others.clone().for_each(|rank| send(ranks, rank, &Reply::Welcome { token: token.clone() }));
    if let Some(path) = path {
        let mut unseen = None;
        for rank in others.clone() {
            match read::<(String, Result<(), String>)>(&wait(ranks, rank)) {
                Some((name, Err(what))) => unseen = unseen.or(Some((name, what))),
                Some((_, Ok(()))) => {}
                None => unseen = unseen.or(Some((format!("rank {rank}"), "no answer".to_owned()))),
            }
        }
        let _ = std::fs::remove_file(path);
        if let Some((name, what)) = unseen {
            leave();
            return elsewhere(name, what);
        }
        others.for_each(|rank| send(ranks, rank, &Reply::Welcome { token: None }));
    }
    Ok(true)
}

/// In which way another rank is not like this one.
fn difference(own: &Passport, theirs: &Passport) -> Option<String> {
    if own.program != theirs.program {
        return Some(format!("it runs {}, and rank 0 {}", theirs.program, own.program));
    }
    if own.work != theirs.work {
        return Some(format!("it is asked to {}, and rank 0 to {}", theirs.work, own.work));
    }
    (own.rules != theirs.rules).then(|| {
        format!(
            "its rules have the fingerprint {}, and those of rank 0 {}",
            theirs.rules, own.rules
        )
    })
}

pub(crate) fn send(ranks: &dyn Ranks, to: usize, message: &impl Serialize) {
    ranks.send(to, Channel::Control, serde_json::to_vec(message).unwrap_or_default());
}

pub(crate) fn read<'m, T: Deserialize<'m>>(message: &'m [u8]) -> Option<T> {
    serde_json::from_slice(message).ok()
}

fn wait(ranks: &dyn Ranks, from: usize) -> Vec<u8> {
    let mut idle = Idle::default();
    loop {
        if let Some((_, message)) = ranks.receive(Some(from), Channel::Control) {
            return message;
        }
        idle.rest();
    }
}
