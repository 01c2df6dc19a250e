//! The slow twin: reads the tree of a text as it stands, with lists and coordinates in place of masks and
//! tables. It shares nothing with the compiler but the tree.

use std::collections::BTreeMap;

use hindsight_rulebook::syntax::{
    Action, Again, BoardText, Compare, Condition, Counted, GameResult, Going, Joined, Line, Manner,
    Owner, Set, Side, Taking, Tree, Way,
};

/// A way from a point to the next.
#[derive(Clone, Debug, PartialEq)]
struct Edge {
    from: usize,
    to: usize,
    /// Steps with the same label go on straight.
    label: Label,
    is_joined: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Label {
    Slope(i32, i32),
    Around(bool),
    Through(usize),
}

/// Who has a piece of which kind on a point.
type Cell = Option<(usize, Option<usize>)>;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    cells: Vec<Cell>,
    hands: BTreeMap<(usize, usize), u32>,
    turn: usize,
}

pub struct Twin<'a> {
    tree: &'a Tree,
    rows: Vec<usize>,
    edges: Vec<Edge>,
    /// Row and column, on a grid.
    grid: Option<(i32, i32)>,
    is_free: bool,
    points: usize,
    start: State,
}

impl<'a> Twin<'a> {
    pub fn new(tree: &'a Tree) -> Twin<'a> {
        let (rows, edges, grid, is_free) = geometry(&tree.board);
        let points = rows.iter().sum();
        let start = State { cells: vec![None; points], hands: BTreeMap::new(), turn: 0 };
        let mut twin = Twin { tree, rows, edges, grid, is_free, points, start };
        let mut start = twin.start.clone();
        for (point, sign) in tree.start.picture.iter().flatten().enumerate() {
            for (kind, known) in tree.kinds.iter().enumerate() {
                if let Some(player) = known.letters.iter().position(|letter| *letter == Some(*sign))
                {
                    start.cells[point] = Some((kind, (!known.is_neutral).then_some(player)));
                }
            }
        }
        for (kind, set) in &tree.start.puts {
            for player in 0..2 {
                if tree.kinds[*kind].letters[player].is_some() {
                    for point in twin.set(set, &start, player) {
                        start.cells[point] = Some((*kind, Some(player)));
                    }
                }
            }
        }
        for (kind, known) in tree.kinds.iter().enumerate() {
            for player in 0..2 {
                let mut given = tree.hands.iter().filter(|hand| {
                    hand.kind == kind && hand.side.is_none_or(|side| side.number() == player)
                });
                let has =
                    tree.hands.iter().any(|hand| hand.kind == kind) || tree.captives.is_some();
                if has && !known.is_neutral && known.letters[player].is_some() {
                    start
                        .hands
                        .insert((kind, player), given.next_back().map_or(0, |hand| hand.number));
                }
            }
        }
        twin.start = start;
        twin
    }

    pub fn start(&self) -> State {
        self.start.clone()
    }

    /// As the game writes it.
    pub fn write(&self, state: &State, letters: [char; 2]) -> String {
        let sign = |cell: &Cell| {
            cell.map_or('-', |(kind, owner)| {
                self.tree.kinds[kind].letters[owner.unwrap_or(0)].unwrap()
            })
        };
        let mut rows = Vec::new();
        let mut rest = &state.cells[..];
        for row in &self.rows {
            rows.push(rest[..*row].iter().map(sign).collect::<String>());
            rest = &rest[*row..];
        }
        let mut text = format!("{}:{}", rows.join("/"), letters[state.turn]);
        let hands: Vec<String> = state.hands.values().map(u32::to_string).collect();
        if !hands.is_empty() {
            text = format!("{text}:{}", hands.join(","));
        }
        text
    }

    fn is_for(side: Option<Side>, player: usize) -> bool {
        side.is_none_or(|side| side.number() == player)
    }

    /// What the game is for the player to move, if it is over.
    pub fn over(&self, state: &State) -> Option<GameResult> {
        let moved = 1 - state.turn;
        for end in self.tree.ends.iter().filter(|end| Self::is_for(end.side, moved)) {
            if self.holds(&end.condition, state, moved, None) {
                return Some(match end.result {
                    GameResult::Win => GameResult::Lose,
                    GameResult::Lose => GameResult::Win,
                    GameResult::Tie => GameResult::Tie,
                });
            }
        }
        let stuck = self.tree.stuck.iter().rfind(|stuck| Self::is_for(stuck.side, state.turn));
        let result = stuck.map_or(Some(GameResult::Lose), |stuck| stuck.result)?;
        self.proper_children(state).is_empty().then_some(result)
    }

    /// The positions after all moves, sorted, each once.
    pub fn children(&self, state: &State) -> Vec<State> {
        let mut children = self.proper_children(state);
        if children.is_empty() {
            children.push(state.clone());
        }
        for child in &mut children {
            child.turn = 1 - state.turn;
        }
        children.sort();
        children.dedup();
        children
    }

    fn proper_children(&self, state: &State) -> Vec<State> {
        let turns: Vec<_> =
            self.tree.turns.iter().filter(|turn| Self::is_for(turn.side, state.turn)).collect();
        let mut groups: Vec<Vec<_>> = Vec::new();
        for turn in turns {
            match groups.last_mut() {
                Some(group) if !turn.is_else => group.push(turn),
                _ => groups.push(vec![turn]),
            }
        }
        for group in groups {
            let mut found = Vec::new();
            for turn in group {
                if turn
                    .condition
                    .as_ref()
                    .is_some_and(|condition| !self.holds(condition, state, state.turn, None))
                {
                    continue;
                }
                let mut states = vec![(state.clone(), None, 0)];
                for (number, doing) in turn.doings.iter().enumerate() {
                    let mut next = Vec::new();
                    for (state, last, captured) in states {
                        let skipped = doing.condition.as_ref().is_some_and(|condition| {
                            !self.holds(condition, &state, state.turn, last)
                        });
                        let done = if skipped {
                            Vec::new()
                        } else {
                            self.done(&doing.action, &state, last)
                        };
                        if done.is_empty() && number > 0 {
                            next.push((state, last, captured));
                        } else {
                            next.extend(
                                done.into_iter()
                                    .map(|(state, last, more)| (state, last, captured + more)),
                            );
                        }
                    }
                    states = next;
                }
                found.extend(
                    states.into_iter().map(|(state, _, captured)| (state, captured, turn.is_most)),
                );
            }
            let most = found
                .iter()
                .filter(|(.., is_most)| *is_most)
                .map(|(_, captured, _)| *captured)
                .max();
            found.retain(|(_, captured, is_most)| !is_most || Some(*captured) == most);
            if !found.is_empty() {
                return found.into_iter().map(|(state, ..)| state).collect();
            }
        }
        Vec::new()
    }

    fn capture(&self, state: &mut State, point: usize) {
        let Some((kind, Some(owner))) = state.cells[point].take() else { return };
        if let Some(others) = &self.tree.captives {
            let becomes = others.iter().find(|(from, _)| *from == kind).map_or(kind, |(_, to)| *to);
            *state.hands.get_mut(&(becomes, 1 - owner)).unwrap() += 1;
        }
    }

    /// All that comes of an action: the state, the piece that came last, and how many were captured.
    fn done(
        &self,
        action: &Action,
        state: &State,
        last: Option<usize>,
    ) -> Vec<(State, Option<usize>, u32)> {
        let me = state.turn;
        let mut found = Vec::new();
        match action {
            Action::Place { kind, on } => {
                let owner = (!self.tree.kinds[*kind].is_neutral).then_some(me);
                for point in self
                    .set(on, state, me)
                    .into_iter()
                    .filter(|point| state.cells[*point].is_none())
                {
                    let mut after = state.clone();
                    if let Some(hand) = after.hands.get_mut(&(*kind, me)) {
                        if *hand == 0 {
                            continue;
                        }
                        *hand -= 1;
                    }
                    after.cells[point] = Some((*kind, owner));
                    found.push((after, Some(point), 0));
                }
            }
            Action::Remove(set) => {
                for point in self.set(set, state, me) {
                    if state.cells[point].is_some() {
                        let mut after = state.clone();
                        self.capture(&mut after, point);
                        found.push((after, last, 1));
                    }
                }
            }
            Action::Swap { pieces, with } => {
                let with = self.set(with, state, me);
                for from in self.set(pieces, state, me) {
                    for to in self
                        .beside(from)
                        .into_iter()
                        .filter(|to| with.contains(to) && state.cells[*to].is_some())
                    {
                        let mut after = state.clone();
                        after.cells.swap(from, to);
                        found.push((after, Some(to), 0));
                    }
                }
            }
            Action::Push { kind } => self.pushes(*kind, state, &mut found),
            Action::Shoot { kind, ways } => {
                let owner = (!self.tree.kinds[*kind].is_neutral).then_some(me);
                for label in self.labels() {
                    let mut at = last.unwrap();
                    while let Some(next) =
                        self.next(at, label, ways, me).filter(|next| state.cells[*next].is_none())
                    {
                        at = next;
                        let mut after = state.clone();
                        after.cells[at] = Some((*kind, owner));
                        found.push((after, last, 0));
                    }
                }
            }
            Action::Pass => found.push((state.clone(), last, 0)),
            Action::FlipEnclosed | Action::CaptureEnclosed => {
                let mut after = state.clone();
                let mut captured = 0;
                for point in self.enclosed(state, last.unwrap()) {
                    if *action == Action::FlipEnclosed {
                        after.cells[point] = state.cells[point].map(|(kind, _)| (kind, Some(me)));
                    } else {
                        self.capture(&mut after, point);
                        captured += 1;
                    }
                }
                found.push((after, last, captured));
            }
            Action::FlipBeside => {
                let mut after = state.clone();
                for point in self.beside(last.unwrap()) {
                    if let Some((kind, Some(owner))) = state.cells[point]
                        && owner != me
                    {
                        after.cells[point] = Some((kind, Some(me)));
                    }
                }
                found.push((after, last, 0));
            }
            Action::Promote { kind, on, to } => {
                let mut after = state.clone();
                for point in self.set(on, state, me) {
                    if state.cells[point] == Some((*kind, Some(me))) {
                        after.cells[point] = Some((*to, Some(me)));
                    }
                }
                found.push((after, last, 0));
            }
            Action::Go(going) => {
                for from in self.set(&going.pieces, state, me) {
                    found.extend(
                        self.goes(going, state, from, None)
                            .into_iter()
                            .map(|(state, to, captured, _)| (state, Some(to), captured)),
                    );
                }
            }
        }
        found
    }

    /// All that a piece can do, going on included: the state, where it is, what it captured, its last way.
    fn goes(
        &self,
        going: &Going,
        state: &State,
        from: usize,
        only: Option<Label>,
    ) -> Vec<(State, usize, u32, Option<Label>)> {
        let me = state.turn;
        let to: Vec<usize> = going
            .to
            .iter()
            .flat_map(|set| self.set(set, state, me))
            .filter(|to| *to != from)
            .collect();
        let free = |point: usize| state.cells[point].is_none();
        let enemy =
            |point: usize| matches!(state.cells[point], Some((_, Some(owner))) if owner != me);
        let mut arrivals: Vec<(usize, Vec<usize>, Option<Label>)> = Vec::new();
        match going.manner {
            Manner::Move => arrivals.extend(to.iter().map(|to| (*to, Vec::new(), None))),
            Manner::Away(distance) => {
                let columns = self.grid.unwrap().1 as usize;
                for to in to.iter().copied() {
                    let away = (from / columns)
                        .abs_diff(to / columns)
                        .max((from % columns).abs_diff(to % columns));
                    if away == distance as usize {
                        arrivals.push((to, Vec::new(), None));
                    }
                }
            }
            _ => {
                for label in
                    self.labels().into_iter().filter(|label| only.is_none_or(|only| only == *label))
                {
                    let next = |at: usize| self.next(at, label, &going.ways, me);
                    let Some(first) = next(from) else { continue };
                    match &going.manner {
                        Manner::Step => {
                            if to.contains(&first) {
                                arrivals.push((first, Vec::new(), Some(label)));
                            }
                        }
                        Manner::Leap(over) => {
                            if let Some(second) = next(first)
                                && !matches!(label, Label::Around(_))
                                && self.set(over, state, me).contains(&first)
                                && to.contains(&second)
                                && second != from
                            {
                                let taken = if going.taking == Taking::Leapt {
                                    vec![first]
                                } else {
                                    Vec::new()
                                };
                                arrivals.push((second, taken, Some(label)));
                            }
                        }
                        manner => {
                            let mut reached = vec![first];
                            while let Some(more) = next(reached[reached.len() - 1]) {
                                if !free(reached[reached.len() - 1]) || more == from {
                                    break;
                                }
                                reached.push(more);
                            }
                            let mut stops: Vec<usize> =
                                reached.into_iter().filter(|point| to.contains(point)).collect();
                            if *manner == Manner::SlideFar {
                                stops = stops.pop().into_iter().collect();
                            }
                            arrivals.extend(
                                stops.into_iter().map(|stop| (stop, Vec::new(), Some(label))),
                            );
                        }
                    }
                }
            }
        }
        let mut found = Vec::new();
        for (to, mut taken, label) in arrivals {
            let row = |begin: usize, label: Label| {
                let mut row = Vec::new();
                let mut at = begin;
                while let Some(next) =
                    self.any_next(at, label).filter(|next| enemy(*next) && !row.contains(next))
                {
                    row.push(next);
                    at = next;
                }
                row
            };
            match (going.taking, label) {
                (Taking::Ahead, Some(label)) => taken = row(to, label),
                (Taking::Behind, Some(label)) => taken = row(from, self.back(label)),
                _ => {}
            }
            if going.taking != Taking::Nothing && taken.is_empty() {
                continue;
            }
            if state.cells[to].is_some() && !taken.contains(&to) {
                taken.push(to);
            }
            let mut after = state.clone();
            for point in &taken {
                self.capture(&mut after, *point);
            }
            after.cells[to] = after.cells[from].take();
            let captured = taken.len() as u32;
            let only = if going.again == Again::MayStraight { label } else { None };
            let more = if going.again == Again::No {
                Vec::new()
            } else {
                self.goes(going, &after, to, only)
            };
            if more.is_empty() || matches!(going.again, Again::May | Again::MayStraight) {
                found.push((after, to, captured, label));
            }
            found.extend(
                more.into_iter()
                    .map(|(state, to, more, label)| (state, to, captured + more, label)),
            );
        }
        found
    }

    fn pushes(&self, kind: usize, state: &State, found: &mut Vec<(State, Option<usize>, u32)>) {
        let (rows, columns) = self.grid.unwrap();
        let at = |row: i32, column: i32| (row * columns + column) as usize;
        for row in 0..rows {
            for column in 0..columns {
                let is_edge = row == 0 || column == 0 || row == rows - 1 || column == columns - 1;
                let cell = state.cells[at(row, column)];
                if !is_edge || cell.is_some_and(|(_, owner)| owner != Some(state.turn)) {
                    continue;
                }
                for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    let (mut r, mut c) = (row, column);
                    let mut after = state.clone();
                    while (0..rows).contains(&(r + down)) && (0..columns).contains(&(c + right)) {
                        after.cells[at(r, c)] = after.cells[at(r + down, c + right)];
                        (r, c) = (r + down, c + right);
                    }
                    if (r, c) != (row, column) {
                        after.cells[at(r, c)] = Some((kind, Some(state.turn)));
                        found.push((after, Some(at(r, c)), 0));
                    }
                }
            }
        }
    }

