//! Counts of requests and their times, in the text format that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::app::App;

/// Upper ends of the classes of times, in seconds.
const ENDS: [f64; 12] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 10.0];

/// What was asked, and how long it took.
#[derive(Debug, Default)]
pub struct Metrics {
    routes: Mutex<BTreeMap<String, Route>>,
    in_flight: AtomicU64,
    refused: [AtomicU64; Refused::ALL.len()],
    kept_replies: [AtomicU64; 2],
}

/// Why somebody was turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    /// The request named a host that this server is not.
    Host,
    /// Too many requests were being worked on.
    Busy,
    /// Too many requests were waiting for a solve.
    Wait,
    /// There were too many connections, all of them being worked on.
    Connection,
}

impl Refused {
    const ALL: [(Refused, &str); 4] = [
        (Refused::Host, "host"),
        (Refused::Busy, "busy"),
        (Refused::Wait, "wait"),
        (Refused::Connection, "connection"),
    ];
}

#[derive(Debug, Default)]
struct Route {
    statuses: BTreeMap<u16, u64>,
    /// How many took at most so long, but longer than the class before; the rest in the last.
    classes: [u64; ENDS.len() + 1],
    seconds: f64,
}

impl Metrics {
    /// Notes that a request came.
    pub fn begin(&self) {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a request is done with, answered or not.
    pub fn end(&self) {
        self.in_flight.fetch_sub(1, Ordering::Relaxed);
    }

    /// Notes that somebody was turned away.
    pub fn refused(&self, why: Refused) {
        self.refused[why as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// Notes whether an answer was there already.
    pub fn recalled(&self, was_kept: bool) {
        self.kept_replies[usize::from(was_kept)].fetch_add(1, Ordering::Relaxed);
    }

    /// Notes an answer.
    pub fn answered(&self, route: &str, status: u16, time: Duration) {
        let mut routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        if !routes.contains_key(route) {
            routes.insert(route.to_owned(), Route::default());
        }
        let Some(route) = routes.get_mut(route) else { return };
        *route.statuses.entry(status).or_default() += 1;
        let seconds = time.as_secs_f64();
        let class = ENDS.iter().position(|&end| seconds <= end).unwrap_or(ENDS.len());
        route.classes[class] += 1;
        route.seconds += seconds;
    }

    /// Everything as text.
    pub fn write(&self, app: &App) -> String {
        let mut text = String::new();
        self.write_routes(&mut text);
        self.write_counters(&mut text, app.catalogue.budget.refused());
        let catalogue = &app.catalogue;
        let cache = catalogue.data().cache();
        let (solving, analysing) = catalogue.running();
        let waiting = catalogue.solver.counts().0 + catalogue.analyser.counts().0;
        let left = catalogue.budget.left_in_all();
        let gauges = [
            (
                "requests_in_flight",
                "Requests being answered",
                self.in_flight.load(Ordering::Relaxed),
            ),
            ("waiting", "Requests that wait for a solve or a search", app.waits.in_use() as u64),
            ("connections", "Open connections", app.connections.count() as u64),
            ("block_cache_bytes", "Bytes of decompressed blocks kept", cache.bytes() as u64),
            ("block_cache_capacity_bytes", "The most of them", cache.capacity() as u64),
            ("solves_running", "Games being solved or waiting for it", solving as u64),
            ("analyses_running", "Games being counted or waiting for it", analysing as u64),
            ("work_queued", "Solves, searches and counts that wait for their turn", waiting as u64),
            ("work_tasks_left", "Pieces of work that may still be asked for", left.tasks as u64),
            ("work_seconds_left", "Seconds of work left of this hour's", left.seconds),
            ("work_disk_bytes_left", "Bytes of tables that work may still write", left.disk),
        ];
        for (name, help, number) in gauges {
            line(&mut text, format_args!("# HELP hindsight_{name} {help}."));
            line(&mut text, format_args!("# TYPE hindsight_{name} gauge"));
            line(&mut text, format_args!("hindsight_{name} {number}"));
        }
        text
    }

    fn write_counters(&self, text: &mut String, over_budget: u64) {
        line(text, format_args!("# HELP hindsight_refusals_total Visitors turned away."));
        line(text, format_args!("# TYPE hindsight_refusals_total counter"));
        let counts = Refused::ALL
            .map(|(why, reason)| (reason, self.refused[why as usize].load(Ordering::Relaxed)));
        for (reason, count) in counts.into_iter().chain([("budget", over_budget)]) {
            line(text, format_args!("hindsight_refusals_total{{reason=\"{reason}\"}} {count}"));
        }
        line(text, format_args!("# HELP hindsight_kept_replies_total Answers looked up again."));
        line(text, format_args!("# TYPE hindsight_kept_replies_total counter"));
        for (result, count) in ["miss", "hit"].iter().zip(&self.kept_replies) {
            let count = count.load(Ordering::Relaxed);
            let name = "hindsight_kept_replies_total";
            line(text, format_args!("{name}{{result=\"{result}\"}} {count}"));
        }
    }

    fn write_routes(&self, text: &mut String) {
        let routes = self.routes.lock().unwrap_or_else(PoisonError::into_inner);
        line(text, format_args!("# HELP hindsight_requests_total Requests answered."));
        line(text, format_args!("# TYPE hindsight_requests_total counter"));
        for (name, route) in &*routes {
            for (status, count) in &route.statuses {
                let labels = format!("route=\"{name}\",status=\"{status}\"");
                line(text, format_args!("hindsight_requests_total{{{labels}}} {count}"));
            }
        }
        line(text, format_args!("# HELP hindsight_request_seconds Time until the answer."));
        line(text, format_args!("# TYPE hindsight_request_seconds histogram"));
        for (name, route) in &*routes {
            let mut sum = 0;
            let ends = ENDS.iter().map(f64::to_string).chain(["+Inf".to_owned()]);
            for (end, count) in ends.zip(route.classes) {
                sum += count;
                let labels = format!("route=\"{name}\",le=\"{end}\"");
                line(text, format_args!("hindsight_request_seconds_bucket{{{labels}}} {sum}"));
            }
            let (labels, seconds) = (format!("route=\"{name}\""), route.seconds);
            line(text, format_args!("hindsight_request_seconds_sum{{{labels}}} {seconds}"));
            line(text, format_args!("hindsight_request_seconds_count{{{labels}}} {sum}"));
        }
    }
}

fn line(text: &mut String, content: std::fmt::Arguments) {
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{content}");
}
