//! Draws told apart: solving, verifying and counting the families of tables that do so, and what they add
//! to an answer.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_core::{AnyPosition, Code, Kind, Numbered, Outcome, Turns};
use hindsight_solve::{
    self as solve, Control, DrawLevel, DrawOrder, DrawRank, Scope, TierValues, TierValuesError,
    VerifyReport,
};
use hindsight_store::{
    Damage, Disk, Fingerprint, GameId, Part, Store, StoreError, SystemDisk, read_text,
};

use crate::draw_report::{
    DrawAnalysis, DrawAnswer, LevelAnswer, LevelCounted, RankAnswer, RankCounted, SolvedDraws,
    VerifiedDraws,
};
use crate::error::OracleError;
use crate::oracle::{Located, Oracle, SolveOptions};
use crate::report::Answer;

/// By what draws are told apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DrawsBy {
    /// By who is nearer to a mistake: the pure-draw analysis of GamesmanClassic.
    Levels,
    /// By the tier in which they end up, and tiers by how much is won in them.
    Ratio,
    /// By the tier in which they end up, and tiers by the difference of pieces.
    Difference,
    /// By the tier in which they end up, and tiers by a table of values.
    File(PathBuf),
}

impl DrawsBy {
    /// The choice that a word on the command line stands for; any other word is a file.
    pub fn from_name(name: &str) -> DrawsBy {
        match name {
            "levels" => DrawsBy::Levels,
            "ratio" => DrawsBy::Ratio,
            "difference" => DrawsBy::Difference,
            path => DrawsBy::File(path.into()),
        }
    }

    /// The word for it in answers.
    pub const fn name(&self) -> &'static str {
        match self {
            DrawsBy::Levels => "levels",
            DrawsBy::Ratio => "ratio",
            DrawsBy::Difference => "difference",
            DrawsBy::File(_) => "file",
        }
    }

    /// The name of the family of tables.
    fn family(&self) -> String {
        format!("draws-{}", self.name())
    }
}

/// The families that there can be, in the order in which moves are sorted by them.
fn families() -> [DrawsBy; 4] {
    [DrawsBy::File(PathBuf::new()), DrawsBy::Ratio, DrawsBy::Difference, DrawsBy::Levels]
}

/// The file that keeps what tiers are worth, beside the tables that depend on it.
const VALUES_FILE: &str = "values.csv";

/// A family of tables that is there and complete.
#[derive(Clone, Debug)]
pub(crate) struct Family {
    by: DrawsBy,
    store: Arc<Store>,
    /// What tiers are worth, where draws are ranked.
    values: Option<Arc<TierValues>>,
}

/// More tiers of one value than these are not named.
const MOST_TIERS_NAMED: usize = 4;

impl Family {
    fn order(&self) -> DrawOrder<'_> {
        match &self.values {
            Some(values) => DrawOrder::Ranks(values),
            None => DrawOrder::Levels,
        }
    }

    /// The names of the tiers of a value.
    fn heading(&self, index: &dyn Numbered, class: i32) -> Vec<String> {
        let tiers = self.values.iter().flat_map(|values| values.tiers_of(class));
        let mut names: Vec<String> = tiers.map(|tier| index.tier_name(tier)).collect();
        names.sort();
        if names.len() > MOST_TIERS_NAMED { Vec::new() } else { names }
    }
}

/// The families that were found when last looked for.
#[derive(Debug, Default)]
pub(crate) struct Families(Mutex<Option<Vec<Family>>>);

impl Families {
    fn get(&self) -> Option<Vec<Family>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, families: Option<Vec<Family>>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = families;
    }
}

impl Oracle {
    /// Tells the draws of a solved game apart, with the threads of the current rayon pool.
    pub fn solve_draws(
        &self,
        by: &DrawsBy,
        options: &SolveOptions,
        control: &Control,
    ) -> Result<SolvedDraws, OracleError> {
        if self.kind() == Kind::Puzzle {
            return Err(self.no_draws("a puzzle has nobody to draw with"));
        }
        let values = self.complete_store()?;
        let index = &*self.index()?;
        let of_tiers = self.tier_values(by, index, &values, control)?;
        let id = self.family_id(index, self.rules(), of_tiers.as_ref());
        let (disk, root) = (Arc::clone(self.data.disk()), self.data.root());
        let family = Store::create_family_on(disk, root, &id, &by.family(), options.force)?;
        if let Some(of_tiers) = &of_tiers {
            family.write_note(VALUES_FILE, &of_tiers.write(index))?;
        }
        let order = of_tiers.as_ref().map_or(DrawOrder::Levels, DrawOrder::Ranks);
        self.forget_draws();
        let backend = self.backend(options.device)?;
        let report =
            solve::solve_draws(index, order, &values, &family, &*backend, options.memory, control)?;
        // Whoever asked meanwhile has seen what was there before.
        self.forget_draws();
        Ok(SolvedDraws {
            name: self.name.clone(),
            by: by.name(),
            labelled_tiers: report.labelled_tiers,
            skipped_tiers: report.skipped_tiers,
            table_bytes: report.table_bytes,
        })
    }

