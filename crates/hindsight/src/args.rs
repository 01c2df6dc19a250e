//! What can be typed. One declaration feeds the parser, the help, the man page and the completions.

mod choices;
mod cluster;
mod serving;

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, CommandFactory, Parser, Subcommand};
use hindsight_games::catalogue;
use hindsight_players::{NodeBudget, PlayerName, Strength};
use hindsight_solve::Bytes;

pub use self::choices::{
    AnalysisFormat, AnalysisScope, Computer, DeviceChoice, ExportFormat, Grouping, SurveyScope,
    TextFormat,
};
pub use self::cluster::{ClusterCommand, ScriptArgs};
pub use self::serving::{LogFormat, ServeArgs};

const EXAMPLES: &str = "\
Examples:
  hindsight games                            what there is to solve
  hindsight solve quixo --variant 4x4        solve it, tables go to ./data
  hindsight query quixo --variant 4x4        who wins, and which moves keep it
  hindsight analyze quixo --variant 4x4      how many positions are won, lost, drawn
  hindsight play quixo --variant 4x4         play against perfect play

Values are those of the player to move: win, lose, tie (ends level) or draw (never ends). The
remoteness is the number of plies to the end when the winner hurries and the loser delays.

Exit codes: 0 success, 1 failure (a damaged file, a full disk), 2 a request that cannot be met
(an unknown game, a game that is not solved), 130 stopped.";

/// Strongly solves board games, keeps the answers, and shows them.
///
/// Without a command it serves the solved games to a browser, as `serve` does.
#[derive(Debug, Parser)]
#[command(name = "hindsight", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub struct CommandLine {
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl CommandLine {
    /// The declaration, for the man page.
    pub fn declaration() -> clap::Command {
        <CommandLine as CommandFactory>::command()
    }

    /// The same with the names that games and players have, for completions. What is typed is not held
    /// to them: a wrong name gets a better answer from those who know the names.
    pub fn with_names() -> clap::Command {
        let games = catalogue().iter().map(|about| about.id);
        let names = [
            ("game", PossibleValuesParser::new(games)),
            ("first", PossibleValuesParser::new(PlayerName::EXAMPLES)),
            ("second", PossibleValuesParser::new(PlayerName::EXAMPLES)),
            ("strength", PossibleValuesParser::new(Strength::NAMES)),
        ];
        let mut declaration = CommandLine::declaration();
        for command in declaration.get_subcommands_mut() {
            *command = command.clone().mut_args(|argument| {
                match names.iter().find(|(name, _)| argument.get_id() == *name) {
                    Some((_, known)) => argument.value_parser(known.clone()),
                    None => argument,
                }
            });
        }
        declaration
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the games and their variants
    #[command(after_help = "\
Examples:
  hindsight games              the list
  hindsight games quixo        the rules and the notation of one game
  hindsight games --json       for programs

Sizes of boards are columns x rows. Where the catalogue has them the other way round, both are taken:
quixo 4x5 and 5x4 are the same board, and `hindsight games quixo` says so.")]
    Games {
        /// A game whose rules and notation to explain
        game: Option<String>,
        /// Print JSON: an array of games with id, name, summary, help and variants
        #[arg(long)]
        json: bool,
    },
    /// Say what solving a game takes, before solving it
    ///
    /// Counts tiers (positions that share what never comes back), units (tiers that are solved
    /// together) and slots (numbers for positions up to symmetry), and says what memory, disk and
    /// time solving takes. For the time, the moves of a sample of slots are found and timed, which
    /// takes a second or two; it is right within a factor of two or so.
    #[command(after_help = "\
Examples:
  hindsight estimate quixo                   5x5: would this machine do?
  hindsight estimate quixo --memory 256GiB   would that one?
  hindsight estimate quixo --ranks 4 --memory-per-rank 100GiB   would four of them, together?
  hindsight estimate quixo --format json")]
    Estimate {
        #[command(flatten)]
        game: GameArgs,
        /// The memory to compare with [default: what this machine has free]
        #[arg(long, value_name = "SIZE")]
        memory: Option<Bytes>,
        /// Plan for so many processes that work together, as mpirun starts them
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=65536))]
        ranks: Option<u32>,
        /// The memory that each of them may use
        #[arg(long, value_name = "SIZE", requires = "ranks")]
        memory_per_rank: Option<Bytes>,
        /// How to print it
        #[arg(long, value_enum, default_value_t)]
        format: TextFormat,
    },
    /// Solve a game and keep the answers
    ///
    /// Skips what is solved and goes on where it was interrupted: Ctrl-C, or even pulling the plug,
    /// loses a few seconds of work.
    #[command(after_help = "\
