//! The displayed formulas of the eeny-meeny rule, read as they are printed.
use super::{Bound, compare, every_pile, pile, some, table};
use crate::claim::{Decision, Finding, Task, Verdict};
use crate::error::Result;
use crate::solve::piles::{program, sweep};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Given {
    /// Pairs (largest section, most sections) of the sweeps.
    sweeps: Vec<Bound>,
}

/// A way to read the two displays. They agree in everything but their last line, and in the odd one's first index.
#[derive(Clone, Copy)]
struct Reading {
    name: &'static str,
    /// The line after "until" stands beside the line that the alternation would put there, not in its place.
    beside: bool,
    /// In the odd display the index that the pile lacks is read as that of the top section, and all others stay; else
    /// all indices move down by one.
    top_only: bool,
}

const READINGS: [Reading; 3] = [
    Reading { name: "until-replaces", beside: false, top_only: false },
    Reading { name: "until-beside", beside: true, top_only: false },
    Reading { name: "top-index-only", beside: false, top_only: true },
];

impl Reading {
    /// The value that the display for this number of sections gives. A single section has no line to read; the text
    /// gives its value apart.
    fn value(self, sections: &[u64]) -> u64 {
        let top = sections[sections.len() - 1];
        top - u64::from(self.met(sections))
    }

    fn met(self, sections: &[u64]) -> bool {
        let even = sections.len().is_multiple_of(2);
        for (line, pair) in sections.windows(2).rev().enumerate() {
            let (upper, lower) = (pair[1], pair[0]);
            let less = (line % 2 == 0) != (self.top_only && !even);
            let alternating = if less { upper < lower } else { upper > lower };
            if line + 2 == sections.len() {
                let until = if even { upper > lower } else { upper <= lower };
                return until || (self.beside && alternating);
            }
            if alternating || upper != lower {
                return alternating;
            }
        }
        false
    }
}

/// The displayed case formulas against the program and the Grundy values.
pub fn printed_formulas(task: &Task) -> Result<Decision> {
    let given: Given = task.experiment.parameters(task.scale)?;
    some(task, &given.sweeps)?;
    let certificate = every_pile()?;
    let (mut rows, mut cells) = (Vec::new(), Vec::new());
    for reading in READINGS {
        for &(largest, most) in &given.sweeps {
            let rule = |sections: &[u64], _| reading.value(sections);
            let counts = sweep(task.watch, reading.name, &rule, largest, most)?;
            for (count, k) in counts.iter().zip(1_usize..) {
                let first = count.first.as_deref().map(pile).unwrap_or_default();
                let numbers = [k as u64, largest, count.piles, count.mismatches].map(|n| n.to_string());
                rows.push([vec![reading.name.to_string()], numbers.to_vec(), vec![first]].concat());
            }
            if (largest, most) == given.sweeps[0] {
                cells.extend(smallest(reading, counts.iter().filter_map(|count| count.first.as_deref())));
            }
        }
    }
    let header = ["reading", "k", "largest_section", "piles", "differ", "first"];
    let tables = vec![(String::new(), table("Displayed formulas against the mex", &header, rows))];
    let findings = vec![displays(cells, &certificate.name), three_and_four(task)?];
    Ok(Decision { findings, tables, certificates: vec![certificate], ..Decision::default() })
}

/// The first pile with an even number of sections that differs, and the first with an odd number.
fn smallest<'a>(reading: Reading, firsts: impl Iterator<Item = &'a [u64]> + Clone) -> Vec<String> {
    let of = |rest: usize| firsts.clone().find(move |first| first.len() % 2 == rest);
    let cell = |first: &[u64]| {
        let parity = if first.len().is_multiple_of(2) { "even" } else { "odd" };
        let (printed, computed) = (reading.value(first), program(first));
        format!("{parity} display, {}: G{} printed {printed}, computed {computed}", reading.name, pile(first))
    };
    of(0).into_iter().chain(of(1)).map(cell).collect()
}