    fn enclosed(&self, state: &State, from: usize) -> Vec<usize> {
        let mut all = Vec::new();
        for label in self.labels().into_iter().filter(|label| !matches!(label, Label::Around(_))) {
            let mut row = Vec::new();
            let mut at = from;
            while let Some(next) = self.any_next(at, label) {
                match state.cells[next] {
                    Some((_, Some(owner))) if owner != state.turn => row.push(next),
                    Some((_, Some(_))) if next != from => {
                        all.append(&mut row);
                        break;
                    }
                    _ => break,
                }
                at = next;
            }
        }
        all
    }

    fn labels(&self) -> Vec<Label> {
        let mut labels = Vec::new();
        for edge in &self.edges {
            if !labels.contains(&edge.label) {
                labels.push(edge.label);
            }
        }
        labels
    }

    fn back(&self, label: Label) -> Label {
        match label {
            Label::Slope(down, right) => Label::Slope(-down, -right),
            Label::Around(way) => Label::Around(!way),
            Label::Through(point) => {
                Label::Through((point + (self.points - 1) / 2) % (self.points - 1))
            }
        }
    }

    /// The next point, joined or not.
    fn any_next(&self, from: usize, label: Label) -> Option<usize> {
        self.edges.iter().find(|edge| edge.from == from && edge.label == label).map(|edge| edge.to)
    }

