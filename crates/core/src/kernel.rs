//! The text of a GPU's kernel, printed from a description of moves.
//!
//! The [`Printer`] follows a description once. Every operation on its words becomes a variable, every
//! loop a state that the printed `next` takes up where it left off: the threads of a GPU then meet again
//! after every move that one of them finds, however their loops are nested.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr};

use crate::described::{Described, GIVEN};
use crate::walker::{Board, Pointwise, RowsByCell, Step, Walker};
use crate::word::{Truth, Word};

/// Rows up to so many are told apart in registers, more are looked up in fast memory.
const ROWS_IN_REGISTERS: usize = 8;

/// What is compiled for a game: the functions that the passes call, and the tables that they look
/// things up in.
#[derive(Clone, Debug)]
pub struct KernelText {
    /// `primitive`, `Children` and `Parents`.
    pub header: String,
    /// The words of `tables.game`.
    pub tables: Vec<u32>,
}

impl KernelText {
    /// Prints the description of a game.
    pub fn of<G: Described>(game: &G) -> KernelText {
        let mut tables = Vec::new();
        let mut printed = |walk: &dyn Fn(&mut Printer)| {
            let page = Page { tables: std::mem::take(&mut tables), ..Page::new() };
            PAGE.set(Some(page));
            walk(&mut Printer);
            let page = PAGE.take().expect("the page that was begun");
            tables.clone_from(&page.tables);
            page
        };
        let ending = printed(&|printer| {
            let (given, board) = printer.begin();
            let code = game.ending(given, board).text();
            on_page(|page| page.effect(format!("return {code};")));
        });
        let children = printed(&|printer| {
            let (given, board) = printer.begin();
            game.forwards(printer, given, board);
        });
        let parents = printed(&|printer| {
            let (given, board) = printer.begin();
            game.backwards(printer, given, board);
        });
        let header =
            [ending.function(), children.structure("Children"), parents.structure("Parents")];
        KernelText { header: header.concat(), tables }
    }
}

thread_local! {
    /// What is being printed: words are plain numbers of variables, and their operators must find it.
    static PAGE: RefCell<Option<Page>> = const { RefCell::new(None) };
}

fn on_page<T>(act: impl FnOnce(&mut Page) -> T) -> T {
    PAGE.with_borrow_mut(|page| act(page.as_mut().expect("words are printed on a page")))
}

/// A word of the text: a constant or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A number.
    Constant(u32),
    /// A variable, by its number.
    Variable(usize),
}

impl From<u32> for Text {
    fn from(constant: u32) -> Text {
        Text::Constant(constant)
    }
}

impl Text {
    /// How it is written, noting that it is used here.
    fn text(self) -> String {
        match self {
            Text::Constant(number) => format!("{number:#x}u"),
            Text::Variable(number) => on_page(|page| page.used(number)),
        }
    }
}

/// An operation on two words: worked out where both are constants, otherwise a new variable.
macro_rules! operators {
    ($($name:ident, $method:ident, $sign:literal, $constant:expr;)*) => {
        $(impl $name for Text {
            type Output = Text;

            fn $method(self, other: Text) -> Text {
                let constant: fn(u32, u32) -> u32 = $constant;
                match (self, other) {
                    (Text::Constant(a), Text::Constant(b)) => Text::Constant(constant(a, b)),
                    _ => word(format!("{} {} {}", self.text(), $sign, other.text())),
                }
            }
        })*
    };
}
operators! {
    BitAnd, bitand, "&", |a, b| a & b;
    BitOr, bitor, "|", |a, b| a | b;
    BitXor, bitxor, "^", |a, b| a ^ b;
    Shl, shl, "<<", |a, b| a << b;
    Shr, shr, ">>", |a, b| a >> b;
    Add, add, "+", u32::wrapping_add;
}

impl Not for Text {
    type Output = Text;

    fn not(self) -> Text {
        match self {
            Text::Constant(constant) => Text::Constant(!constant),
            Text::Variable(_) => word(format!("~{}", self.text())),
        }
    }
}

impl Word for Text {
    type Truth = Condition;

    fn rotate_right(self, by: Text) -> Text {
        word(format!("rotate_right({}, {})", self.text(), by.text()))
    }

    fn row<const N: usize>(self, rows: &[[u32; N]]) -> [Text; N] {
        if let Text::Constant(number) = self {
            return rows[number as usize].map(Text::Constant);
        }
        std::array::from_fn(|column| column_at(rows, column, || self.text()))
    }

    fn reverse_bits(self) -> Text {
        word(format!("reversed({})", self.text()))
    }

    fn count_ones(self) -> Text {
        word(format!("count_ones({})", self.text()))
    }

