// The first block of docs/adding-a-game.md, for its later blocks to build on.
use hindsight_core::{Rules, Sides, Turn, Value};

const HUB: usize = 8;

type Position = Sides; // the masks mine and theirs, and whose turn it is

struct MuTorere;

impl MuTorere {
    /// The points that lines join with a point.
    fn neighbours(point: usize) -> u32 {
        if point == HUB { 0xff } else { 1 << HUB | 1 << ((point + 1) % 8) | 1 << ((point + 7) % 8) }
    }

    fn empty(position: Position) -> usize {
        (!position.taken()).trailing_zeros() as usize
    }

    fn movable(position: Position) -> u32 {
        let empty = Self::empty(position);
        let beside = |stones: u32| (stones << 1 | stones >> 7 | stones >> 1 | stones << 7) & 0xff;
        let allowed = if empty == HUB { beside(position.theirs & 0xff) } else { 0x1ff };
        position.mine & Self::neighbours(empty) & allowed
    }
}

impl Rules for MuTorere {
    type Position = Position;
    type Move = usize; // the point that a stone leaves

    fn start(&self) -> Position {
        Sides::new([0b0000_1111, 0b1111_0000], Turn::First)
    }

    fn primitive(&self, position: Position) -> Option<Value> {
        (Self::movable(position) == 0).then_some(Value::Lose)
    }

    fn moves(&self, position: Position, visit: impl FnMut(usize)) {
        hindsight_core::bits::ones(Self::movable(position)).for_each(visit);
    }

    fn play(&self, position: Position, from: usize) -> Position {
        position.moved(from, Self::empty(position))
    }

    fn turn(&self, position: Position) -> Turn {
        position.turn
    }
}
