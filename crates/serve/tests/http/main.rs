//! The server as its visitors meet it: a real one, on a free port of the loopback interface.

mod client;
mod contract;
mod crowd;
mod damage;
mod foreign;
mod fuzzing;
mod limits;
mod made;
mod malformed;
mod page;
mod queue;
mod schema;
mod universal;
mod variants;