    /// Looks for the tables that tell draws apart anew when they are needed next.
    pub(crate) fn forget_draws(&self) {
        self.families.set(None);
    }

    fn no_draws(&self, why: &str) -> OracleError {
        OracleError::Draws { name: self.name.clone(), why: why.to_owned() }
    }

    /// What tiers are worth, where draws are ranked.
    fn tier_values(
        &self,
        by: &DrawsBy,
        index: &dyn Numbered,
        values: &Store,
        control: &Control,
    ) -> Result<Option<TierValues>, OracleError> {
        let refused = |cause: TierValuesError| self.no_draws(&cause.to_string());
        Ok(Some(match by {
            DrawsBy::Levels => return Ok(None),
            DrawsBy::Ratio => TierValues::by_ratio(index, values, control)?,
            DrawsBy::Difference => TierValues::by_difference(index).map_err(refused)?,
            DrawsBy::File(path) => {
                let text = read_text(&SystemDisk, path).map_err(|cause| {
                    self.no_draws(&format!("cannot read {}: {cause}", path.display()))
                })?;
                let named = |cause| self.no_draws(&format!("{}: {cause}", path.display()));
                TierValues::read(index, &text).map_err(named)?
            }
        }))
    }

    /// The identity of a family, given the fingerprint of the game's rules.
    fn family_id(
        &self,
        index: &dyn Numbered,
        rules: Fingerprint,
        of_tiers: Option<&TierValues>,
    ) -> GameId {
        self.id(of_tiers.map_or(rules, |values| values.fingerprint(index, rules)))
    }

