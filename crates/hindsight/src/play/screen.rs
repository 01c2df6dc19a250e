//! The terminal: taken over when a game begins, and given back whatever ends it.

use std::thread;
use std::time::{Duration, Instant};

use hindsight_solve::Control;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event};

use super::moment::Patience;
use super::palette::Palette;
use super::state::{Action, State};
use super::{keys, view};
use crate::failure::Failure;
use crate::interrupt;

/// How often to look whether the process is asked to end.
const PATIENCE: Duration = Duration::from_millis(200);

/// How long a player waits for values that no table has; the computer then plays without.
const TO_SEARCH: Duration = Duration::from_secs(4);
/// How long a search may take to stop.
const TO_STOP: Duration = Duration::from_secs(1);
/// The exit code of what is ended because it does not stop.
const STOPPED: i32 = 130;

/// A terminal in raw mode that shows its other screen, until this is dropped. Before a panic is
/// reported, ratatui's own hook gives the terminal back.
struct Screen {
    terminal: DefaultTerminal,
}

impl Screen {
    fn open() -> Result<Screen, Failure> {
        let terminal = ratatui::try_init().map_err(|error| {
            // What was half done is undone.
            let _ = ratatui::try_restore();
            Failure::Other(format!("cannot draw on this terminal: {error}; try --plain"))
        })?;
        Ok(Screen { terminal })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // The hook has done it for a panic: twice would put the cursor on the message.
        if !std::thread::panicking() {
            // A terminal that is gone needs nothing back.
            let _ = ratatui::try_restore();
        }
        // The cursor comes back when the terminal is dropped.
    }
}

/// How often to look whether the terminal is still there.
#[cfg(unix)]
const WATCH: Duration = Duration::from_millis(500);
/// The exit code of what a hang-up ends, as shells have it.
#[cfg(unix)]
const HUNG_UP: i32 = 129;

/// Ends the process once its terminal has gone away: a window that was closed, a connection that was lost.
/// Reading keys would go round for ever then, since a terminal that is gone can always be read, and has
/// nothing. Only tables were read, so that nothing is lost.
#[cfg(unix)]
fn end_with_terminal() -> Result<(), Failure> {
    use rustix::event::{PollFd, PollFlags, poll};
    let watch = || {
        let input = std::io::stdin();
        loop {
            std::thread::sleep(WATCH);
            let mut ends = [PollFd::new(&input, PollFlags::empty())];
            let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
            if poll(&mut ends, Some(&Default::default())).is_ok()
                && ends[0].revents().intersects(gone)
            {
                std::process::exit(HUNG_UP);
            }
        }
    };
    let started = std::thread::Builder::new().name("terminal".to_owned()).spawn(watch);
    started.map(drop).map_err(|error| Failure::Other(format!("cannot start a thread: {error}")))
}

#[cfg(not(unix))]
fn end_with_terminal() -> Result<(), Failure> {
    Ok(())
}

/// Shows a game until the user leaves it.
pub fn run(state: &mut State<'_>, palette: Palette) -> Result<(), Failure> {
    end_with_terminal()?;
    // The terminal makes no signal of Ctrl-C while we read keys, but others can send some.
    let control = interrupt::stoppable();
    state.may_search(Patience { longest: TO_SEARCH, control: control.clone() });
    let mut screen = Screen::open()?;
    loop {
        screen.terminal.draw(|frame| view::draw(frame, state, palette))?;
        let event = loop {
            if control.is_stopped() {
                return Err(Failure::Stopped);
            }
            if event::poll(PATIENCE)? {
                break event::read()?;
            }
        };
        // Whatever else happened, such as another size, is answered by drawing anew.
        let Event::Key(key) = event else { continue };
        match keys::action(key, state.search().is_some()) {
            Some(Action::Stop) => return Err(Failure::Stopped),
            Some(Action::Quit) if !state.is_covered() => return Ok(()),
            Some(action) if state.may_take_long(action) => {
                state.say_thinking();
                screen.terminal.draw(|frame| view::draw(frame, state, palette))?;
                if !act_until_quit(state, action, &control)? {
                    return Ok(());
                }
            }
            Some(action) => state.act(action)?,
            None => {}
        }
    }
}

/// Does what takes long, in a thread of its own: whether it was done, and not quit. Other keys that are pressed
/// meanwhile mean nothing, since what they would mean is not on the screen yet.
fn act_until_quit(
    state: &mut State<'_>,
    action: Action,
    control: &Control,
) -> Result<bool, Failure> {
    let mut ends = None;
    let acted = thread::scope(|scope| {
        let work = scope.spawn(|| state.act(action));
        while !work.is_finished() {
            if let Some((end, since)) = ends
                && Instant::now() > since + TO_STOP
            {
                // Only tables were read, so that nothing is lost.
                let _ = ratatui::try_restore();
                std::process::exit(if end == Action::Quit { 0 } else { STOPPED });
            }
            if !event::poll(PATIENCE)? {
                continue;
            }
            let Event::Key(key) = event::read()? else { continue };
            if let Some(end @ (Action::Quit | Action::Stop)) = keys::action(key, false) {
                control.stop();
                ends.get_or_insert((end, Instant::now()));
            }
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    });
    match ends {
        None => acted.map(|()| true),
        Some((Action::Quit, _)) => Ok(false),
        Some(_) => Err(Failure::Stopped),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::fs::File;
    use std::io::Read;
    use std::process::{Command, Stdio};

    use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};
    use rustix::termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize};

    use super::*;

    #[test]
    #[ignore = "panics on purpose; the test below runs it in a terminal of its own"]
    fn panic_on_the_screen() {
        let mut screen = Screen::open().unwrap();
        // Drawing hides the cursor.
        screen.terminal.draw(|_| {}).unwrap();
        panic!("on purpose");
    }

    #[test]
    fn a_panic_gives_the_terminal_back() {
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY;
        let controller = openpt(flags).unwrap();
        unlockpt(&controller).unwrap();
        let line = ioctl_tiocgptpeer(&controller, flags).unwrap();
        let size = Winsize { ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&controller, size).unwrap();
        let before = tcgetattr(&line).unwrap();
        assert!(before.local_modes.contains(LocalModes::ICANON));
        let end = || Stdio::from(line.try_clone().unwrap());
        let mut command = Command::new(std::env::current_exe().unwrap());
        command.args(["--ignored", "--exact", "play::screen::tests::panic_on_the_screen"]);
        command.args(["--nocapture", "--test-threads=1"]);
        let status = command.stdin(end()).stdout(end()).stderr(end()).status().unwrap();
        assert!(!status.success());
        assert_eq!(tcgetattr(&line).unwrap().local_modes, before.local_modes);
        // With the last handle on the other end gone, reading what is left ends with an error.
        drop((command, line));
        let (mut written, mut buffer) = (Vec::new(), [0; 4096]);
        let mut screen = File::from(controller);
        while let Ok(read @ 1..) = screen.read(&mut buffer) {
            written.extend(&buffer[..read]);
        }
        let written = String::from_utf8_lossy(&written).into_owned();
        let place =
            |text: &str| written.find(text).unwrap_or_else(|| panic!("{text:?}: {written:?}"));
        let (entered, left) = (place("\x1b[?1049h"), place("\x1b[?1049l"));
        assert!(entered < left && left < place("on purpose"), "{written:?}");
        assert_eq!(written.matches("\x1b[?1049l").count(), 1, "{written:?}");
        assert!(place("\x1b[?25l") < place("\x1b[?25h"), "the cursor is back: {written:?}");
    }
}
