//! Texts from the outside: the library against a slow twin, against built-in games and against published
//! results, and any text whatever.

mod hostile;
mod indexed;
mod library;
mod results;
mod twin;
