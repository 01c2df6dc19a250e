//! Who goes first: threads that talk to the network, then those that work out an answer for somebody who waits,
//! then those that solve and count.

use tokio::task::{JoinHandle, spawn_blocking};

/// Niceness, as the system counts it.
#[derive(Clone, Copy)]
pub enum Behind {
    /// Behind the threads that talk to the network.
    Network = 5,
    /// Behind those that work out answers, too.
    Answers = 10,
}

/// Lets others go before this thread, for good. Where that cannot be, nothing is lost but time.
pub fn step_back(behind: Behind) {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, behind as i32);
    #[cfg(not(target_os = "linux"))]
    let _ = behind;
}

/// Does something off the threads that talk to the network, and behind them.
pub fn spawn_behind<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> JoinHandle<T> {
    spawn_blocking(|| {
        step_back(Behind::Network);
        work()
    })
}