    /// The next point of who goes these ways.
    fn next(&self, from: usize, label: Label, ways: &[Way], player: usize) -> Option<usize> {
        let edge = self.edges.iter().find(|edge| edge.from == from && edge.label == label)?;
        if ways.is_empty() {
            return edge.is_joined.then_some(edge.to);
        }
        let may = (self.is_free || edge.is_joined)
            && ways.iter().any(|way| self.means(*way, label, player));
        may.then_some(edge.to)
    }

    fn means(&self, way: Way, label: Label, player: usize) -> bool {
        let Label::Slope(down, right) = label else { return way == Way::AllWays };
        let ahead = if player == 0 { -down } else { down };
        match way {
            Way::AllWays => true,
            Way::Orthogonally => down == 0 || right == 0,
            Way::Diagonally => down != 0 && right != 0,
            Way::Forward => right == 0 && ahead > 0,
            Way::Backward => right == 0 && ahead < 0,
            Way::Sideways => down == 0,
            Way::DiagonallyForward => right != 0 && ahead > 0,
            Way::DiagonallyBackward => right != 0 && ahead < 0,
            Way::Up => right == 0 && down < 0,
            Way::Down => right == 0 && down > 0,
            Way::Left => down == 0 && right < 0,
            Way::Right => down == 0 && right > 0,
        }
    }

