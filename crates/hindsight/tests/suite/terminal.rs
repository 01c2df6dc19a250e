//! A game on a terminal: the real binary, in a pseudo-terminal that is looked at as a person would.
#![cfg(target_os = "linux")]

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, ioctl_tiocgptpeer, openpt, unlockpt};
use rustix::termios::{LocalModes, Termios, Winsize, tcgetattr, tcsetwinsize};

use crate::bench::Bench;

const PATIENCE: Duration = Duration::from_secs(60);

/// A terminal with a program in it.
struct Terminal {
    keyboard: File,
    /// The program's end, kept open to ask for its modes.
    line: OwnedFd,
    before: Termios,
    bytes: Receiver<Vec<u8>>,
    seen: Vec<u8>,
    parser: vt100::Parser,
    child: Child,
}

fn size(number: u16) -> NonZeroU16 {
    NonZeroU16::new(number).expect("a size")
}

fn window(columns: u16, rows: u16) -> Winsize {
    Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}

impl Terminal {
    fn start(bench: &Bench, arguments: &str, environment: &[(&str, &str)]) -> Terminal {
        // Programs that are started meanwhile must not keep it open.
        let flags = OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC;
        let controller = openpt(flags).expect("a pseudo-terminal");
        unlockpt(&controller).expect("it can be used");
        let line = ioctl_tiocgptpeer(&controller, flags).expect("its other end");
        tcsetwinsize(&controller, window(80, 24)).expect("it has a size");
        let before = tcgetattr(&line).expect("it has modes");
        let end = || Stdio::from(line.try_clone().expect("another handle"));
        let mut command = bench.command(arguments);
        command.stdin(end()).stdout(end()).stderr(end());
        command.env("TERM", "xterm-256color").env_remove("NO_COLOR");
        let child = command.envs(environment.iter().copied()).spawn().expect("the binary starts");
        let keyboard = File::from(controller);
        let mut screen = keyboard.try_clone().expect("another handle");
        let (sender, bytes) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(read) = screen.read(&mut buffer) {
                if read == 0 || sender.send(buffer[..read].to_vec()).is_err() {
                    break;
                }
            }
        });
        let parser = vt100::Parser::new(size(24), size(80), 0);
        Terminal { keyboard, line, before, bytes, seen: Vec::new(), parser, child }
    }

    fn text(&self) -> String {
        self.parser.screen().contents()
    }

    /// Takes in what was written within a moment.
    fn look(&mut self, moment: Duration) {
        if let Ok(bytes) = self.bytes.recv_timeout(moment) {
            self.parser.process(&bytes);
            self.seen.extend(bytes);
        }
    }

    #[track_caller]
    fn wait_until(&mut self, what: &str, shown: impl Fn(&vt100::Screen) -> bool) {
        let begin = Instant::now();
        while !shown(self.parser.screen()) {
            assert!(begin.elapsed() < PATIENCE, "no {what} in\n{}", self.text());
            self.look(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.contents().contains(text));
    }

    fn resize(&mut self, columns: u16, rows: u16) {
        self.parser.set_size(size(rows), size(columns));
        tcsetwinsize(&self.keyboard, window(columns, rows)).expect("another size");
        self.signal(Signal::WINCH);
    }

    fn press(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("keys can be pressed");
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it is there");
    }

    /// Closes the window, with the program still in it.
    fn hang_up(&mut self) {
        let nothing =
            || File::options().read(true).write(true).open("/dev/null").expect("it is there");
        self.line = nothing().into();
        self.bytes = channel().1;
        // The thread that reads the screen has the last handle, and lets go of it when it cannot hand on
        // what it reads: this key makes the program write something.
        self.press("j");
        self.keyboard = nothing();
    }

    fn modes(&self) -> Termios {
        tcgetattr(&self.line).expect("it has modes")
    }

    /// Waits for the end of the program, with the terminal as it was before.
    #[track_caller]
    fn is_given_back(&mut self, code: i32) {
        let begin = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("its state is known") {
                break status;
            }
            assert!(begin.elapsed() < PATIENCE, "it goes on:\n{}", self.text());
            self.look(Duration::from_millis(20));
        };
        while let Ok(bytes) = self.bytes.recv_timeout(Duration::from_millis(100)) {
            self.parser.process(&bytes);
            self.seen.extend(bytes);
        }
        assert_eq!(status.code(), Some(code), "{}", self.text());
        let screen = self.parser.screen();
        assert!(!screen.alternate_screen() && !screen.hide_cursor());
        let (before, after) = (&self.before, self.modes());
        assert_eq!(before.local_modes, after.local_modes);
        assert_eq!(before.input_modes, after.input_modes);
        assert_eq!(before.output_modes, after.output_modes);
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_game_is_played_with_keys() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let mut terminal = Terminal::start(&bench, "play tictactoe --computer none", &[]);
    terminal.wait_for("X (the first player) to move");
    assert!(terminal.text().contains("Moves (9)"), "{}", terminal.text());
    assert!(!terminal.text().contains("T in 9"), "values are hidden at first");
    assert!(terminal.parser.screen().alternate_screen());
    assert!(!terminal.modes().local_modes.contains(LocalModes::ICANON));

    terminal.press("h");
    terminal.wait_for("T in 9");
    terminal.press("B2");
    terminal.wait_for("(1 of 9)");
    terminal.press("\r");
    terminal.wait_for("O (the second player) to move");
    terminal.wait_for("Moves (8)");
    // The first player's colour is somewhere on the board.
    let blue = vt100::Color::Idx(33);
    terminal.wait_until("blue mark", |screen| {
        let mut cells = (0..24).flat_map(|row| (0..44).map(move |column| (row, column)));
        cells.any(|(row, column)| {
            let cell = screen.cell(row, column);
            cell.is_some_and(|cell| cell.contents() == "x" && cell.bgcolor() == blue)
        })
    });
    terminal.press("h");
    terminal.wait_for("> a3");
    terminal.press("\x1b[B");
    terminal.wait_for("> b3");
    terminal.press("\r");
    terminal.wait_for("Moves (7)");
    terminal.press("u");
    terminal.wait_for("(1 taken back)");
    terminal.press("r");
    terminal.wait_for("Moves (7)");
    // X at a1 and a3 or c1 and c3 wins in the end: best moves to the end of the game.
    terminal.press("bbbbbbb");
    terminal.wait_for("The game is over: X (the first player) won");

    terminal.press("?");
    terminal.wait_for("play the selected move");
    terminal.press(" ");
    terminal
        .wait_until("help is gone", |screen| !screen.contents().contains("play the selected move"));

    terminal.resize(40, 30);
    terminal.wait_until("narrow screen", |screen| {
        let text = screen.contents();
        text.contains("? help  q quit") && !text.contains("Played") && text.contains("Moves (")
    });
    terminal.press("q");
    terminal.is_given_back(0);
}

