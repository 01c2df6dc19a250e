//! The server as its visitors meet it: a real one, on a free port of the loopback interface.

mod client;
mod contract;
mod damage;
mod limits;
mod malformed;
mod page;
mod schema;
mod universal;