Examples:
  hindsight solve tictactoe
  hindsight solve quixo --variant 4x4 --data /srv/tables
  hindsight solve quixo --variant 4x5 --memory 12GiB --threads 8
  hindsight solve quixo --variant 4x4 --force      forget the tables and start over
  hindsight solve mutorere --draws levels          then tell the draws apart, too
  mpirun -n 4 hindsight solve quixo --data /shared --memory 100GiB    four processes together

With --draws the game is solved if it is not, and then its draws are told apart, in tables beside those
of the values: by levels (pure-draw analysis: who is nearer to a mistake), or by the tier in which they
end up, tiers being valued by ratio (how much is won there), by difference (of pieces), by own (how easily
a fallible opponent goes wrong there; positions are told apart by who is to move), or by a file with the
columns tier,value. --force then forgets what was told about draws, not the values.")]
    Solve {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        data: DataArgs,
        /// Threads to use [default: as many as there are cores]
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
        /// The most memory to use, such as 16GiB; under mpirun, for each process [default: what this machine
        /// has free]
        #[arg(long, visible_alias = "memory-per-rank", value_name = "SIZE")]
        memory: Option<Bytes>,
        /// Forget what was solved before
        #[arg(long)]
        force: bool,
        /// Solve no further than this level, for games such as Quarto that are searched beyond it
        #[arg(long, value_name = "LEVEL")]
        boundary: Option<u32>,
        /// What does the work
        #[arg(long, value_enum, default_value_t)]
        device: DeviceChoice,
        /// Tell draws apart: levels, ratio, difference, own, or a file of tiers' values
        #[arg(long, value_name = "HOW", conflicts_with = "boundary")]
        draws: Option<String>,
    },
    /// Count the positions of a solved game by value and remoteness
    ///
    /// Counts the positions that the start leads to, or with --scope all every position that has a slot,
    /// whether play leads there or not, or with --scope roots those of the game's root tiers only. The canonical column counts
    /// positions that are one another's images under the game's symmetries once.
    #[command(after_help = "\
Examples:
  hindsight analyze quixo --variant 4x4
  hindsight analyze quixo --variant 4x4 --by tier
  hindsight analyze quixo --variant 4x4 --format csv > counts.csv
  hindsight analyze xiangqi --variant 4 --scope all
  hindsight analyze mutorere --draws levels --format csv

The csv has the columns value,remoteness,positions,canonical; --by tier puts the tier first. The
remoteness of a draw is empty. The json has everything, tiers and longest games included. With --draws
levels the columns are class,level,remoteness,pure,positions,canonical, with another --draws
class,heading,positions,canonical, where class is the value of the tier in which draws end up.")]
    Analyze {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        data: DataArgs,
        /// How to print it
        #[arg(long, value_enum, default_value_t)]
        format: AnalysisFormat,
        /// Count each tier for itself
        #[arg(long, value_name = "WHAT")]
        by: Option<Grouping>,
        /// Which positions to count
        #[arg(long, value_enum, default_value_t)]
        scope: AnalysisScope,
        /// What does the work
        #[arg(long, value_enum, default_value_t)]
        device: DeviceChoice,
        /// Count draws only, told apart as `solve --draws` did
        #[arg(long, value_name = "HOW", conflicts_with = "by")]
        draws: Option<String>,
    },
    /// Solve a game and count its positions without keeping tables
    ///
    /// For games whose tables are too large to keep. Values stay in memory, on a GPU in its own, as long
    /// as something is left that leads to them. The counts of every tier go to a file as soon as they are
    /// there, and tiers that are in the file are not counted again, so that a survey can be made in as
    /// many runs as it takes.
    #[command(after_help = "\
Examples:
  hindsight survey xiangqi --variant 6 --scope roots --device gpu --seconds 600 counts.csv
  hindsight survey morris --variant nine:3-12,3-12 --device gpu counts.csv
  hindsight survey morris --variant nine --draws difference --verify --device gpu classes.csv

