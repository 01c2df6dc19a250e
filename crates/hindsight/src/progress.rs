//! Progress of long work: a bar on a terminal, a plain line now and then elsewhere, on stderr.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use hindsight_solve::Control;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::numbers::{count, duration, rough};

const REDRAW: Duration = Duration::from_millis(100);
const PLAIN_LINES: Duration = Duration::from_secs(5);
/// The bar takes what the words leave, so that the line has room on every terminal.
const TEMPLATE: &str = "{msg} [{wide_bar}] {percent:>3}% {rate}, {left} left";

/// Does some work on slots while showing how far the control says it is.
pub fn show<T>(what: &str, control: &Control, work: impl FnOnce() -> T) -> T {
    show_counted(what, "slot", control, work)
}

/// The same for work that is counted in other things.
pub fn show_counted<T>(what: &str, unit: &str, control: &Control, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = move || {
            if io::stderr().is_terminal() {
                bar(what, unit, control, &is_done);
            } else {
                lines(what, unit, control, &is_done);
            }
        };
        // Where no thread can be had, nobody watches.
        let _ = thread::Builder::new().spawn_scoped(scope, watch);
        let result = work();
        drop(done);
        result
    })
}

fn still_working(is_done: &mpsc::Receiver<()>, wait: Duration) -> bool {
    is_done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout)
}

/// What is done in a second and the time left, in words.
fn pace(unit: &str, begin: Instant, done: u64, total: u64) -> (String, String) {
    let rate = done as f64 / begin.elapsed().as_secs_f64();
    if done == 0 {
        return ("starting".to_owned(), "unknown time".to_owned());
    }
    let left = total.saturating_sub(done) as f64 / rate;
    (format!("{} {unit}s/s", rough(rate)), duration(left))
}

fn bar(what: &str, unit: &str, control: &Control, is_done: &mpsc::Receiver<()>) {
    let begin = Instant::now();
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    while still_working(is_done, REDRAW) {
        let (done, total) = control.progress();
        let (rate, left) = pace(unit, begin, done, total);
        let template = TEMPLATE.replace("{rate}", &rate).replace("{left}", &left);
        if let Ok(style) = ProgressStyle::with_template(&template) {
            bar.set_style(style.progress_chars("=> "));
        }
        let stopping = if control.is_stopped() { " (stopping)" } else { "" };
        bar.set_message(format!("{what}{stopping}"));
        bar.set_length(total);
        bar.set_position(done);
    }
    bar.finish_and_clear();
}

fn lines(what: &str, unit: &str, control: &Control, is_done: &mpsc::Receiver<()>) {
    let begin = Instant::now();
    while still_working(is_done, PLAIN_LINES) {
        let (done, total) = control.progress();
        let (rate, left) = pace(unit, begin, done, total);
        let percent = (done * 100).checked_div(total).unwrap_or(0);
        let total = count(total, unit);
        let line = format!("{what}: {percent}% of {total}, {rate}, {left} left");
        // Nobody listening is no reason to stop.
        let _ = writeln!(io::stderr(), "{line}");
    }
}
