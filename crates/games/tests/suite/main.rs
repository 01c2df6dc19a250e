//! The games from the outside: against published figures, against each other, and as they are drawn. One
//! program, because each one more is compiled and linked with all games.

mod baghchal;
mod connect4;
mod consistency;
mod deciding;
mod known_lines;
mod known_moves;
mod known_parts;
mod length;
mod loop_free;
mod morris;
mod quarto;
mod scenes;
mod small_games;
mod tictactwo;