The csv has the columns tier,value,remoteness,positions,canonical, and for every tier that is counted
completely a row with the value 'total'. Where a game tells positions apart that have a slot and that no
play leads to, as Quarto does, they have a row with the value 'unreachable' and are in no other but the total.")]
    Survey {
        #[command(flatten)]
        game: GameArgs,
        /// The file that the counts are added to
        counts: PathBuf,
        /// Which positions to count
        #[arg(long, value_enum, default_value_t = SurveyScope::All)]
        scope: SurveyScope,
        /// The most memory of this machine to use, such as 16GiB [default: what it has free]
        #[arg(long, value_name = "SIZE")]
        memory: Option<Bytes>,
        /// Derive every value again from those of its moves, before it is counted
        #[arg(long)]
        verify: bool,
        /// Stop after so many seconds
        #[arg(long, value_name = "N")]
        seconds: Option<u64>,
        /// What does the work
        #[arg(long, value_enum, default_value_t)]
        device: DeviceChoice,
        /// Count draws only, ranked by ratio, difference, own or a file of tiers' values: writes the file anew,
        /// with class, heading, positions, canonical
        #[arg(long, value_name = "HOW", conflicts_with_all = ["scope", "seconds", "values"])]
        draws: Option<String>,
        /// Keep the values of the levels that take up to 64 MiB in this folder, where a GPU goes level by
        /// level, as it does with Quarto: Quarto's opening tables are made from them
        #[arg(long, value_name = "FOLDER")]
        values: Option<PathBuf>,
    },
    /// Tell the value of a position and of its moves
    #[command(after_help = "\
Examples:
  hindsight query tictactoe                  the start
  hindsight query tictactoe x-o/-x-/---
  hindsight query quixo XO--/----/----/---X:o --variant 4x4 --format json
  hindsight query tictactoe --proof --depth 2 > certificate.json

`hindsight games GAME` explains how positions are written. A position that begins with '-' is taken
as a position, not as an option. The json has position, value, remoteness and moves, each with move,
position, value and remoteness of the position moved to, as seen by the player to move there.")]
    Query {
        #[command(flatten)]
        game: GameArgs,
        /// The position [default: the start]
        #[arg(allow_hyphen_values = true)]
        position: Option<String>,
        #[command(flatten)]
        data: DataArgs,
        /// How to print it
        #[arg(long, value_enum, default_value_t)]
        format: TextFormat,
        /// Print a certificate instead, which tools/check_proof.py checks without this program
        #[arg(long)]
        proof: bool,
        /// How many moves ahead the certificate goes
        #[arg(long, value_name = "N", default_value_t = 1, requires = "proof", value_parser = clap::value_parser!(u32).range(1..=64))]
        depth: u32,
    },
    /// Write the tables of a solved game as the files of another program
    ///
    /// Malom's files (Gévay and Danner 2014) have the values of Nine Men's Morris, Lasker Morris and Morabaraba:
    /// a .sec2 file for every tier, and one .secval file with what tiers are worth. `query` answers from such
    /// files with --data malom:FOLDER.
    #[command(after_help = "\
Examples:
  hindsight export morris --variant nine:4,4 --format malom FOLDER
  hindsight export morris --variant nine --draws ratio --format malom FOLDER
  hindsight query morris --variant nine --data malom:FOLDER")]
    Export {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        data: DataArgs,
        /// Whose files to write
        #[arg(long, value_enum)]
        format: ExportFormat,
        /// Rank draws as `solve --draws` did; otherwise all draws are alike
        #[arg(long, value_name = "HOW")]
        draws: Option<String>,
        /// The folder that the files go to
        folder: PathBuf,
    },
    /// Check every stored value against those of its moves
    ///
    /// Reads every byte of the tables, tests the checksums, and derives every value again from the
    /// values of the moves, with code that the solver does not use. With --key it also checks who signed
    /// the tables.
    #[command(after_help = "\