    fn number(self) -> Text {
        word(format!("trailing_zeros({})", self.text()))
    }

    fn equals(self, other: Text) -> Condition {
        match (self, other) {
            (Text::Constant(a), Text::Constant(b)) => Condition::Constant(a == b),
            _ => condition(format!("{} == {}", self.text(), other.text())),
        }
    }

    fn lowest(self) -> Text {
        word(format!("lowest_one({})", self.text()))
    }
}

/// A condition of the text: known already, or a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// True or false.
    Constant(bool),
    /// A variable, by its number.
    Variable(usize),
}

impl From<bool> for Condition {
    fn from(constant: bool) -> Condition {
        Condition::Constant(constant)
    }
}

impl Condition {
    fn text(self) -> String {
        match self {
            Condition::Constant(known) => known.to_string(),
            Condition::Variable(number) => on_page(|page| page.used(number)),
        }
    }
}

impl BitAnd for Condition {
    type Output = Condition;

    fn bitand(self, other: Condition) -> Condition {
        match (self, other) {
            (Condition::Constant(true), known) | (known, Condition::Constant(true)) => known,
            (Condition::Constant(false), _) | (_, Condition::Constant(false)) => false.into(),
            _ => condition(format!("{} & {}", self.text(), other.text())),
        }
    }
}

impl BitOr for Condition {
    type Output = Condition;

    fn bitor(self, other: Condition) -> Condition {
        !(!self & !other)
    }
}

impl Not for Condition {
    type Output = Condition;

    fn not(self) -> Condition {
        match self {
            Condition::Constant(known) => Condition::Constant(!known),
            Condition::Variable(_) => condition(format!("!{}", self.text())),
        }
    }
}

impl Truth<Text> for Condition {
    fn choose(self, yes: Text, no: Text) -> Text {
        match self {
            Condition::Constant(known) => {
                if known {
                    yes
                } else {
                    no
                }
            }
            _ if yes == no => yes,
            _ => word(format!("{} ? {} : {}", self.text(), yes.text(), no.text())),
        }
    }
}

fn word(expression: String) -> Text {
    Text::Variable(on_page(|page| page.define("u32", expression)))
}

fn condition(expression: String) -> Condition {
    Condition::Variable(on_page(|page| page.define("bool", expression)))
}

/// A function, or a structure that finds moves one by one, on its way to become text.
struct Page {
    variables: Vec<Variable>,
    /// The first is worked through once, the others are the bodies of loops.
    blocks: Vec<Block>,
    /// Those that are being printed, from the outermost on.
    open: Vec<usize>,
    /// The variables that uses have been noted of since the last definition or effect.
    uses: Vec<usize>,
    /// Expressions that have a variable already, by the scopes that are open.
    scopes: Vec<HashMap<String, usize>>,
    tables: Vec<u32>,
}

struct Variable {
    kind: &'static str,
    expression: String,
    /// What the expression needs.
    needs: Vec<usize>,
    block: usize,
    /// Whether another block than its own needs it.
    is_kept: bool,
}

#[derive(Default)]
struct Block {
    lines: Vec<Line>,
    /// What tells that there is something left to do.
    pending: String,
    arrivals: usize,
}

enum Line {
    Definition(usize),
    /// A statement, and what it needs.
    Effect(String, Vec<usize>),
}

impl Page {
    fn new() -> Page {
        Page {
            variables: Vec::new(),
            blocks: vec![Block::default()],
            open: vec![0],
            uses: Vec::new(),
            scopes: vec![HashMap::new()],
            tables: Vec::new(),
        }
    }

    fn block(&mut self) -> &mut Block {
        let block = *self.open.last().expect("a block is open");
        &mut self.blocks[block]
    }

    fn used(&mut self, number: usize) -> String {
        self.uses.push(number);
        let block = *self.open.last().expect("a block is open");
        let variable = &mut self.variables[number];
        variable.is_kept |= variable.block != block;
        format!("v{number}")
    }

    fn define(&mut self, kind: &'static str, expression: String) -> usize {
        let needs = std::mem::take(&mut self.uses);
        if let Some(&known) = self.scopes.iter().rev().find_map(|scope| scope.get(&expression)) {
            return known;
        }
        let number = self.variables.len();
        let block = *self.open.last().expect("a block is open");
        self.scopes.last_mut().expect("a scope is open").insert(expression.clone(), number);
        self.variables.push(Variable { kind, expression, needs, block, is_kept: false });
        self.block().lines.push(Line::Definition(number));
        number
    }

    fn effect(&mut self, statement: String) {
        let needs = std::mem::take(&mut self.uses);
        self.block().lines.push(Line::Effect(statement, needs));
    }