    fn beside(&self, point: usize) -> Vec<usize> {
        let mut beside: Vec<usize> = self
            .edges
            .iter()
            .filter(|edge| edge.from == point && edge.is_joined)
            .map(|edge| edge.to)
            .collect();
        beside.sort_unstable();
        beside.dedup();
        beside
    }

    fn lines(&self, line: &Line) -> Vec<Vec<usize>> {
        let mut lines = Vec::new();
        for label in self.labels() {
            let is_meant = line.ways.is_empty()
                || line
                    .ways
                    .iter()
                    .any(|way| self.means(*way, label, 0) || self.means(*way, label, 1));
            if matches!(label, Label::Around(_)) || !is_meant {
                continue;
            }
            for from in 0..self.points {
                let mut points = vec![from];
                while points.len() < line.length as usize {
                    let next = self.edges.iter().find(|edge| {
                        edge.from == points[points.len() - 1]
                            && edge.label == label
                            && (self.is_free || edge.is_joined)
                    });
                    match next {
                        Some(edge) if !points.contains(&edge.to) => points.push(edge.to),
                        _ => break,
                    }
                }
                if points.len() == line.length as usize {
                    lines.push(points);
                }
            }
        }
        lines
    }

    fn owner(owner: Owner, player: usize) -> Option<usize> {
        match owner {
            Owner::Mine => Some(player),
            Owner::Enemy => Some(1 - player),
            Owner::Anyone => None,
        }
    }

