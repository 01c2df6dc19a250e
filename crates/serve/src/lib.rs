/*!
Answers over HTTP, and the page that shows them.

[`run`] serves until Ctrl-C. Positions of solved games are answered from their tables; small games
that nobody has solved are solved in the background when somebody first asks; large ones are
answered with what solving them takes. The page is part of the program. `docs/http-api.md` explains
the addresses, `/api/v1/openapi.json` describes them to programs.

Every request gets an answer with a status: heads, bodies, times, connections and work are bounded
by [`Limits`], and what goes wrong inside is logged in full and answered in a sentence.

```
use hindsight_serve::{Options, Server};

# fn main() -> std::io::Result<()> {
let data = tempfile::tempdir()?;
let options = Options::new(([127, 0, 0, 1], 0).into(), data.path().to_owned());
let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
runtime.block_on(async {
    let server = Server::bind(options, hindsight_games::games()).await?;
    println!("http://{}/", server.address());
    server.run(async {}).await; // Stops at once.
    Ok(())
})
# }
```
*/

mod access;
mod api;
mod app;
mod batch;
mod budget;
mod catalogue;
mod connections;
mod entry;
mod fault;
mod made;
mod memo;
mod metrics;
mod options;
mod page;
mod priority;
mod question;
mod queue;
mod reply;
mod room;
mod routes;
mod rules;
mod server;
mod shares;
mod site;
mod task;
mod universal;
mod unlisted;
mod visitor;
mod wire;
mod work;

pub use access::Access;
pub use options::{Allowance, Limits, MadeLimits, Options};
pub use server::{Server, run};
pub use site::{SiteError, WrittenSite, write_site};
