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

/// How long several processes may take to stop: a launcher that sees one of them die asks the others to
/// terminate, and kills them a second later.
#[cfg(feature = "mpi")]
const TO_STOP_TOGETHER: Duration = Duration::from_millis(500);

/// The exit code of what was stopped.
const STOPPED: i32 = 130;

/// Whether this process works together with others, and if so, whether it speaks for them.
#[cfg(feature = "mpi")]
static TOGETHER: std::sync::OnceLock<bool> = std::sync::OnceLock::new();

/// As [`stoppable`], for one of several processes. Where they do not stop in time, since one has died and the
/// others wait for it, the one that speaks for them says so.
#[cfg(feature = "mpi")]
pub fn stoppable_together(speaks: bool) -> Arc<Control> {
    let _ = TOGETHER.set(speaks);
    stoppable()
}

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
        #[cfg(feature = "mpi")]
        if let Some(&speaks) = TOGETHER.get() {
            if !control.is_saving() && asked.elapsed() >= TO_STOP_TOGETHER && speaks {
                let _ = writeln!(
                    std::io::stderr(),
                    "error: the launcher ended the job, since a rank died or somebody stopped it; what was \
                     finished is kept; run the same command again to go on"
                );
                std::process::exit(1);
            }
            continue;
        }
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
