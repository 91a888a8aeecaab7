//! The printed program as Python runs it, and the printed proofs for three and four sections, case by case.
use super::pile;
use crate::claim::library::{Row, number, reference};
use crate::claim::{Finding, Verdict};
use crate::error::{Error, Result};
use crate::game::pile::Pile;
use crate::game::{Game, Play};
use crate::solve::sweeps::piles::program;
use crate::solve::values::MOST_POSITIONS;
use crate::solve::values::memo::Memo;
use std::collections::BTreeSet;

/// What Python printed for the program of the paper, against the rule and the mex.
pub(super) fn by_python() -> Result<Finding> {
    let printed = reference("eeny-meeny/program.csv")?;
    let mut memo = Memo::new(&Pile, Play::Grundy, MOST_POSITIONS);
    let mut wrong = None;
    for row in &printed {
        let sections = Pile.parse(&row["pile"])?;
        let value = number(row, "value")?;
        if value != program(&sections) || value != memo.value(&sections)? {
            wrong = wrong.or(Some(format!("{}: Python says {value}", pile(&sections))));
        }
    }
    let part = "the printed program, as Python runs it, gives the mex";
    let bound = format!("{} piles of at most four sections", printed.len());
    Ok(Finding::new(part, "a table of what Python printed", Verdict::tried(bound, wrong)).supporting())
}

/// The printed proof for `k` sections: in each case exactly those clauses of G (the star lemma) and E (the rule) hold
/// that print names or does not exclude, and no pile is left out. Only comparisons of neighbours matter, so sections
/// up to `k` show every case.
pub(super) fn by_cases(k: u64) -> Result<Finding> {
    let of_k = |row: &Row| number(row, "sections").map(|of| of == k);
    let keep = |path| {
        reference(path)?
            .into_iter()
            .filter_map(|row| of_k(&row).map(|is| is.then_some(row)).transpose())
            .collect::<Result<Vec<Row>>>()
    };
    let (clauses, cases) = (keep("eeny-meeny/clauses.csv")?, keep("eeny-meeny/cases.csv")?);
    let (mut patterns, mut wrong) = (BTreeSet::new(), None);
    for number in 0..k.pow(k as u32) {
        let sections: Vec<u64> = (0..k as u32).map(|i| number / k.pow(i) % k + 1).collect();
        patterns.insert(sections.windows(2).map(|pair| pair[0].cmp(&pair[1])).collect::<Vec<_>>());
        if let Some(why) = wrong_case(&sections, &clauses, &cases)? {
            wrong = wrong.or(Some(format!("{}: {why}", pile(&sections))));
        }
    }
    let part = format!(
        "k = {k}, clause by clause: in each printed case the clauses hold that print names, and in every case G if and only if E"
    );
    let domain = format!("{} ways to compare neighbours, {} cases", patterns.len(), cases.len());
    let found = match wrong {
        None => Verdict::Exhausted { domain },
        Some(counterexample) => Verdict::Refuted { counterexample },
    };
    Ok(Finding::new(part, "every way to compare neighbouring sections", found).supporting())
}

/// What is wrong with the printed case of a pile, if anything is.
fn wrong_case(sections: &[u64], clauses: &[Row], cases: &[Row]) -> Result<Option<String>> {
    let mut true_clauses = BTreeSet::new();
    for row in clauses {
        if holds(&row["when"], sections)? {
            true_clauses.insert((row["formula"].as_str(), row["clause"].as_str()));
        }
    }
    let is = |formula: &str| true_clauses.iter().any(|(of, _)| *of == formula);
    let [.., _, top] = sections else { return Ok(Some("too few sections".to_string())) };
    let below = program(&sections[..sections.len() - 1]);
    if is("G") != (*top <= below) || is("E") != (program(sections) + 1 == *top) {
        return Ok(Some("the clauses are not the star lemma and the rule".to_string()));
    }
    let mut found = Vec::new();
    for case in cases {
        if holds(&case["when"], sections)? {
            found.push(case);
        }
    }
    let [case] = found.as_slice() else { return Ok(Some(format!("{} cases", found.len()))) };
    let named = |formula: &str, clause: &str| match clause {
        "" => !is(formula),
        _ => true_clauses.contains(&(formula, clause)),
    };
    let right = named("G", &case["clause_of_g"]) && named("E", &case["clause_of_e"]);
    Ok((!right).then(|| format!("case {} says otherwise", case["case"])))
}

/// Whether all comparisons hold, such as `n3<=n2 n2>n1`.
fn holds(when: &str, sections: &[u64]) -> Result<bool> {
    let mut all = true;
    for word in when.split(' ') {
        let wrong = || Error::input("eeny-meeny cases", format!("'{word}'"), "a comparison such as n3<=n2");
        let at = word.find(['<', '>', '=']).ok_or_else(wrong)?;
        let size = |name: &str| -> Result<u64> {
            let index: usize = name.trim_start_matches('n').parse().map_err(|_| wrong())?;
            index.checked_sub(1).and_then(|index| sections.get(index)).copied().ok_or_else(wrong)
        };
        let sign: String = word[at..].chars().take_while(|sign| "<>=".contains(*sign)).collect();
        let (one, other) = (size(&word[..at])?, size(&word[at + sign.len()..])?);
        all &= match sign.as_str() {
            "<" => one < other,
            "<=" => one <= other,
            "=" => one == other,
            ">=" => one >= other,
            ">" => one > other,
            _ => return Err(wrong()),
        };
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_are_read() {
        for (when, is) in [("n3<=n2 n2>n1", true), ("n3<n2", false), ("n3=n2 n1<n2", true), ("n3>=n1", true)] {
            assert_eq!(holds(when, &[1, 2, 2]).unwrap(), is, "{when}");
        }
        for when in ["", "n3", "n4<n1", "n0<n1", "n1<>n2", "x<n1"] {
            assert!(holds(when, &[1, 2, 2]).is_err(), "{when}");
        }
    }

    #[test]
    fn a_wrong_case_is_seen() {
        let (clauses, mut cases) =
            (reference("eeny-meeny/clauses.csv").unwrap(), reference("eeny-meeny/cases.csv").unwrap());
        let of_three = |row: &Row| row["sections"] == "3";
        let clauses: Vec<Row> = clauses.into_iter().filter(of_three).collect();
        cases.retain(of_three);
        assert_eq!(wrong_case(&[1, 2, 2], &clauses, &cases).unwrap(), None);
        cases[5].insert("clause_of_g".to_string(), "1".to_string());
        assert_eq!(wrong_case(&[1, 2, 2], &clauses, &cases).unwrap(), Some("case 2.3 says otherwise".to_string()));
        cases.remove(5);
        assert_eq!(wrong_case(&[1, 2, 2], &clauses, &cases).unwrap(), Some("0 cases".to_string()));
        let without = [&clauses[..1], &clauses[2..]].concat();
        assert!(wrong_case(&[1, 2, 2], &without, &cases).unwrap().is_some_and(|why| why.starts_with("the clauses")));
    }
}
