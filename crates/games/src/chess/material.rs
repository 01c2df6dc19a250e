//! What men there are: variants and tiers.

use std::collections::BTreeSet;

use hindsight_core::Tier;

use super::men::{Kind, MOST, Role};

/// The men beside the two kings, in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Material(Vec<Kind>);

const NO_KIND: u64 = 31;
/// The letters of men in the names of variants.
const LETTERS: [(char, Role); 5] = [
    ('Q', Role::QUEEN),
    ('R', Role::ROOK),
    ('B', Role::BISHOP),
    ('N', Role::KNIGHT),
    ('E', Role::PASSING),
];

impl Material {
    pub(super) fn new(mut kinds: Vec<Kind>) -> Material {
        kinds.sort_unstable();
        Material(kinds)
    }

    /// What a tier's number says.
    pub(super) fn of(tier: Tier) -> Material {
        let all = (0..12)
            .flat_map(Role::numbered)
            .flat_map(|role| [0, 1].map(|side| Kind::new(role, side)));
        let all: Vec<Kind> = all.collect();
        let numbers = [tier.0 >> 5 & 31, tier.0 & 31];
        Material(
            numbers.into_iter().filter_map(|number| all.get(number as usize).copied()).collect(),
        )
    }

    pub(super) fn tier(&self) -> Tier {
        let number = |place: usize| self.0.get(place).map_or(NO_KIND, |kind| kind.number());
        Tier(number(0) << 5 | number(1))
    }

    pub(super) fn kinds(&self) -> &[Kind] {
        &self.0
    }

    pub(super) fn has_pawns(&self) -> bool {
        self.0.iter().any(|kind| kind.role().pawn_rank().is_some())
    }

    /// The materials to which moves lead, as the other player sees them; perhaps a few more.
    pub(super) fn children(&self) -> BTreeSet<Material> {
        let settled = |kind: &Kind| match kind.role() {
            Role::PASSING => Kind::new(Role::pawn(3), kind.side()),
            _ => *kind,
        };
        let mut moved = BTreeSet::from([self.0.iter().map(settled).collect::<Vec<_>>()]);
        let kinds: Vec<Kind> = self.0.iter().map(settled).collect();
        for (place, kind) in kinds.iter().enumerate().filter(|(_, kind)| kind.side() == 0) {
            let next = match kind.role().pawn_rank() {
                None => vec![],
                Some(1) => vec![Role::pawn(2), Role::pawn(3), Role::PASSING],
                Some(6) => Role::PROMOTED.to_vec(),
                Some(rank) => vec![Role::pawn(rank + 1)],
            };
            for role in next {
                let can_pass = kinds.contains(&Kind::new(Role::pawn(4), 1));
                if role != Role::PASSING || can_pass {
                    let mut kinds = kinds.clone();
                    kinds[place] = Kind::new(role, 0);
                    moved.insert(kinds);
                }
            }
        }
        let mut children = BTreeSet::new();
        for kinds in moved {
            let exchanged =
                |kinds: &[Kind]| Material::new(kinds.iter().map(|kind| kind.exchanged()).collect());
            children.insert(exchanged(&kinds));
            for taken in (0..kinds.len()).filter(|&place| kinds[place].side() == 1) {
                let mut kinds = kinds.clone();
                kinds.remove(taken);
                // What was taken cannot be beside a pawn that passes.
                if !kinds.contains(&Kind::new(Role::PASSING, 0)) {
                    children.insert(exchanged(&kinds));
                }
            }
        }
        children
    }

    /// The men of a side, such as KBN; pawns with their rank, such as KP2, on request.
    pub(super) fn letters(&self, side: usize, ranks: bool) -> String {
        let mut text = "K".to_owned();
        for kind in self.0.iter().filter(|kind| kind.side() == side) {
            match LETTERS.iter().find(|(_, role)| *role == kind.role()) {
                Some((letter, _)) if ranks || *letter != 'E' => text.push(*letter),
                _ => text.push('P'),
            }
            if let (true, Some(rank)) =
                (ranks && kind.role() != Role::PASSING, kind.role().pawn_rank())
            {
                text += &(rank + 1).to_string();
            }
        }
        text
    }
}

/// The endgames of a variant: the men at their start, all pawns on their first rank. The first is the
/// one with which play starts.
pub(super) fn roots(name: &str) -> Result<Vec<Material>, String> {
    match name {
        "3" => Ok(with_at_most(3, "KR-K")),
        "4" => Ok(with_at_most(4, "KBN-K")),
        _ => parse(name).map(|material| vec![material]),
    }
}

fn with_at_most(most: usize, start: &str) -> Vec<Material> {
    let roles = || (1..5).flat_map(Role::numbered).chain([Role::pawn(1)]);
    let kinds = || roles().flat_map(|role| [0, 1].map(|side| Kind::new(role, side)));
    let mut all: BTreeSet<Material> = kinds().map(|kind| Material::new(vec![kind])).collect();
    if most > 3 {
        all.extend(kinds().flat_map(|a| kinds().map(move |b| Material::new(vec![a, b]))));
    }
    let start = parse(start).expect("the names above are names of material");
    all.remove(&start);
    std::iter::once(start).chain(all).collect()
}

fn parse(name: &str) -> Result<Material, String> {
    let wrong = |reason: &str| Err(format!("{reason}, as in KBN-K or KQ-KR"));
    let Some((first, second)) = name.split_once('-') else {
        return wrong("two sets of men with a dash between them");
    };
    let mut kinds = Vec::new();
    for (side, set) in [first, second].into_iter().enumerate() {
        let Some(others) = set.strip_prefix('K') else {
            return wrong("each set begins with K");
        };
        for letter in others.chars() {
            let known = LETTERS[..4].iter().find(|(known, _)| *known == letter);
            match (known, letter) {
                (Some((_, role)), _) => kinds.push(Kind::new(*role, side)),
                (None, 'P') => kinds.push(Kind::new(Role::pawn(1), side)),
                _ => return wrong("behind the king come Q, R, B, N and P"),
            }
        }
    }
    if kinds.len() + 2 > MOST {
        return wrong("at most four men, kings included");
    }
    Ok(Material::new(kinds))
}
