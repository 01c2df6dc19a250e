/*!
What is asked about games by address, and the answers as JSON, whoever carries them.

[`Asked`] is what stands in an address behind a game's name. A [`Host`] answers it: the server over HTTP, which
solves small games in the background, and the module that runs in the browser of somebody who has no server.
Both give the same bytes.
*/

mod asked;
mod catalogue;
mod fault;
mod host;
mod json;
mod parameters;
mod reply;
mod scene;
mod shelf;

pub use asked::Asked;
pub use catalogue::{GameList, about};
pub use fault::{Fault, Refusal};
pub use host::{Host, Listing, Progress, Standing, State};
pub use parameters::{Parameters, decoded, lenient, shown};
pub use reply::{Freshness, Reply, json};
pub use scene::{Gallery, SceneAnswer, hang, image_itself, image_name};
pub use shelf::{Bounds, NoAnswer, Opened, Shelf};
