//! Lines that cover one another are clicked at their two ends, one after the other.

use hindsight_core::Button;
use hindsight_oracle::{ButtonAnswer, StageAnswer, Verdict};

/// Takes the lines of a position apart: first one of the places at which lines end is clicked, then the
/// other end, or the same place again for what is done there alone. `names` are those of the places;
/// `best` says what the best of some moves is worth to the player who makes it.
pub fn take_apart(
    stages: &mut Vec<StageAnswer>,
    names: &[String],
    best: impl Fn(&[usize]) -> Option<Verdict>,
) {
    let Some(position) = stages.first_mut() else { return };
    let whole = std::mem::take(&mut position.buttons);
    let picture = position.picture.clone();
    let mut first = Vec::new();
    let mut further = Vec::new();
    let begun = stages.len();
    let mut places: Vec<usize> = whole.iter().flat_map(|button| button.button.centers()).collect();
    places.sort_unstable();
    places.dedup();
    for place in places {
        let mut buttons = Vec::new();
        for ButtonAnswer { name, button, chosen, .. } in &whole {
            let other = match *button {
                Button::Spot { center, .. } if center == place => center,
                Button::Line { from, to } if from == place => to,
                Button::Line { from, to } if to == place => from,
                _ => continue,
            };
            let button = Button::Spot { center: other, piece: None };
            buttons.push(ButtonAnswer { name: name.clone(), button, chosen: *chosen, stage: None });
        }
        let moves: Vec<usize> = buttons.iter().filter_map(|button| button.chosen).collect();
        let worth = best(&moves);
        first.push(ButtonAnswer {
            name: names.get(place).cloned().unwrap_or_else(|| place.to_string()),
            button: Button::Spot { center: place, piece: None },
            chosen: None,
            stage: Some(begun + further.len()),
        });
        further.push(StageAnswer {
            picture: picture.clone(),
            value: worth.map(|worth| worth.value),
            remoteness: worth.and_then(|worth| worth.remoteness),
            buttons,
        });
    }
    stages[0].buttons = first;
    stages.append(&mut further);
}
