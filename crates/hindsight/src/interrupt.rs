//! Ctrl-C: while something works, the first asks it to stop and keep what is finished, and the second
//! ends the process. Otherwise the first ends the process.

use std::sync::{Arc, Mutex, PoisonError, Weak};

use hindsight_solve::Control;

/// The work that a request to stop is for.
static WORK: Mutex<Weak<Control>> = Mutex::new(Weak::new());

/// A control that Ctrl-C, or a request to terminate, stops for as long as it lives.
pub fn stoppable() -> Arc<Control> {
    let control = Arc::new(Control::default());
    *WORK.lock().unwrap_or_else(PoisonError::into_inner) = Arc::downgrade(&control);
    // An error means that the handler is set already, or that none can be set. Then Ctrl-C ends the
    // process at once; finished tables are safe even so.
    let _ = ctrlc::set_handler(|| {
        let work = WORK.lock().unwrap_or_else(PoisonError::into_inner).upgrade();
        match work {
            Some(control) if !control.is_stopped() => control.stop(),
            _ => std::process::exit(130),
        }
    });
    control
}
