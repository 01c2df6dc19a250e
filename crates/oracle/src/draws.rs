//! Draws told apart: solving, verifying and counting the families of tables that do so, and what they add
//! to an answer.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use hindsight_core::{AnyPosition, Code, Kind, Numbered, Outcome, Tier, Turns};
use hindsight_solve::{
    self as solve, Control, Count, Counts, DrawLevel, DrawOrder, DrawRank, MoversApart, Scope,
    TierTally, TierValues, TierValuesError, VerifyReport,
};
use hindsight_store::{
    Damage, Disk, Fingerprint, GameId, Part, Store, StoreError, SystemDisk, read_text,
};

use crate::draw_report::{
    DrawAnalysis, DrawAnswer, LevelAnswer, LevelCounted, RankAnswer, RankCounted, SolvedDraws,
    SurveyedDraws, VerifiedDraws,
};
use crate::error::OracleError;
use crate::oracle::{Located, Oracle, SolveOptions};
use crate::report::Answer;
use crate::surveying::Survey;

/// By what draws are told apart.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum DrawsBy {
    /// By who is nearer to a mistake: the pure-draw analysis of GamesmanClassic.
    Levels,
    /// By the tier in which they end up, and tiers by how much is won in them.
    Ratio,
    /// By the tier in which they end up, and tiers by the difference of pieces.
    Difference,
    /// By the tier in which they end up, and tiers by how easily a fallible opponent goes wrong there:
    /// positions are told apart by who is to move.
    Own,
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
            "own" => DrawsBy::Own,
            path => DrawsBy::File(path.into()),
        }
    }

    /// The word for it in answers.
    pub const fn name(&self) -> &'static str {
        match self {
            DrawsBy::Levels => "levels",
            DrawsBy::Ratio => "ratio",
            DrawsBy::Difference => "difference",
            DrawsBy::Own => "own",
            DrawsBy::File(_) => "file",
        }
    }

    /// The name of the family of tables.
    fn family(&self) -> String {
        format!("draws-{}", self.name())
    }
}

/// The families that there can be, in the order in which moves are sorted by them.
fn families() -> [DrawsBy; 5] {
    let file = DrawsBy::File(PathBuf::new());
    [file, DrawsBy::Ratio, DrawsBy::Difference, DrawsBy::Own, DrawsBy::Levels]
}

impl DrawsBy {
    /// Does something with the game as these tables see it: with the movers told apart, or as it is.
    fn with_game<T>(&self, index: &dyn Numbered, work: impl FnOnce(&dyn Numbered) -> T) -> T {
        match self {
            DrawsBy::Own => work(&MoversApart::new(index)),
            _ => work(index),
        }
    }

    /// The tier of these tables that a position of a tier is in, as the perfect player sees it who is to
    /// move, or has just moved there.
    fn tier(&self, tier: Tier, has_moved: bool) -> Tier {
        match self {
            DrawsBy::Own => MoversApart::doubled(tier, has_moved),
            _ => tier,
        }
    }
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

    /// What a tier is worth.
    pub(crate) fn worth(&self, tier: Tier) -> i32 {
        self.values.as_ref().map_or(0, |values| values.get(tier))
    }

    /// The names of the tiers of a value.
    fn heading(&self, index: &dyn Numbered, class: i32) -> Vec<String> {
        let Some(values) = &self.values else { return Vec::new() };
        self.by.with_game(index, |game| heading(values, game, class))
    }
}

