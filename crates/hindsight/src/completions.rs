//! Completions for shells, with the names of games.

use std::fmt::Write;

use clap_complete::Shell;
use hindsight_games::catalogue;

use crate::args::CommandLine;

/// The script that a shell reads.
pub fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    let mut declaration = CommandLine::with_names();
    clap_complete::generate(shell, &mut declaration, "hindsight", &mut script);
    if shell == Shell::Fish {
        script.extend(games_for_fish(&declaration).bytes());
    }
    script
}

/// The games behind the commands that take one: clap tells fish the values of options only.
fn games_for_fish(declaration: &clap::Command) -> String {
    let takes_game = |command: &&clap::Command| {
        command.get_positionals().any(|argument| argument.get_id() == "game")
    };
    let commands: Vec<&str> =
        declaration.get_subcommands().filter(takes_game).map(clap::Command::get_name).collect();
    let mut lines = String::new();
    for about in catalogue() {
        // Writing to a string cannot fail.
        let _ = writeln!(
            lines,
            "complete -c hindsight -n \"__fish_hindsight_using_subcommand {}\" -f -a {} -d '{}'",
            commands.join(" "),
            about.id,
            about.name.replace('\'', "\\'"),
        );
    }
    lines
}