    /// Where a table begins in fast memory.
    fn table(&mut self, words: &[u32]) -> usize {
        let known = self.tables.windows(words.len().max(1)).position(|window| window == words);
        known.unwrap_or_else(|| {
            self.tables.extend_from_slice(words);
            self.tables.len() - words.len()
        })
    }

    /// Opens the body of a loop.
    fn open_loop(&mut self, pending: String) {
        self.open.push(self.blocks.len());
        self.blocks.push(Block { pending, ..Block::default() });
        self.scopes.push(HashMap::new());
    }

    fn close_loop(&mut self) {
        self.open.pop();
        self.scopes.pop();
    }

    /// Which variables some statement needs.
    fn needed(&self) -> Vec<bool> {
        let mut needed = vec![false; self.variables.len()];
        let lines = self.blocks.iter().flat_map(|block| &block.lines);
        let mut open: Vec<usize> = lines
            .filter_map(|line| match line {
                Line::Effect(_, needs) => Some(needs.clone()),
                Line::Definition(_) => None,
            })
            .flatten()
            .collect();
        while let Some(number) = open.pop() {
            if !std::mem::replace(&mut needed[number], true) {
                open.extend(&self.variables[number].needs);
            }
        }
        needed
    }

    fn write_block(&self, block: &Block, needed: &[bool], indent: &str, text: &mut String) {
        for line in &block.lines {
            let statement = match line {
                Line::Definition(number) if !needed[*number] => continue,
                Line::Definition(number) => {
                    let Variable { kind, expression, is_kept, .. } = &self.variables[*number];
                    if *is_kept {
                        format!("v{number} = {expression};")
                    } else {
                        format!("const {kind} v{number} = {expression};")
                    }
                }
                Line::Effect(statement, _) => statement.clone(),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{indent}{statement}");
        }
    }

    fn function(&self) -> String {
        assert_eq!(self.blocks.len(), 1, "how a game ends is told without loops");
        let mut text =
            "DEVICE u32 primitive(const Tier &tier, const Tables &tables, const Board &board) {\n    \
             const u32 *game = tables.game;\n    (void)tier, (void)game, (void)board;\n"
                .to_owned();
        self.write_block(&self.blocks[0], &self.needed(), "    ", &mut text);
        text + "}\n\n"
    }

    fn structure(&self, name: &str) -> String {
        let needed = self.needed();
        assert_eq!(self.blocks[0].arrivals, 0, "moves are found in loops");
        let mut text = format!("struct {name} {{\n    const u32 *game;\n");
        for number in 1..self.blocks.len() {
            let _ = writeln!(text, "    u32 left{number} = 0, end{number} = 0;");
        }
        for (number, variable) in self.variables.iter().enumerate() {
            if variable.is_kept && needed[number] {
                let _ = writeln!(text, "    {} v{number} = 0;", variable.kind);
            }
        }
        let _ = writeln!(
            text,
            "\n    DEVICE {name}(const Tier &tier, const Tables &tables, const Board &board)\n        \
             : game(tables.game) {{\n        (void)tier, (void)board;"
        );
        self.write_block(&self.blocks[0], &needed, "        ", &mut text);
        text += "    }\n\n    DEVICE bool next(u32 &target, Board &found) {\n        \
                 (void)target, (void)found;\n        for (;;) {\n";
        // Inner loops come behind the ones that they are in, and must be done with first.
        for block in self.blocks[1..].iter().rev() {
            assert!(block.arrivals <= 1, "no more than one move in the body of a loop");
            let _ = writeln!(text, "            if ({}) {{", block.pending);
            if block.arrivals > 0 {
                text += "                bool arrived = false;\n";
            }
            self.write_block(block, &needed, "                ", &mut text);
            if block.arrivals > 0 {
                text += "                if (arrived) return true;\n";
            }
            text += "                continue;\n            }\n";
        }
        text + "            return false;\n        }\n    }\n};\n\n"
    }
}

/// The walker that prints.
struct Printer;

impl Printer {
    /// What a function is given.
    fn begin(&mut self) -> ([Text; GIVEN], Board<Text>) {
        let given = std::array::from_fn(|number| word(format!("tier.parameters[{number}]")));
        let [first, second, tag] =
            ["first", "second", "tag"].map(|kind| word(format!("board.{kind}")));
        (given, Board { first, second, tag })
    }

    /// The loop that comes next, by number.
    fn next_loop(&self) -> usize {
        on_page(|page| page.blocks.len())
    }

    /// A scope that is worked through only under a condition; how many moves it arrives at, at most.
    fn scope(&mut self, opening: String, body: impl FnOnce(&mut Printer)) -> usize {
        let before = on_page(|page| {
            page.effect(opening);
            page.scopes.push(HashMap::new());
            std::mem::take(&mut page.block().arrivals)
        });
        body(self);
        on_page(|page| {
            page.effect("}".to_owned());
            page.scopes.pop();
            std::mem::replace(&mut page.block().arrivals, before)
        })
    }