/// The names of the tiers of a value, if there are not many.
fn heading(values: &TierValues, index: &dyn Numbered, class: i32) -> Vec<String> {
    let mut names: Vec<String> = values.tiers_of(class).map(|tier| index.tier_name(tier)).collect();
    names.sort();
    if names.len() > MOST_TIERS_NAMED { Vec::new() } else { names }
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
        let backend = self.backend(options.device)?;
        let count = || Ok(TierValues::count(index, &values, &*backend, control)?);
        let of_tiers = self.tier_values(by, index, count)?;
        let id = self.family_id(by, index, self.rules(), of_tiers.as_ref());
        let (disk, root) = (Arc::clone(self.data.disk()), self.data.root());
        let family = Store::create_family_on(disk, root, &id, &by.family(), options.force)?;
        if let Some(of_tiers) = &of_tiers {
            let text = by.with_game(index, |game| of_tiers.write(game));
            family.write_note(VALUES_FILE, &text)?;
        }
        let order = of_tiers.as_ref().map_or(DrawOrder::Levels, DrawOrder::Ranks);
        self.forget_draws();
        let memory = options.memory;
        let report = by.with_game(index, |game| {
            solve::solve_draws(game, order, &values, &family, &*backend, memory, control)
        })?;
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

    /// What tiers are worth, where draws are ranked, given how to count their positions by value.
    fn tier_values(
        &self,
        by: &DrawsBy,
        index: &dyn Numbered,
        count: impl FnOnce() -> Result<HashMap<Tier, Counts>, OracleError>,
    ) -> Result<Option<TierValues>, OracleError> {
        let refused = |cause: TierValuesError| self.no_draws(&cause.to_string());
        Ok(Some(match by {
            DrawsBy::Levels => return Ok(None),
            DrawsBy::Ratio => TierValues::by_ratio_of(index, &count()?),
            DrawsBy::Own => TierValues::by_mistakes_of(&MoversApart::new(index), &count()?),
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
        by: &DrawsBy,
        index: &dyn Numbered,
        rules: Fingerprint,
        of_tiers: Option<&TierValues>,
    ) -> GameId {
        let of_values =
            |values: &TierValues| by.with_game(index, |game| values.fingerprint(game, rules));
        self.id(of_tiers.map_or(rules, of_values))
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
            _ => {
                let read = |game: &dyn Numbered| read_values(&**disk, game, &folder);
                Some(Arc::new(by.with_game(index, read)?))
            }
        };
        // The rules that the values were opened under: finding them anew takes seconds.
        let id = self.family_id(by, index, values.id().rules, of_tiers.as_deref());
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

    /// The family by which a player tells draws apart. One that was made from another file is refused.
    pub(crate) fn ranked_family(
        &self,
        index: &dyn Numbered,
        values: &Store,
        by: &DrawsBy,
    ) -> Result<Family, OracleError> {
        let family = self.family(index, values, by)?;
        let Some(known) = &family.values else {
            return Err(self.no_draws("levels do not rank draws for a player"));
        };
        if let DrawsBy::File(path) = by {
            let asked = self.tier_values(by, index, || Err(self.no_draws("a file says it")))?;
            if asked.as_ref() != Some(&**known) {
                let path = path.display();
                return Err(
                    self.no_draws(&format!("its draws were ranked by another file than {path}"))
                );
            }
        }
        Ok(family)
    }

    /// The rank of a draw that a player has just moved to, or is to move at.
    fn rank_of(
        &self,
        index: &dyn Numbered,
        family: &Family,
        position: &AnyPosition,
        has_moved: bool,
    ) -> Result<(DrawRank, Tier), OracleError> {
        let place = index.locate(position);
        let own_tier = family.by.tier(place.tier, has_moved);
        let tier = family.by.with_game(index, |game| game.tier_name(own_tier));
        let code = |column: &str| -> Result<Code, OracleError> {
            Ok(family.store.table(&format!("{tier}{column}"))?.get(place.slot)?)
        };
        let rank = DrawRank::of_codes(code(".class")?, code(".depth")?);
        Ok((rank.ok_or_else(|| self.contradiction(position))?, own_tier))
    }

    /// The rank of a draw, to the player to move.
    pub(crate) fn own_rank(
        &self,
        index: &dyn Numbered,
        family: &Family,
        position: &AnyPosition,
    ) -> Result<DrawRank, OracleError> {
        self.rank_of(index, family, position, false).map(|(rank, _)| rank)
    }

    /// What a move from a parent to a draw is worth to the mover.
    pub(crate) fn rank_for_mover(
        &self,
        index: &dyn Numbered,
        family: &Family,
        child: &AnyPosition,
        parent: &AnyPosition,
    ) -> Result<DrawRank, OracleError> {
        let (rank, own_tier) = self.rank_of(index, family, child, true)?;
        let parent = family.by.tier(index.tier_of(parent), false);
        Ok(rank.shifted(family.worth(own_tier) + family.worth(parent)).as_seen_by_mover())
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
            let report = by.with_game(index, |game| {
                solve::verify_draws(game, order, &values, &family.store, control)
            })?;
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
                let counts = by.with_game(index, |game| {
                    solve::count_ranks(game, of_tiers, &values, store, scope, control)
                })?;
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

    /// Solves a game, ranks its draws and counts those of all tiers, without tables.
    pub fn survey_draws(
        &self,
        by: &DrawsBy,
        survey: &Survey,
        control: &Control,
    ) -> Result<SurveyedDraws, OracleError> {
        if self.kind() == Kind::Puzzle {
            return Err(self.no_draws("a puzzle has nobody to draw with"));
        }
        let &Survey { device, verifies, memory, .. } = survey;
        let index = &*self.index_for(control)?;
        let backend = self.backend(device)?;
        let count = || {
            let mut counts = HashMap::new();
            let found = |tier, tally: &TierTally| drop(counts.insert(tier, Counts::of(tally)));
            let surveyor = &mut *backend.surveyor(index, memory);
            solve::survey(index, |_| true, false, surveyor, control, found)?;
            Ok(counts)
        };
        let Some(of_tiers) = self.tier_values(by, index, count)? else {
            return Err(self.no_draws("levels are found from tables: solve it with --draws levels"));
        };
        let found = by.with_game(index, |game| {
            solve::survey_ranks(game, &of_tiers, verifies, &*backend, memory, control)
        })?;
        let counted = |(class, count): (i32, Count)| RankCounted {
            class,
            heading: by.with_game(index, |game| heading(&of_tiers, game, class)),
            positions: count.positions,
            canonical: count.canonical,
        };
        Ok(SurveyedDraws {
            analysis: DrawAnalysis {
                name: self.name.clone(),
                by: by.name(),
                levels: Vec::new(),
                ranks: found.counts.rows().map(counted).collect(),
            },
            start: found.start,
            verified_values: found.values.positions,
            verified_draws: found.ranks.positions,
        })
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
        let mut orders: Vec<_> =
            answer.moves.iter().filter_map(|m| m.draw.as_ref().map(DrawAnswer::order)).collect();
        orders.sort_unstable();
        for draw in answer.moves.iter_mut().filter_map(|told| told.draw.as_mut()) {
            let order = draw.order();
            draw.beats = Some(orders.partition_point(|other| *other < order));
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
        let mut answer = DrawAnswer::default();
        for family in families {
            let own_tier = family.by.tier(place.tier, parent.is_some());
            let tier = family.by.with_game(index, |game| game.tier_name(own_tier));
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
                    let own = values.get(own_tier);
                    let worth = parent.map_or(rank, |parent| {
                        let parent = family.by.tier(index.tier_of(parent), false);
                        rank.shifted(own + values.get(parent)).as_seen_by_mover()
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