Examples:
  hindsight verify quixo --variant 4x4
  hindsight verify quixo --variant 4x4 --key tables.pub")]
    Verify {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        data: DataArgs,
        /// What does the work
        #[arg(long, value_enum, default_value_t)]
        device: DeviceChoice,
        /// Under mpirun, the most memory for each process; tables that do not fit are split [default: its
        /// part of what the machine has free]
        #[arg(long, visible_alias = "memory-per-rank", value_name = "SIZE")]
        memory: Option<Bytes>,
        /// Check first that this key signed the tables: a file, or the key itself
        #[arg(long, value_name = "KEY")]
        key: Option<String>,
    },
    /// Sign the tables of a game, for whoever gets them from you
    ///
    /// Signs the manifest, which has the hash of every table, with a secret key of minisign, and puts
    /// manifest.json.minisig beside it. Only what `verify` went through can be signed. A password is taken
    /// from HINDSIGHT_KEY_PASSWORD or asked for on a terminal.
    #[command(after_help = "\
Examples:
  hindsight key tables                                         makes tables.key and tables.pub
  hindsight sign quixo --variant 4x4 --key tables.key
  hindsight verify quixo --variant 4x4 --key tables.pub        by whoever got the tables
  minisign -V -p tables.pub -m data/quixo/4x4/manifest.json    the signature alone, without this program")]
    Sign {
        #[command(flatten)]
        game: GameArgs,
        #[command(flatten)]
        data: DataArgs,
        /// The secret key
        #[arg(long, value_name = "FILE")]
        key: PathBuf,
    },
    /// Make a pair of keys, to sign tables and to check signatures
    ///
    /// The keys are those of minisign. The secret one has a password if HINDSIGHT_KEY_PASSWORD is set.
    #[command(after_help = "\
Examples:
  hindsight key tables      makes tables.key, to be kept secret, and tables.pub")]
    Key {
        /// The name of both files, without what follows the dot
        name: PathBuf,
    },
    /// Prepare a solve on several machines
    #[command(subcommand)]
    Cluster(ClusterCommand),
    /// Test whether a game's rules, index and notation agree with each other
    ///
    /// For authors of games: takes sampled positions and tests that moves and un-moves are inverse,
    /// that symmetries commute with moves, and that index and notation go there and back. Needs no
    /// tables.
    #[command(after_help = "\
Examples:
  hindsight check fivefieldkono
  hindsight check quixo --variant 4x4 --samples 1000000")]
    Check {
        #[command(flatten)]
        game: GameArgs,
        /// Positions to sample
        #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
        samples: u64,
    },
    /// Play a game in the terminal, against the computer or with a friend
    ///
    /// On a terminal the board is drawn in colour (not where NO_COLOR is set) beside the list of the
    /// moves: arrows and Enter choose one, h shows what each is worth, ? lists all keys. On pipes, or
    /// with --plain, there is a prompt: type moves as the game writes them; `help` lists the other
    /// words. A small game that is not solved yet is solved first; in a large one the computer searches for
    /// its moves, which are then sensible, but not perfect.
    #[command(after_help = "\
Examples:
  hindsight play tictactoe
  hindsight play quixo --variant 4x4 --computer first
  hindsight play quixo                       5x5, unless it is solved: the computer searches
  hindsight play quixo --unsolved            5x5 by the rules alone, for two people
  echo 'b2 hint quit' | tr ' ' '\\n' | hindsight play tictactoe --computer none")]
    Play(PlayArgs),
    /// Let two players play games against each other
    ///
    /// Players are `perfect` (by the tables; one of the best moves at random), `mistakes:SHARE` (perfect,
    /// but a share of its moves is drawn from all moves), `search` (alpha-beta with nothing but the rules)
    /// and `random`. They change sides after each game. The same seed gives the same games, whatever the
    /// number of threads. A game is a draw when a number of plies in a row could all be taken back, or,
    /// in games that do not tell, when a position comes for the third time.
    #[command(
        name = "match",
        after_help = "\
Examples:
  hindsight match tictactoe --first perfect --second mistakes:0.2 --games 1000
  hindsight match morris --variant nine --first search --second random --games 20 --nodes 10000-20000
  hindsight match quixo --variant 4x4 --first perfect --second search --games 50 --save games.txt

The csv has a row for all games, for those in which the first player moved first, and for the others:
player,opponent,side,games,wins,draws,losses and the share of each with the ends of its 95% interval.
The json has every game with its moves, as has the file that --save writes: a game on a line, with tabs
between its number, who moves first, who second, the result, why it ended, and the moves."
    )]
    Match(MatchArgs),
    /// Serve the solved games to a browser
    #[command(after_help = "\
