//! What the module is asked, whoever calls it.

use std::path::Path;
use std::sync::Arc;

use hindsight_answers::{Asked, Bounds, Fault, Host, NoAnswer, Opened, Reply, Shelf};
use hindsight_core::Art;
use hindsight_oracle::{DataFolder, GameName};
use hindsight_solve::Control;
use hindsight_store::Store;

use crate::files::{Fetch, Files};

/// Where the tables are among the files.
const TABLES: &str = "tables";

/// All games, as a browser has them.
#[derive(Debug)]
pub struct Module {
    files: Files,
    shelf: Shelf,
}

/// A status of HTTP, and the bytes that belong to it.
pub type Told = (u16, Vec<u8>);

impl Default for Module {
    fn default() -> Module {
        let files = Files::default();
        let data = DataFolder::new(Path::new(TABLES)).on(Arc::new(files.clone()));
        Module { shelf: Shelf::new(hindsight_games::games(), data, Bounds::IN_BROWSER), files }
    }
}

impl Module {
    /// Answers a question of the API, whose address is given from the game on: `tictactoe/3x3/position?p=...`.
    pub fn ask(&self, address: &str, chance: u32) -> Told {
        match self.answer(address, chance) {
            Ok(reply) => (200, reply.body.into()),
            Err(none) => none.told(),
        }
    }

    fn answer(&self, address: &str, chance: u32) -> Result<Reply, NoAnswer> {
        let (opened, topic, query) = self.question(address)?;
        Asked::parse(topic, query, || chance)?.answer(&*opened, &as_data)
    }

    /// The game that an address names, what is asked about it, and the parameters.
    fn question<'a>(
        &self,
        address: &'a str,
    ) -> Result<(Arc<Opened>, &'a str, Option<&'a str>), Fault> {
        let (path, query) = match address.split_once('?') {
            Some((path, query)) => (path, Some(query)),
            None => (address, None),
        };
        let mut parts = path.splitn(3, '/');
        let mut name = || hindsight_answers::decoded(parts.next().unwrap_or(""));
        let (game, variant) = (name()?, name()?);
        Ok((self.shelf.open(&game, &variant)?, parts.next().unwrap_or(""), query))
    }

    /// Does the long work that an address needs: solves the game, and counts it if that was asked. The answer
    /// is what was counted, or else the files of the tables, for another module to [take](Module::take).
    pub fn work(&self, address: &str, progress: impl Fn(u64, u64) + Send + Sync + 'static) -> Told {
        let worked = self.question(address).and_then(|(opened, topic, _)| {
            let control = Control::watched(progress);
            opened.solve(&control)?;
            match topic {
                "analysis" => Ok(opened.count(&control)?.body.into()),
                _ => Ok(self.parcel(&opened)),
            }
        });
        match worked {
            Ok(bytes) => (200, bytes),
            Err(fault) => fault.told(),
        }
    }

    /// The files of a game: for each the lengths of its name and of itself, four bytes each, and both.
    fn parcel(&self, opened: &Opened) -> Vec<u8> {
        let GameName { game, variant } = opened.listing().name;
        let folder = Store::folder(Path::new(TABLES), game, variant);
        let mut parcel = Vec::new();
        for (path, bytes) in self.files.taken_from(&folder) {
            for part in [path.as_bytes(), &bytes] {
                parcel.extend((part.len() as u32).to_le_bytes());
            }
            parcel.extend(path.as_bytes());
            parcel.extend(&*bytes);
        }
        parcel
    }

    /// Takes what another module solved. Says whether it could be read.
    pub fn take(&self, mut parcel: &[u8]) -> bool {
        while !parcel.is_empty() {
            let mut number = || {
                let (number, rest) = parcel.split_first_chunk()?;
                parcel = rest;
                Some(u32::from_le_bytes(*number) as usize)
            };
            let (Some(name), Some(size)) = (number(), number()) else { return false };
            let Some((name, rest)) = parcel.split_at_checked(name) else { return false };
            let Some((bytes, rest)) = rest.split_at_checked(size) else { return false };
            let Ok(name) = str::from_utf8(name) else { return false };
            self.files.put(name, bytes.to_vec());
            parcel = rest;
        }
        true
    }

    /// Takes note of the files that a site has: lines of a name, its bytes, and those of a piece of it.
    pub fn expect(&self, list: &str, fetch: Fetch) {
        for line in list.lines() {
            let mut words = line.rsplitn(3, ' ');
            let mut number = || words.next()?.parse().ok();
            if let (Some(piece), Some(size)) = (number(), number())
                && let Some(path) = words.next()
                && let Ok(piece @ 1..) = u32::try_from(piece)
            {
                self.files.expect(path, size, piece, fetch);
            }
        }
    }
}

/// An image as an address that has it in itself.
fn as_data(art: &Art) -> String {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in art.svg.bytes() {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b' '
            | b'='
            | b'/'
            | b':'
            | b'.'
            | b','
            | b'-' => {
                address.push(byte.into());
            }
            _ => address.push_str(&format!("%{byte:02X}")),
        }
    }
    address
}
