//! Ctrl-C: the first asks the work to stop and keep what is finished, the second ends the process.

use std::sync::Arc;

use hindsight_solve::Control;

/// A control that Ctrl-C, or a request to terminate, stops.
pub fn stoppable() -> Arc<Control> {
    let control = Arc::new(Control::default());
    let stopped = Arc::clone(&control);
    let handler = move || {
        if stopped.is_stopped() {
            std::process::exit(130);
        }
        stopped.stop();
    };
    // Where no handler can be set, Ctrl-C ends the process at once; finished tables are safe then
    // too.
    let _ = ctrlc::set_handler(handler);
    control
}
