//! What Hindsight takes of [rayon](https://docs.rs/rayon), done in turn. The module for browsers has no threads, and
//! rayon would be a tenth of it.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::iter::{Sum, once};

/// How many threads there are.
pub fn current_num_threads() -> usize {
    1
}

type Task<'scope> = Box<dyn FnOnce(&Scope<'scope>) + 'scope>;

/// Tasks that wait for their turn.
#[derive(Default)]
pub struct Scope<'scope>(RefCell<VecDeque<Task<'scope>>>);

impl<'scope> Scope<'scope> {
    /// Has a task done before the scope ends.
    pub fn spawn(&self, task: impl FnOnce(&Scope<'scope>) + 'scope) {
        self.0.borrow_mut().push_back(Box::new(task));
    }
}

/// Does something, and then all tasks that came of it.
pub fn scope<'scope, R>(begin: impl FnOnce(&Scope<'scope>) -> R) -> R {
    let scope = Scope::default();
    let begun = begin(&scope);
    loop {
        // Not borrowed while the task is done: it may bring others.
        let Some(task) = scope.0.borrow_mut().pop_front() else { return begun };
        task(&scope);
    }
}

/// An iterator with rayon's ways of asking.
pub struct InTurn<I>(I);

impl<I: Iterator> IntoIterator for InTurn<I> {
    type Item = I::Item;
    type IntoIter = I;

    fn into_iter(self) -> I {
        self.0
    }
}

impl<I: Iterator> InTurn<I> {
    pub fn map<R>(self, f: impl FnMut(I::Item) -> R) -> InTurn<impl Iterator<Item = R>> {
        InTurn(self.0.map(f))
    }

    pub fn map_init<T, R>(
        self,
        init: impl FnOnce() -> T,
        mut f: impl FnMut(&mut T, I::Item) -> R,
    ) -> InTurn<impl Iterator<Item = R>> {
        let mut state = init();
        InTurn(self.0.map(move |item| f(&mut state, item)))
    }

    pub fn filter(self, f: impl FnMut(&I::Item) -> bool) -> InTurn<impl Iterator<Item = I::Item>> {
        InTurn(self.0.filter(f))
    }

    pub fn enumerate(self) -> InTurn<std::iter::Enumerate<I>> {
        InTurn(self.0.enumerate())
    }

    pub fn zip<J: IntoIterator>(self, other: J) -> InTurn<std::iter::Zip<I, J::IntoIter>> {
        InTurn(self.0.zip(other))
    }

    pub fn step_by(self, step: usize) -> InTurn<std::iter::StepBy<I>> {
        InTurn(self.0.step_by(step))
    }

    pub fn with_min_len(self, _least: usize) -> InTurn<I> {
        self
    }

    pub fn with_max_len(self, _most: usize) -> InTurn<I> {
        self
    }

    pub fn for_each(self, f: impl FnMut(I::Item)) {
        self.0.for_each(f);
    }

    pub fn try_for_each<E>(mut self, f: impl FnMut(I::Item) -> Result<(), E>) -> Result<(), E> {
        self.0.try_for_each(f)
    }

    pub fn try_for_each_init<T, E>(
        mut self,
        init: impl FnOnce() -> T,
        mut f: impl FnMut(&mut T, I::Item) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut state = init();
        self.0.try_for_each(|item| f(&mut state, item))
    }

    pub fn fold<T>(
        self,
        none: impl FnOnce() -> T,
        f: impl FnMut(T, I::Item) -> T,
    ) -> InTurn<impl Iterator<Item = T>> {
        InTurn(once(self.0.fold(none(), f)))
    }

    pub fn reduce(
        self,
        none: impl FnOnce() -> I::Item,
        f: impl FnMut(I::Item, I::Item) -> I::Item,
    ) -> I::Item {
        self.0.fold(none(), f)
    }

    pub fn try_reduce<T, E>(
        mut self,
        none: impl FnOnce() -> T,
        mut f: impl FnMut(T, T) -> Result<T, E>,
    ) -> Result<T, E>
    where
        I: Iterator<Item = Result<T, E>>,
    {
        self.0.try_fold(none(), |all, item| f(all, item?))
    }

    pub fn min(self) -> Option<I::Item>
    where
        I::Item: Ord,
    {
        self.0.min()
    }

    pub fn sum<S: Sum<I::Item>>(self) -> S {
        self.0.sum()
    }

    pub fn collect<C: FromIterator<I::Item>>(self) -> C {
        self.0.collect()
    }
}

/// What `use rayon::prelude::*` brings.
pub mod prelude {
    use super::InTurn;

    /// Everything that can be gone through.
    pub trait IntoParallelIterator: IntoIterator + Sized {
        fn into_par_iter(self) -> InTurn<Self::IntoIter> {
            InTurn(self.into_iter())
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    /// Slices.
    pub trait ParallelSlice<T> {
        fn par_iter(&self) -> InTurn<std::slice::Iter<'_, T>>;
        fn par_iter_mut(&mut self) -> InTurn<std::slice::IterMut<'_, T>>;
        fn par_chunks(&self, length: usize) -> InTurn<std::slice::Chunks<'_, T>>;
        fn par_chunks_mut(&mut self, length: usize) -> InTurn<std::slice::ChunksMut<'_, T>>;
        fn par_sort_unstable(&mut self)
        where
            T: Ord;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> InTurn<std::slice::Iter<'_, T>> {
            InTurn(self.iter())
        }

        fn par_iter_mut(&mut self) -> InTurn<std::slice::IterMut<'_, T>> {
            InTurn(self.iter_mut())
        }

        fn par_chunks(&self, length: usize) -> InTurn<std::slice::Chunks<'_, T>> {
            InTurn(self.chunks(length))
        }

        fn par_chunks_mut(&mut self, length: usize) -> InTurn<std::slice::ChunksMut<'_, T>> {
            InTurn(self.chunks_mut(length))
        }

        fn par_sort_unstable(&mut self)
        where
            T: Ord,
        {
            self.sort_unstable();
        }
    }

    /// What can be made longer.
    pub trait ParallelExtend<T> {
        fn par_extend(&mut self, more: impl IntoIterator<Item = T>);
    }

    impl<T> ParallelExtend<T> for Vec<T> {
        fn par_extend(&mut self, more: impl IntoIterator<Item = T>) {
            self.extend(more);
        }
    }
}