    /// A family beside a store of values; `None` where it is not there, or not complete.
    fn open_family(
        &self,
        index: &dyn Numbered,
        values: &Store,
        by: &DrawsBy,
    ) -> Result<Option<Family>, StoreError> {
        let (disk, root) = (self.data.disk(), self.data.root());
        let folder = Store::family_folder(root, values.id(), &by.family());
        // What tiers are worth is written before the first manifest is.
        let is_manifest = |name: &String| name == "manifest.json";
        match disk.names(&folder) {
            Ok(names) if names.iter().any(is_manifest) => {}
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                return Err(StoreError::Io { action: "read", path: folder, cause });
            }
            _ => return Ok(None),
        }
        let of_tiers = match by {
            DrawsBy::Levels => None,
            _ => Some(Arc::new(read_values(&**disk, index, &folder)?)),
        };
        // The rules that the values were opened under: finding them anew takes seconds.
        let id = self.family_id(index, values.id().rules, of_tiers.as_deref());
        let store = match Store::open_family_on(Arc::clone(disk), root, &id, &by.family()) {
            Err(StoreError::NothingSolved { .. }) => return Ok(None),
            opened => opened?.with_cache(Arc::clone(self.data.cache())),
        };
        let family = Family { by: by.clone(), store: Arc::new(store), values: of_tiers };
        Ok(Some(family).filter(|family| family.store.is_complete()))
    }

    /// The families that are there and complete. One that belongs to other rules is as good as none.
    fn families(&self, index: &dyn Numbered, values: &Store) -> Result<Vec<Family>, OracleError> {
        if let Some(known) = self.families.get() {
            return Ok(known);
        }
        let mut found = Vec::new();
        for by in families() {
            match self.open_family(index, values, &by) {
                Err(StoreError::OtherRules { .. }) => {}
                opened => found.extend(opened?),
            }
        }
        // A family may come later: only what is there can be kept.
        if !found.is_empty() {
            self.families.set(Some(found.clone()));
        }
        Ok(found)
    }

    fn family(
        &self,
        index: &dyn Numbered,
        values: &Store,
        by: &DrawsBy,
    ) -> Result<Family, OracleError> {
        let mut families = self.families(index, values)?.into_iter();
        let found = families.find(|family| family.by.name() == by.name());
        found.ok_or_else(|| {
            let solve =
                format!("hindsight solve {} --variant {}", self.name.game, self.name.variant);
            self.no_draws(&format!(
                "its draws are not told apart by {0} yet; {solve} --draws {0} does it",
                by.name()
            ))
        })
    }

    /// Verifies all families that are there.
    pub fn verify_draws(&self, control: &Control) -> Result<Vec<VerifiedDraws>, OracleError> {
        let values = self.store()?;
        if !values.is_complete() {
            return Ok(Vec::new());
        }
        let index = &*self.index()?;
        let mut verified = Vec::new();
        for by in families() {
            // One that does not belong to these values may be damaged, and is not passed over here.
            let Some(family) = self.open_family(index, &values, &by)? else { continue };
            let order = family.order();
            let report = solve::verify_draws(index, order, &values, &family.store, control)?;
            let (tiers, positions) = (report.tables, report.draws);
            let noted = VerifyReport { tiers, positions, ..VerifyReport::default() };
            self.note_verified(&family.store, &noted, false);
            let by = by.name();
            verified.push(VerifiedDraws { by, tables: report.tables, draws: report.draws });
        }
        Ok(verified)
    }

    /// The tables that tell draws apart, of all families that are there.
    pub(crate) fn family_stores(&self, values: &Store) -> Result<Vec<Arc<Store>>, OracleError> {
        let index = &*self.index()?;
        let open = |by| Ok(self.open_family(index, values, &by)?.map(|family| family.store));
        families().into_iter().filter_map(|by| open(by).transpose()).collect()
    }

    /// Counts the draws of a scope.
    pub fn analyze_draws(
        &self,
        by: &DrawsBy,
        scope: Scope,
        control: &Control,
    ) -> Result<DrawAnalysis, OracleError> {
        let values = self.complete_store()?;
        let index = &*self.index()?;
        let family = self.family(index, &values, by)?;
        let (mut levels, mut ranks) = (Vec::new(), Vec::new());
        match &family.values {
            None => {
                let counts = solve::count_levels(index, &values, &family.store, scope, control)?;
                levels.extend(counts.rows().map(|(level, pure, count)| LevelCounted {
                    level: LevelAnswer::new(level, pure),
                    positions: count.positions,
                    canonical: count.canonical,
                }));
            }
            Some(of_tiers) => {
                let store = &family.store;
                let counts = solve::count_ranks(index, of_tiers, &values, store, scope, control)?;
                ranks.extend(counts.rows().map(|(class, count)| RankCounted {
                    class,
                    heading: family.heading(index, class),
                    positions: count.positions,
                    canonical: count.canonical,
                }));
            }
        }
        Ok(DrawAnalysis { name: self.name.clone(), by: by.name(), levels, ranks })
    }

    /// Adds to an answer what is known of its draws.
    pub(crate) fn add_draws(
        &self,
        answer: &mut Answer,
        located: &Located,
    ) -> Result<(), OracleError> {
        let is_draw = |outcome: Outcome| outcome == Outcome::Draw;
        let has_draws = is_draw(answer.verdict.into())
            || answer.moves.iter().any(|it| is_draw(it.verdict.into()));
        let Located { position, index, store: Some(values), .. } = located else { return Ok(()) };
        if !has_draws || self.kind() == Kind::Puzzle {
            return Ok(());
        }
        let index = &**index;
        let families = self.families(index, values)?;
        if families.is_empty() {
            return Ok(());
        }
        if is_draw(answer.verdict.into()) {
            answer.draw = Some(self.draw(index, &families, position, None)?);
        }
        for (told, child) in answer.moves.iter_mut().zip(self.rules.moves(position)) {
            if is_draw(told.verdict.into()) {
                told.draw = Some(self.draw(index, &families, &child, Some(position))?);
            }
        }
        Ok(())
    }

    /// What is known of a draw, perhaps as the child of a position.
    fn draw(
        &self,
        index: &dyn Numbered,
        families: &[Family],
        position: &AnyPosition,
        parent: Option<&AnyPosition>,
    ) -> Result<DrawAnswer, OracleError> {
        let place = index.locate(position);
        let tier = index.tier_name(place.tier);
        let mut answer = DrawAnswer::default();
        for family in families {
            let code = |column: &str| -> Result<Code, OracleError> {
                Ok(family.store.table(&format!("{tier}{column}"))?.get(place.slot)?)
            };
            let (class, depth) = (code(".class")?, code(".depth")?);
            let contradiction = || self.contradiction(position);
            match &family.values {
                None => {
                    let level = DrawLevel::of_codes(class, depth).ok_or_else(contradiction)?;
                    let impure = code(".impure")?.outcome().and_then(Outcome::remoteness);
                    let turn = Turns::of(self.rules.turn(position)).bits();
                    let pure = impure.is_none_or(|turns| turns as u8 & turn == 0);
                    answer.level = Some(LevelAnswer::new(level, pure));
                }
                Some(values) => {
                    let rank = DrawRank::of_codes(class, depth).ok_or_else(contradiction)?;
                    let own = values.get(place.tier);
                    let worth = parent.map_or(rank, |parent| {
                        rank.shifted(own + values.get(index.tier_of(parent))).as_seen_by_mover()
                    });
                    answer.ranks.push(RankAnswer {
                        by: family.by.name(),
                        class: rank.key + own,
                        heading: family.heading(index, rank.key + own),
                        key: rank.key,
                        depth: rank.depth,
                        worth,
                    });
                }
            }
        }
        Ok(answer)
    }
}

/// The values that a family depends on.
fn read_values(
    disk: &dyn Disk,
    index: &dyn Numbered,
    folder: &Path,
) -> Result<TierValues, StoreError> {
    let path = folder.join(VALUES_FILE);
    let text = match read_text(disk, &path) {
        Ok(text) => text,
        Err(cause) => return Err(StoreError::Io { action: "read", path, cause }),
    };
    TierValues::read(index, &text).map_err(|_| {
        let what = "it does not say what the tiers are worth";
        Damage { file: path, part: Part::File, what }.into()
    })
}