Examples:
  hindsight serve
  hindsight serve --addr 0.0.0.0:80 --data /srv/tables
  hindsight serve --host games.example --proxy 127.0.0.1 --log json    behind a reverse proxy
  hindsight serve --origin https://uni.example    solve games for visitors of a GamesmanUni

docs/running.md is about running a server in public.")]
    Serve(ServeArgs),
    /// Write a site of files: the page with all games, for any server of files, no program behind it
    ///
    /// The browser solves small games itself. Games that are solved in the data folder, however large, have their
    /// tables in the site.
    #[command(after_help = "\
Examples:
  hindsight site public
  python3 -m http.server --directory public
  hindsight site public --data /srv/tables    with the tables of games that are solved there

docs/site.md says what is in the folder, and what servers must do.")]
    Site {
        /// The folder, which is made if it is missing; one that has a site gets the new one in its place
        #[arg(value_name = "DIR")]
        folder: PathBuf,
        #[command(flatten)]
        data: DataArgs,
    },
    /// Write a file with the rules of a small game, to begin a game of your own with
    ///
    /// The file is commented line by line. docs/rules-files.md has all words of the language.
    #[command(after_help = "\
Examples:
  hindsight new mine.game
  hindsight explain mine.game      what the text means
  hindsight solve mine.game
  hindsight play mine.game")]
    New {
        /// The file to write, which must not exist; its name ends with .game
        file: PathBuf,
    },
    /// Say the rules in a file back in plain sentences, with some positions and moves
    #[command(after_help = "\
Examples:
  hindsight explain mine.game
  hindsight explain library/hexapawn.game --variant 4,4")]
    Explain {
        /// The file with the rules
        file: PathBuf,
        /// The values of its options, separated by commas [default: the first of each]
        #[arg(long, value_name = "V")]
        variant: Option<String>,
    },
    /// Print completions for a shell
    #[command(after_help = "\
Examples:
  hindsight completions bash > ~/.local/share/bash-completion/completions/hindsight
  hindsight completions zsh > ~/.zfunc/_hindsight
  hindsight completions fish > ~/.config/fish/completions/hindsight.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(hide = true)]
    Man,
}

/// Which game.
#[derive(Clone, Debug, Args)]
pub struct GameArgs {
    /// The game, as `hindsight games` lists it, or a file with its rules (NAME.game)
    pub game: String,
    /// The variant [default: the game's first]
    #[arg(long, value_name = "V")]
    pub variant: Option<String>,
}

/// Where the tables are.
#[derive(Clone, Debug, Args)]
pub struct DataArgs {
    /// The folder with the tables
    #[arg(long = "data", value_name = "DIR", default_value = DEFAULT_DATA)]
    pub dir: PathBuf,
}

/// The folder with the tables where none is given.
pub const DEFAULT_DATA: &str = "data";

#[derive(Clone, Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub data: DataArgs,
    /// Which side the computer plays
    #[arg(long, value_enum, default_value_t)]
    pub computer: Computer,
    /// How strong the computer is: beginner, easy, medium, strong or perfect
    #[arg(long, value_name = "LEVEL", default_value_t)]
    pub strength: Strength,
    /// Where to start [default: the game's start]
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    pub from: Option<String>,
    /// Use the prompt, on a terminal too
    #[arg(long)]
    pub plain: bool,
    /// Do without the tables: two people play, and values are shown only if they are known
    #[arg(long, conflicts_with = "computer")]
    pub unsolved: bool,
}

#[derive(Clone, Debug, Args)]
pub struct MatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub data: DataArgs,
    /// One player, who moves first in the first game
    #[arg(long, value_name = "PLAYER")]
    pub first: PlayerName,
    /// The other player
    #[arg(long, value_name = "PLAYER")]
    pub second: PlayerName,
    /// How many games to play
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub games: u64,
    /// What makes games differ
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// How many positions `search` looks at before a move: a number, or a range to draw from
    #[arg(long, value_name = "A-B", default_value_t = NodeBudget::DEFAULT)]
    pub nodes: NodeBudget,
    /// After how many plies that could all be taken back a game is a draw
    #[arg(long, value_name = "PLIES", default_value_t = 50)]
    pub no_progress_limit: u32,
    /// Threads to use [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub format: AnalysisFormat,
    /// A file to write the games to
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_declaration_is_sound() {
        CommandLine::declaration().debug_assert();
        CommandLine::with_names().debug_assert();
    }
}