/// The rules can be read in the middle of a game, to their end, and the game is as it was.
#[test]
fn rules_are_read_on_a_narrow_terminal() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let mut terminal = Terminal::start(&bench, "play tictactoe --computer none", &[]);
    terminal.wait_for("Moves (9)");
    // The first key shows that the program listens, to changes of the size too.
    terminal.press("\x1b[B");
    terminal.wait_for("> b3");
    terminal.resize(60, 24);
    terminal.wait_until("60 columns", |screen| {
        screen.contents().lines().all(|line| line.chars().count() <= 60)
            && screen.contents().contains("i rules  ? help  q quit")
    });
    terminal.press("B2\r");
    terminal.wait_for("Moves (8)");
    // What was never written and what was wiped read differently at the ends of lines.
    let lines = |screen: &vt100::Screen| {
        let text = screen.contents();
        text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>()
    };
    let before = lines(terminal.parser.screen());
    terminal.press("i");
    terminal.wait_for("┌ Rules ─");
    // Every word of the rules, a page at a time.
    let rules = bench.run("games tictactoe").ok();
    let (rules, _) = rules.split_once("\n\nAlso known as").expect("what comes behind them");
    let mut read = String::new();
    let words = |text: &str| text.split_whitespace().collect::<String>();
    for _ in 0..100 {
        let page = terminal.text();
        for line in page.lines().filter(|line| line.starts_with('│')) {
            let line = words(line.trim_matches('│'));
            // Pages overlap by what scrolling a line at a time leaves.
            if !read.ends_with(&line) || line.is_empty() {
                read.push_str(&line);
            }
        }
        if words(&read).contains(&words(&rules[rules.len() - 20..])) {
            break;
        }
        terminal.press("\x1b[6~");
        terminal.wait_until("another page", |screen| screen.contents() != page);
    }
    for word in rules.split_whitespace() {
        assert!(read.contains(word), "{word:?} is missing in {read}");
    }
    // A letter that is a command elsewhere only closes them; so does q.
    for key in ["n", "q", "\x1b"] {
        terminal.press(key);
        terminal.wait_until("the game as it was", |screen| lines(screen) == before);
        terminal.press("i");
        terminal.wait_for("┌ Rules ─");
    }
    terminal.press("iq");
    terminal.is_given_back(0);
}