    fn set(&self, set: &Set, state: &State, player: usize) -> Vec<usize> {
        let keep = |holds: &dyn Fn(usize) -> bool| {
            (0..self.points).filter(|point| holds(*point)).collect::<Vec<_>>()
        };
        let on_grid = |holds: &dyn Fn(i32, i32, i32, i32) -> bool| {
            let (rows, columns) = self.grid.unwrap();
            keep(&|point| holds(point as i32 / columns, point as i32 % columns, rows, columns))
        };
        let some = |set: &Set| self.set(set, state, player);
        let covered = |set: &Set, line: &Line| {
            let points = some(set);
            self.lines(line)
                .into_iter()
                .filter(|line| line.iter().all(|point| points.contains(point)))
                .flatten()
                .collect::<Vec<_>>()
        };
        match set {
            Set::Pieces { owner, kind } => keep(&|point| {
                state.cells[point].is_some_and(|(found, whose)| {
                    kind.is_none_or(|kind| kind == found)
                        && (*owner == Owner::Anyone || whose == Self::owner(*owner, player))
                })
            }),
            Set::Empty => keep(&|point| state.cells[point].is_none()),
            Set::Points => keep(&|_| true),
            Set::Region { region, owner } => {
                let signs: Vec<char> = self.tree.regions[*region].picture.concat();
                keep(&|point| match signs[point] {
                    '*' => true,
                    'x' => Self::owner(*owner, player) != Some(1),
                    'o' => Self::owner(*owner, player) != Some(0),
                    _ => false,
                })
            }
            Set::Home(owner) => keep(&|point| {
                self.start.cells[point].is_some_and(|(_, whose)| {
                    whose.is_some() && whose == Self::owner(*owner, player)
                })
            }),
            Set::Edge => on_grid(&|row, column, rows, columns| {
                row * column == 0 || row == rows - 1 || column == columns - 1
            }),
            Set::Corners => on_grid(&|row, column, rows, columns| {
                row % (rows - 1).max(1) == 0 && column % (columns - 1).max(1) == 0
            }),
            Set::Centre => on_grid(&|row, column, rows, columns| {
                (2 * row - rows + 1).abs() <= 1 && (2 * column - columns + 1).abs() <= 1
            }),
            Set::NearRows(number) => on_grid(&|row, _, rows, _| {
                let from_near = if player == 0 { rows - 1 - row } else { row };
                from_near < *number as i32
            }),
            Set::FarRows(number) => on_grid(&|row, _, rows, _| {
                let from_far = if player == 0 { row } else { rows - 1 - row };
                from_far < *number as i32
            }),
            Set::On(one, other) => {
                let other = some(other);
                some(one).into_iter().filter(|point| other.contains(point)).collect()
            }
            Set::Off(one, other) => {
                let other = some(other);
                some(one).into_iter().filter(|point| !other.contains(point)).collect()
            }
            Set::Beside(one, other) | Set::NotBeside(one, other) => {
                let others = some(other);
                let is_wanted = matches!(set, Set::Beside(..));
                some(one)
                    .into_iter()
                    .filter(|point| {
                        self.beside(*point).iter().any(|beside| others.contains(beside))
                            == is_wanted
                    })
                    .collect()
            }
            Set::Surrounded(one, other) => {
                let others = some(other);
                some(one)
                    .into_iter()
                    .filter(|point| {
                        self.beside(*point).iter().all(|beside| others.contains(beside))
                    })
                    .collect()
            }
            Set::InLines(one, line) => {
                let covered = covered(one, line);
                some(one).into_iter().filter(|point| covered.contains(point)).collect()
            }
            Set::OutsideLines(one, line) => {
                let covered = covered(one, line);
                some(one).into_iter().filter(|point| !covered.contains(point)).collect()
            }
            Set::Lowest(one) => {
                let columns = self.grid.unwrap().1 as usize;
                let points = some(one);
                points
                    .iter()
                    .copied()
                    .filter(|point| {
                        !points
                            .iter()
                            .any(|other| other > point && other % columns == point % columns)
                    })
                    .collect()
            }
            Set::Else(one, other) => {
                let first = some(one);
                if first.is_empty() { some(other) } else { first }
            }
        }
    }

