//! Counts of requests and their times, in the text format that Prometheus reads.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use crate::catalogue::Catalogue;

/// Upper ends of the classes of times, in seconds.
const ENDS: [f64; 12] =
    [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 10.0];

/// What was asked, and how long it took.
#[derive(Debug, Default)]
pub struct Metrics {
    routes: Mutex<BTreeMap<String, Route>>,
    in_flight: AtomicU64,
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
    pub fn write(&self, catalogue: &Catalogue) -> String {
        let mut text = String::new();
        self.write_routes(&mut text);
        let cache = catalogue.data().cache();
        let (solving, analysing) = catalogue.running();
        let gauges = [
            (
                "requests_in_flight",
                "Requests being answered",
                self.in_flight.load(Ordering::Relaxed),
            ),
            ("block_cache_bytes", "Bytes of decompressed blocks kept", cache.bytes() as u64),
            ("block_cache_capacity_bytes", "The most of them", cache.capacity() as u64),
            ("solves_running", "Games being solved or waiting for it", solving as u64),
            ("analyses_running", "Games being counted or waiting for it", analysing as u64),
        ];
        for (name, help, number) in gauges {
            line(&mut text, format_args!("# HELP hindsight_{name} {help}."));
            line(&mut text, format_args!("# TYPE hindsight_{name} gauge"));
            line(&mut text, format_args!("hindsight_{name} {number}"));
        }
        text
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