    fn rows<const N: usize>(
        &mut self,
        rows: &[[u32; N]],
        mut body: impl FnMut(&mut Printer, [Text; N]),
    ) {
        let number = self.next_loop();
        on_page(|page| page.open_loop(format!("left{number} < end{number}")));
        let columns =
            std::array::from_fn(|column| column_at(rows, column, || format!("left{number}")));
        on_page(|page| page.effect(format!("left{number}++;")));
        body(self, columns);
        on_page(Page::close_loop);
    }
}

/// A column of the row with a number that is known when the kernel runs.
fn column_at<const N: usize>(
    rows: &[[u32; N]],
    column: usize,
    number: impl FnOnce() -> String,
) -> Text {
    let values: Vec<u32> = rows.iter().map(|row| row[column]).collect();
    if values.windows(2).all(|pair| pair[0] == pair[1]) {
        return Text::Constant(values.first().copied().unwrap_or(0));
    }
    let number = number();
    if let (true, [before @ .., last]) = (values.len() <= ROWS_IN_REGISTERS, &values[..]) {
        let choices = before.iter().enumerate();
        let choices = choices.map(|(row, value)| format!("{number} == {row} ? {value:#x}u : "));
        return word(format!("{}{last:#x}u", choices.collect::<String>()));
    }
    let base = on_page(|page| page.table(&values));
    word(format!("game[{base} + {number}]"))
}

impl Walker for Printer {
    type Word = Text;

    fn each_bit(&mut self, mask: Text, mut body: impl FnMut(&mut Printer, Text)) {
        let number = self.next_loop();
        let mask = mask.text();
        on_page(|page| {
            page.effect(format!("left{number} = {mask};"));
            page.open_loop(format!("left{number}"));
        });
        let bit = word(format!("lowest_one(left{number})"));
        let taken = bit.text();
        on_page(|page| page.effect(format!("left{number} ^= {taken};")));
        body(self, bit);
        on_page(Page::close_loop);
    }

    fn each_row<const N: usize>(
        &mut self,
        rows: &[[u32; N]],
        body: impl FnMut(&mut Printer, [Text; N]),
    ) {
        let number = self.next_loop();
        on_page(|page| page.effect(format!("left{number} = 0, end{number} = {};", rows.len())));
        self.rows(rows, body);
    }

    fn each_row_at<const N: usize>(
        &mut self,
        rows: &RowsByCell<N>,
        cell: Text,
        body: impl FnMut(&mut Printer, [Text; N]),
    ) {
        let number = self.next_loop();
        let range = |[begin, end]: &[u32; 2]| begin | end << 16;
        let ranges: Vec<u32> = rows.ranges().iter().map(range).collect();
        let base = on_page(|page| page.table(&ranges));
        let range = word(format!("game[{base} + trailing_zeros({})]", cell.text())).text();
        on_page(|page| {
            page.effect(format!("left{number} = {range} & 0xffffu, end{number} = {range} >> 16;"));
        });
        self.rows(rows.rows(), body);
    }

    /// Variables are found again by what they were worked out from.
    fn foresee(&mut self, function: &impl Pointwise, word: Text) {
        function.of(word);
    }

    fn when(&mut self, condition: Condition, body: impl FnOnce(&mut Printer)) {
        if let Condition::Constant(known) = condition {
            return if known {
                body(self)
            };
        }
        let arrivals = self.scope(format!("if ({}) {{", condition.text()), body);
        on_page(|page| page.block().arrivals += arrivals);
    }

    fn either(
        &mut self,
        condition: Condition,
        yes: impl FnOnce(&mut Printer),
        no: impl FnOnce(&mut Printer),
    ) {
        if let Condition::Constant(known) = condition {
            return if known { yes(self) } else { no(self) };
        }
        let opposite = !condition;
        let (condition, opposite) = (condition.text(), opposite.text());
        let arrivals = self.scope(format!("if ({condition}) {{"), yes);
        let others = self.scope(format!("if ({opposite}) {{"), no);
        on_page(|page| page.block().arrivals += arrivals.max(others));
    }

    fn arrive(&mut self, target: Text, _step: Step<Text>, board: impl FnOnce() -> Board<Text>) {
        let Board { first, second, tag } = board();
        let [target, first, second, tag] = [target, first, second, tag].map(Text::text);
        on_page(|page| {
            page.effect(format!(
                "target = {target}, found.first = {first}, found.second = {second}, \
                 found.tag = {tag}, arrived = true;"
            ));
            page.block().arrivals += 1;
        });
    }
}