    fn holds(
        &self,
        condition: &Condition,
        state: &State,
        player: usize,
        last: Option<usize>,
    ) -> bool {
        let some = |set: &Set| self.set(set, state, player);
        let covers = |set: &Set, line: &Line| {
            let points = some(set);
            self.lines(line)
                .into_iter()
                .filter(|line| line.iter().all(|point| points.contains(point)))
                .collect::<Vec<_>>()
        };
        match condition {
            Condition::Not(condition) => !self.holds(condition, state, player, last),
            Condition::All(conditions) => {
                conditions.iter().all(|one| self.holds(one, state, player, last))
            }
            Condition::Any(conditions) => {
                conditions.iter().any(|one| self.holds(one, state, player, last))
            }
            Condition::Count { compare, number, of, place } => {
                let on_board = if *place == Counted::Hand { 0 } else { some(of).len() as u32 };
                let in_hand: u32 = match (place, of) {
                    (Counted::Board, _) => 0,
                    (_, Set::Pieces { owner, kind }) => {
                        let is_it = |(found, whose): &(usize, usize)| {
                            kind.is_none_or(|kind| kind == *found)
                                && Self::owner(*owner, player) == Some(*whose)
                        };
                        state
                            .hands
                            .iter()
                            .filter(|(held, _)| is_it(held))
                            .map(|(_, number)| number)
                            .sum()
                    }
                    _ => 0,
                };
                let count = on_board + in_hand;
                match compare {
                    Compare::Fewer => count < *number,
                    Compare::AtMost => count <= *number,
                    Compare::Exactly => count == *number,
                    Compare::AtLeast => count >= *number,
                    Compare::More => count > *number,
                }
            }
            Condition::Within(one, other) | Condition::Fill(other, one) => {
                let other = some(other);
                some(one).iter().all(|point| other.contains(point))
            }
            Condition::MakeLine(set, line) => !covers(set, line).is_empty(),
            Condition::MakePattern(set, pattern) => self.has_pattern(*pattern, &some(set)),
            Condition::ThatMadeLine(line) => {
                let mine = Set::Pieces { owner: Owner::Mine, kind: None };
                covers(&mine, line).iter().any(|line| last.is_some_and(|last| line.contains(&last)))
            }
            Condition::Connected(set) => {
                let points = some(set);
                let mut reached: Vec<usize> = points.iter().copied().take(1).collect();
                let mut at = 0;
                while at < reached.len() {
                    for next in self.beside(reached[at]) {
                        if points.contains(&next) && !reached.contains(&next) {
                            reached.push(next);
                        }
                    }
                    at += 1;
                }
                reached.len() == points.len()
            }
            Condition::InOneLine(set) => {
                let columns = self.grid.unwrap().1 as usize;
                let points = some(set);
                let same = |of: &dyn Fn(usize) -> usize| {
                    points.iter().all(|point| of(*point) == of(points[0]))
                };
                same(&|point| point / columns) || same(&|point| point % columns)
            }
            Condition::Full => state.cells.iter().all(Option::is_some),
        }
    }