#[test]
fn the_strength_of_the_computer_is_chosen() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let mut terminal = Terminal::start(&bench, "play tictactoe --strength easy", &[]);
    terminal.wait_for("the computer plays O (the second player), easy");
    terminal.press("s");
    terminal.wait_for("strength medium: one move in four is any legal one");
    terminal.press("sss");
    terminal.wait_for("the computer plays O (the second player), beginner");
    terminal.resize(60, 24);
    terminal.wait_for("computer plays O, beginner");
    assert!(terminal.text().contains("Moves (9)"), "no move was made by it");
    terminal.press("B2\r");
    terminal.wait_for("Moves (7)");
    terminal.press("q");
    terminal.is_given_back(0);
}

/// Searching for values on the empty board of Connect Four takes long; meanwhile the screen says so, and q quits.
#[test]
fn the_game_can_be_left_while_the_computer_thinks() {
    let bench = Bench::new();
    let mut terminal = Terminal::start(&bench, "play connect4", &[]);
    terminal.wait_for("Moves (7)");
    terminal.press("B1\r");
    terminal.wait_for("thinking; q quits");
    terminal.press("q");
    terminal.is_given_back(0);
}

#[test]
fn control_c_and_requests_to_end_give_the_terminal_back() {
    let bench = Bench::new();
    // Not solved yet: the handler of the solve that comes first must not be in the way.
    let mut terminal = Terminal::start(&bench, "play tictactoe", &[]);
    terminal.wait_for("Moves (9)");
    terminal.press("/");
    terminal.wait_for("find: _");
    terminal.press("\x03");
    terminal.is_given_back(130);

    let mut terminal = Terminal::start(&bench, "play tictactoe", &[]);
    terminal.wait_for("Moves (9)");
    terminal.signal(Signal::TERM);
    terminal.is_given_back(130);
}

#[test]
fn colours_can_be_switched_off() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    let mut terminal = Terminal::start(&bench, "play tictactoe", &[("NO_COLOR", "1")]);
    terminal.press("hb");
    terminal.wait_for("computer");
    terminal.wait_for("T in 7");
    terminal.press("q");
    terminal.is_given_back(0);
    let written = String::from_utf8_lossy(&terminal.seen);
    assert!(!written.contains("8;5;"), "a colour is set: {written:?}");
}

#[test]
fn prompts_can_be_had_on_a_terminal() {
    let bench = Bench::new();
    bench.run("solve tictactoe").ok();
    for (arguments, environment) in
        [("play tictactoe --plain", [("TERM", "xterm")]), ("play tictactoe", [("TERM", "dumb")])]
    {
        let mut terminal = Terminal::start(&bench, arguments, &environment);
        terminal.wait_for("first player> ");
        assert!(!terminal.parser.screen().alternate_screen());
        terminal.press("value\nquit\n");
        terminal.wait_for("first player to move: tie in 9");
        terminal.wait_for("bye");
        terminal.is_given_back(0);
    }
}

/// A window that is closed takes the game with it: nothing is left that reads a terminal which is gone.
#[test]
fn a_terminal_that_goes_away_ends_the_game() {
    for arguments in ["play tictactoe --computer none", "play tictactoe --computer none --plain"] {
        let bench = Bench::new();
        bench.run("solve tictactoe").ok();
        let mut terminal = Terminal::start(&bench, arguments, &[]);
        terminal.wait_for(if arguments.ends_with("plain") { "first player>" } else { "Moves" });
        terminal.hang_up();
        let begin = Instant::now();
        while terminal.child.try_wait().expect("its state is known").is_none() {
            assert!(begin.elapsed() < Duration::from_secs(20), "{arguments}: it goes on");
            thread::sleep(Duration::from_millis(50));
        }
    }
}
