/*!
Tier tables on disk: format, writer, reader, block cache, manifest.

A solved game is a folder `DATA/<game>/<variant>` with one **table** per tier (`<tier>.hst`), a
**manifest** that lists the tables that count, and a lock that keeps a second solve out. A table
holds one [`Code`](hindsight_core::Code) per **slot** of the tier's index, packed by a
**dictionary** of the codes that occur and cut in **blocks** that are compressed one by one, so that
reading one slot touches one block. The byte-by-byte definition stands in [`mod@format`].

```
use hindsight_core::{Code, Outcome};
use hindsight_store::{Fingerprint, GameId, Store};

let root = tempfile::tempdir()?;
let id = GameId {
    game: "nim".into(),
    variant: "regular".into(),
    rules: Fingerprint::of(b"take one or two, the last to take wins"),
};
let heap = [Outcome::Lose(0), Outcome::Win(1), Outcome::Win(1), Outcome::Lose(2)].map(Code::new);

let store = Store::create(root.path(), &id, false)?;
store.write_tier("heap", heap.as_slice())?;
store.finish()?;
drop(store);

let store = Store::open(root.path(), &id)?;
assert_eq!(store.table("heap")?.get(3)?, Code::new(Outcome::Lose(2)));
# Ok::<(), Box<dyn std::error::Error>>(())
```

# Holes
A slot that stands for no position is not stored. Reading it gives some code of the tier: whoever
has the index knows which slots are holes, and the table is smaller for not repeating it.

# Errors
[`StoreError`] says why a request cannot be met, [`Damage`] which part of which file is broken. No
bytes whatever make a reader panic, and no code is ever answered from a block that differs from what
was written.
*/

mod cache;
mod compression;
mod disk;
mod error;
mod evidence;
mod family;
mod folder;
pub mod format;
mod id;
mod journal;
mod manifest;
mod name;
mod packing;
mod parts;
mod positions;
mod rules_record;
mod signature;
mod source;
mod store;
#[cfg_attr(not(unix), path = "nodisk.rs")]
mod system;
mod table;
mod verification;
mod writer;

pub use cache::BlockCache;
pub use disk::{Disk, NewFile, read_text};
pub use error::{Damage, Part, StoreError};
pub use evidence::Evidence;
pub use format::Header;
pub use id::{Fingerprint, GameId};
pub use journal::Run;
pub use manifest::TierEntry;
pub use parts::{PartialTable, TablePart};
pub use positions::{PositionList, position_key};
pub use rules_record::RulesRecord;
pub use signature::PublicKey;
pub use source::{CodeSource, ReadAt};
pub use store::Store;
pub use system::{SystemDisk, open_plain};
pub use table::{CheckedBlocks, Prober, Table};
pub use verification::Verification;
pub use writer::{Layout, WriteError, Written, write_table};