    /// Every image of the pattern is tried at every place.
    fn has_pattern(&self, pattern: usize, points: &[usize]) -> bool {
        let (rows, columns) = self.grid.unwrap();
        let mut cells: Vec<(i32, i32)> = Vec::new();
        for (row, signs) in self.tree.patterns[pattern].picture.iter().enumerate() {
            cells.extend(
                signs
                    .iter()
                    .enumerate()
                    .filter(|(_, sign)| !"-.".contains(**sign))
                    .map(|(column, _)| (row as i32, column as i32)),
            );
        }
        for image in 0..8 {
            for down in -20..20 {
                for right in -20..20 {
                    let covered = cells.iter().all(|(row, column)| {
                        let (mut row, mut column) = (*row, *column);
                        if image & 1 > 0 {
                            (row, column) = (column, row);
                        }
                        row = if image & 2 > 0 { -row } else { row } + down;
                        column = if image & 4 > 0 { -column } else { column } + right;
                        (0..rows).contains(&row)
                            && (0..columns).contains(&column)
                            && points.contains(&((row * columns + column) as usize))
                    });
                    if covered {
                        return true;
                    }
                }
            }
        }
        false
    }
}

type Geometry = (Vec<usize>, Vec<Edge>, Option<(i32, i32)>, bool);