fn displays(cells: Vec<String>, certificate: &str) -> Finding {
    const PART: &str = "the two displays, read as printed";
    if cells.is_empty() {
        let bound = "the piles of the first sweep, where every reading agrees".to_string();
        return Finding::new(PART, "sweep of piles", Verdict::Swept { bound });
    }
    let verdict = Verdict::Differs {
        count: cells.len() as u64,
        cells,
        holds: "the last lines belong to the other display: for an even number of sections the chain ends with \
                n2 <= n1, for an odd number with n2 > n1; and the odd display begins n(2k-1) < n(2k-2)"
            .to_string(),
        certificates: vec![certificate.to_string()],
    };
    Finding::new(PART, "sweep of piles; pile", verdict).note(
        "n(2k) in the odd display is no section of the pile; it is read with all indices one lower, or as the top section \
         alone. With 'until' as the last line in the alternation's place the displays differ exactly for \
         nk = .. = n2, whatever n1 is; with both lines, for n2 >= n1 in the even and n2 <= n1 in the odd one. \
         For k = 1 there is nothing to read. The program and the formulas for k = 2 and 3 in the proofs are right",
    )
}

/// The formula for k = 3 and the two sets of inequalities for k = 4 in the proofs.
fn three_and_four(task: &Task) -> Result<Finding> {
    let formulas = |sections: &[u64], _: u64| match *sections {
        [a, b] => b - u64::from(b <= a),
        [a, b, c] => c - u64::from(c < b || (c == b && b > a)),
        [a, b, c, d] => {
            let g = (d < c && c < b) || (d < c && c == b && b > a) || (d <= c && c > b) || (d <= c && c >= b && b <= a);
            let e = d < c || (d == c && c > b) || (d == c && c == b && b <= a);
            // A pile in which the two sets differ gets a value that no pile of these sizes has.
            if g == e { d - u64::from(g) } else { u64::MAX }
        }
        _ => sections[0],
    };
    let counted = compare(task, "k = 2, 3, 4 as printed", &formulas, &[(6, 4)])?;
    let verdict = match counted.first {
        None => Verdict::Swept { bound: "all 3, 9 and 27 patterns of comparisons for k = 2, 3, 4".to_string() },
        Some(first) => Verdict::Refuted { counterexample: pile(&first) },
    };
    Ok(Finding::new("the formulas for k = 2 and 3, and the sets G and E for k = 4", "sweep of piles", verdict).note(
        "clause (4) of G is printed with n3 >= n2; n3 = n2 is what the substitution gives, but the added piles are \
         those of clause (3). As both sides depend on the comparisons only, this decides every size",
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Unwatched;

    #[test]
    fn the_readings_differ_exactly_where_the_note_says() {
        for reading in READINGS.into_iter().filter(|reading| !reading.top_only) {
            let noted = |sections: &[u64], _: u64| {
                let [first, second, ..] = *sections else { return program(sections) };
                let level = sections[1..].iter().all(|&section| section == second);
                let side = if sections.len().is_multiple_of(2) { second >= first } else { second <= first };
                let differs = level && (side || !reading.beside);
                if differs == (reading.value(sections) != program(sections)) { program(sections) } else { u64::MAX }
            };
            let counts = sweep(&Unwatched, "noted", &noted, 5, 6).unwrap();
            assert!(counts.iter().all(|count| count.mismatches == 0), "{}: {counts:?}", reading.name);
        }
    }

    #[test]
    fn the_smallest_piles_that_differ() {
        let [replaces, beside, top_only] = READINGS;
        assert_eq!((replaces.value(&[2, 1]), program(&[2, 1])), (1, 0));
        assert_eq!((beside.value(&[1, 1]), program(&[1, 1])), (1, 0));
        assert_eq!((replaces.value(&[1, 1, 1]), program(&[1, 1, 1])), (0, 1));
        assert_eq!((top_only.value(&[1, 1, 2]), program(&[1, 1, 2])), (1, 2));
    }
}
