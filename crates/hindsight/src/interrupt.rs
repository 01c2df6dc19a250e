//! Ctrl-C and requests to terminate. While something works, the first asks it to stop and keep what is
//! finished; what does not stop within a second, since it waits for a disk that does not answer, say, is
//! ended. Otherwise, and at the second, the process ends at once.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use hindsight_solve::Control;

/// How long work may take to stop.
const TO_STOP: Duration = Duration::from_secs(1);
/// How long it may take where it is making results last, which hours may have gone into.
const TO_SAVE: Duration = Duration::from_secs(30);
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The exit code of what was stopped.
const STOPPED: i32 = 130;

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
            Some(control) if !control.is_stopped() => {
                control.stop();
                let left = Arc::downgrade(&control);
                drop(control);
                if thread::Builder::new().spawn(move || end_later(&left)).is_err() {
                    std::process::exit(STOPPED);
                }
            }
            _ => std::process::exit(STOPPED),
        }
    });
    control
}

/// Ends the process if some work that was asked to stop is still there after its time. When it has
/// stopped, its control is gone, and `main` says what there is to say.
fn end_later(work: &Weak<Control>) {
    let asked = Instant::now();
    loop {
        thread::sleep(LOOK_EVERY);
        let Some(control) = work.upgrade() else { return };
        let time = if control.is_saving() { TO_SAVE } else { TO_STOP };
        if asked.elapsed() >= time {
            let _ = writeln!(
                std::io::stderr(),
                "error: stopped; what was not finished within {} s is given up",
                time.as_secs()
            );
            std::process::exit(STOPPED);
        }
    }
}