fn geometry(board: &BoardText) -> Geometry {
    let mut edges = Vec::new();
    match board {
        BoardText::Grid { columns, rows, joined } => {
            for from in 0..rows * columns {
                for to in 0..rows * columns {
                    let [row, to_row] = [from, to].map(|point| (point / columns) as i32);
                    let [column, to_column] = [from, to].map(|point| (point % columns) as i32);
                    let (down, right) = (to_row - row, to_column - column);
                    if from == to || down.abs() > 1 || right.abs() > 1 {
                        continue;
                    }
                    let is_straight = down == 0 || right == 0;
                    let is_joined = match joined {
                        Joined::Orthogonally => is_straight,
                        Joined::Diagonally => !is_straight,
                        Joined::AllWays => true,
                        Joined::Alquerque => is_straight || (row + column) % 2 == 0,
                    };
                    edges.push(Edge { from, to, label: Label::Slope(down, right), is_joined });
                }
            }
            (
                vec![*columns; *rows],
                edges,
                Some((*rows as i32, *columns as i32)),
                *joined != Joined::Alquerque,
            )
        }
        BoardText::Wheel(around) => {
            for from in 0..*around {
                edges.push(Edge {
                    from,
                    to: (from + 1) % around,
                    label: Label::Around(true),
                    is_joined: true,
                });
                edges.push(Edge {
                    from,
                    to: (from + around - 1) % around,
                    label: Label::Around(false),
                    is_joined: true,
                });
                edges.push(Edge {
                    from,
                    to: *around,
                    label: Label::Through(from),
                    is_joined: true,
                });
                let across = (from + around / 2) % around;
                edges.push(Edge {
                    from: *around,
                    to: across,
                    label: Label::Through(from),
                    is_joined: true,
                });
            }
            (vec![around + 1], edges, None, false)
        }
        BoardText::Drawn(drawing) => {
            let signs: Vec<Vec<char>> = drawing.iter().map(|row| row.chars().collect()).collect();
            let mut points: Vec<(i32, i32)> = Vec::new();
            let mut rows = Vec::new();
            for (row, line) in signs.iter().enumerate() {
                let columns = (0..line.len()).filter(|column| line[*column] == 'o');
                let found: Vec<(i32, i32)> =
                    columns.map(|column| (row as i32, column as i32)).collect();
                rows.extend((!found.is_empty()).then_some(found.len()));
                points.extend(found);
            }
            for (from, (row, column)) in points.iter().enumerate() {
                for (to, (to_row, to_column)) in points.iter().enumerate() {
                    let (down, right) = (to_row - row, to_column - column);
                    let aligned = down == 0
                        || right == 0
                        || right.abs() == down.abs()
                        || right.abs() == 2 * down.abs();
                    if from == to || !aligned {
                        continue;
                    }
                    let steps = if down == 0 { right.abs() } else { down.abs() };
                    let line = match (down.signum(), right.signum()) {
                        (0, _) => '-',
                        (_, 0) => '|',
                        (one, other) if one == other => '\\',
                        _ => '/',
                    };
                    let drawn = |step: i32| {
                        let (row, column) =
                            (row + down / steps * step, column + right / steps * step);
                        let sign = signs[row as usize].get(column as usize).copied();
                        sign == Some(line) || step > 1 && matches!(sign, Some('+' | 'x' | 'X'))
                    };
                    if steps > 1 && (1..steps).all(drawn) {
                        edges.push(Edge {
                            from,
                            to,
                            label: Label::Slope(down / steps, right / steps),
                            is_joined: true,
                        });
                    }
                }
            }
            (rows, edges, None, false)
        }
        other => panic!("no game of the library has the board {other:?}"),
    }
}
