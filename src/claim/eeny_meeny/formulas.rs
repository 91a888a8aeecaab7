//! The displayed formulas of the eeny-meeny rule, read as they are printed.
use super::{Bound, compare, every_pile, pile, printed_rule, some, table};
use crate::claim::{Certificate, Decision, Differences, Finding, Task, Verdict};
use crate::error::Result;
use crate::solve::sweeps::piles::{Count, program, sweep};
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
    /// The last line of each display is that of the other.
    exchanged: bool,
}

const READINGS: [Reading; 3] = [
    Reading { name: "until-replaces", beside: false, top_only: false, exchanged: false },
    Reading { name: "until-beside", beside: true, top_only: false, exchanged: false },
    Reading { name: "top-index-only", beside: false, top_only: true, exchanged: false },
];

/// What holds.
const CORRECTED: Reading = Reading { name: "last lines exchanged", exchanged: true, ..READINGS[0] };

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
                let until = if even != self.exchanged { upper > lower } else { upper <= lower };
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
    let (mut rows, mut differing) = (Vec::new(), Differences::default());
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
                differing.cells.extend(["even", "odd"].into_iter().filter_map(|parity| cell(reading, parity, &counts)));
                differing.count += counts.iter().map(|count| count.mismatches).sum::<u64>();
            }
        }
    }
    let header = ["reading", "sections", "largest_section", "piles", "differ", "first_difference"];
    let tables = vec![(String::new(), table("Displayed formulas against the mex", &header, rows))];
    let corrected = compare(task, CORRECTED.name, &|sections: &[u64], _| CORRECTED.value(sections), &given.sweeps)?;
    let part = "the displays with their last lines exchanged and the indices of the odd one moved down by one";
    let corrected = Finding::new(part, "sweep of piles", corrected.verdict(&given.sweeps)).supporting();
    let findings = vec![displays(differing, &certificate)?, corrected, three_and_four(task)?];
    Ok(Decision { findings, tables, certificates: vec![certificate], ..Decision::default() })
}

/// How many piles with an even or an odd number of sections differ, and the first.
fn cell(reading: Reading, parity: &str, counts: &[Count]) -> Option<String> {
    let of_parity = || counts.iter().skip(usize::from(parity == "even")).step_by(2);
    let first = of_parity().find_map(|count| count.first.as_deref())?;
    let (piles, printed) = (of_parity().map(|count| count.mismatches).sum::<u64>(), reading.value(first));
    let (display, pile, computed) = (reading.name, pile(first), program(first));
    Some(format!(
        "{parity} display, {display}: {piles} piles, the first G{pile} printed {printed}, computed {computed}"
    ))
}

fn displays(differing: Differences, certificate: &Certificate) -> Result<Finding> {
    let part = "the two displays, read as printed";
    if differing.count == 0 {
        let bound = "the piles of the first sweep, where every reading agrees".to_string();
        return Ok(Finding::new(part, "sweep of piles", Verdict::Swept { bound }));
    }
    let holds = "the last lines belong to the other display: for an even number of sections the chain ends with \
                 n2 <= n1, for an odd number with n2 > n1; and the odd display begins n(2k-1) < n(2k-2)";
    let finding = Finding::against_print(part, printed_rule(), differing, holds, &[certificate])?;
    Ok(finding.note(
        "n(2k) in the odd display is no section of the pile; it is read with all indices one lower, or as the top section \
         alone. With 'until' as the last line in the alternation's place the displays differ exactly for \
         nk = .. = n2, whatever n1 is; with both lines, for n2 >= n1 in the even and n2 <= n1 in the odd one. \
         For k = 1 there is nothing to read. The program and the formulas for k = 2 and 3 in the proofs are right",
    ))
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
    let patterns = "all 3, 9 and 27 patterns of comparisons for k = 2, 3, 4";
    let verdict = Verdict::tried(patterns, counted.first.as_deref().map(pile));
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
        assert_eq!((CORRECTED.value(&[1, 1]), CORRECTED.value(&[1, 1, 1])), (0, 1));
        let [replaces, beside, top_only] = READINGS;
        assert_eq!((replaces.value(&[2, 1]), program(&[2, 1])), (1, 0));
        assert_eq!((beside.value(&[1, 1]), program(&[1, 1])), (1, 0));
        assert_eq!((replaces.value(&[1, 1, 1]), program(&[1, 1, 1])), (0, 1));
        assert_eq!((top_only.value(&[1, 1, 2]), program(&[1, 1, 2])), (1, 2));
    }
}
