//! Sim as GamesmanUni draws it with code of its own: always between six points, the fifteen lines in the
//! order 12, 13, ..., 56. On fewer points the lines that are not there stay undrawn.

/// The points of the client's board.
const POINTS: usize = 6;
const UNDRAWN: char = '-';

/// For each of the client's lines, whether it is there between the first `points` points.
fn lines(points: usize) -> impl Iterator<Item = bool> {
    (1..POINTS).flat_map(|one| one + 1..=POINTS).map(move |other| other <= points)
}

/// Between how many points there are this many lines; `None` for none that the client can draw.
fn points(lines: usize) -> Option<usize> {
    (2..=POINTS).find(|points| points * (points - 1) / 2 == lines)
}

/// Our lines among the client's.
pub fn write(drawn: &str) -> String {
    let Some(points) = points(drawn.len()) else { return drawn.to_owned() };
    let mut drawn = drawn.chars();
    let mut next = || drawn.next().unwrap_or(UNDRAWN);
    lines(points).map(|exists| if exists { next() } else { UNDRAWN }).collect()
}

/// The client's lines as our `count`; `None` where one is drawn that is not there.
pub fn read(drawn: &str, count: usize) -> Option<String> {
    let points = points(count)?;
    if drawn.chars().count() != lines(points).count() {
        return None;
    }
    let mut own = String::with_capacity(count);
    for (line, exists) in drawn.chars().zip(lines(points)) {
        match (exists, line) {
            (true, line) => own.push(line),
            (false, UNDRAWN) => {}
            (false, _) => return None,
        }
    }
    Some(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The client's list of lines, as pairs of points.
    const CLIENT: [&str; 15] =
        ["12", "13", "14", "15", "16", "23", "24", "25", "26", "34", "35", "36", "45", "46", "56"];

    #[test]
    fn lines_stand_where_the_client_looks_for_them() {
        for points in 2..=POINTS {
            let there =
                |pair: &&&str| pair.bytes().all(|point| usize::from(point - b'0') <= points);
            let own: Vec<&&str> = CLIENT.iter().filter(there).collect();
            for (number, pair) in own.iter().enumerate() {
                let mut drawn = vec![UNDRAWN; own.len()];
                drawn[number] = 'x';
                let drawn: String = drawn.into_iter().collect();
                let written = write(&drawn);
                assert_eq!(CLIENT[written.find('x').unwrap()], **pair);
                assert_eq!(written.len(), 15);
                assert_eq!(read(&written, own.len()), Some(drawn));
            }
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        assert_eq!(read("----x----------", 10), None, "a line to the sixth of five points");
        assert_eq!(read("----------", 10), None);
        assert_eq!(read("---------------", 11), None);
        assert_eq!(read("---------------", 10).as_deref(), Some("----------"));
        assert_eq!(write("-------"), "-------", "between no number of points");
    }
}
