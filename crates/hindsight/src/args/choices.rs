//! What can be chosen by a word: devices, formats, scopes.

use clap::ValueEnum;
use hindsight_oracle::Device;
use hindsight_solve::Scope;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum DeviceChoice {
    /// A GPU if there is one, the game runs on it and is large; else the processor
    #[default]
    Auto,
    /// The processor
    Cpu,
    /// A GPU
    Gpu,
}

impl From<DeviceChoice> for Device {
    fn from(choice: DeviceChoice) -> Device {
        match choice {
            DeviceChoice::Auto => Device::Auto,
            DeviceChoice::Cpu => Device::Cpu,
            DeviceChoice::Gpu => Device::Gpu,
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum TextFormat {
    /// For people
    #[default]
    Text,
    /// For programs
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AnalysisFormat {
    /// For people
    #[default]
    Table,
    /// For spreadsheets
    Csv,
    /// For programs
    Json,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum AnalysisScope {
    /// Those that the start leads to
    #[default]
    Reachable,
    /// All of the game's root tiers, whether play leads there or not: of an endgame those with just the
    /// men that its name lists. Also called legal
    #[value(alias = "legal")]
    Roots,
    /// All of all tiers, whether play leads there or not: of endgames all that look legal
    All,
}

impl From<AnalysisScope> for Scope {
    fn from(scope: AnalysisScope) -> Scope {
        match scope {
            AnalysisScope::Reachable => Scope::Reachable,
            AnalysisScope::Roots => Scope::Roots,
            AnalysisScope::All => Scope::All,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExportFormat {
    /// Those of Malom
    Malom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SurveyScope {
    /// All positions of the game's root tiers. Also called legal
    #[value(alias = "legal")]
    Roots,
    /// All positions of all tiers
    All,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Grouping {
    /// One group of rows per tier
    Tier,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Computer {
    /// The computer moves first
    First,
    /// The computer moves second
    #[default]
    Second,
    /// Two people play
    None,
}
