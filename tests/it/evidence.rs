//! What makes the word "proved", attacked: certificates dropped and exchanged, facts weakened, evidence edited.
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::Path;
use topple::claim::experiment::EXPECTED;
use topple::claim::{Experiment, Fact, Finding, Goal, Status, Verdict, library};
use topple::proof::{self, Established};
use topple::run::evidence::Evidence;
use topple::run::files::Folders;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every claim with the evidence that is committed for it.
fn decided() -> Vec<(Experiment, Folders, Evidence)> {
    let with_evidence = |experiment: Experiment| {
        let folders = Folders::new(root(), &experiment);
        let evidence = Evidence::read(&folders).expect("it can be read")?;
        Some((experiment, folders, evidence))
    };
    library::experiments().expect("all files").into_iter().filter_map(with_evidence).collect()
}

fn established(folders: &Folders, name: &str) -> Established {
    let text = std::fs::read_to_string(folders.certificate(name)).expect("a certificate");
    proof::establish(&text).expect("accepted")
}

/// The proved parts of a claim, each with what its certificates establish.
fn proved<'a>(evidence: &'a Evidence, folders: &'a Folders) -> impl Iterator<Item = (&'a Finding, Vec<Established>)> {
    let entailed = evidence.findings.iter().filter(|finding| matches!(finding.found, Verdict::Entailed { .. }));
    entailed.map(|finding| {
        (finding, finding.certificates().iter().map(|name| established(folders, name)).collect::<Vec<_>>())
    })
}

/// Values may stand twice: a claim that compares two lists of values names each list whole.
#[test]
fn no_part_names_a_fact_twice() {
    for (experiment, _, evidence) in decided() {
        for finding in &evidence.findings {
            let Goal::Facts(facts) = &finding.goal else { continue };
            let facts: Vec<&Fact> = facts.iter().filter(|fact| !matches!(fact, Fact::Value(_))).collect();
            let twice = facts.iter().enumerate().find(|(index, fact)| facts[..*index].contains(fact));
            assert!(twice.is_none(), "{}: {}: {twice:?}", experiment.name(), finding.part);
        }
    }
}

#[test]
fn a_proved_part_needs_each_of_its_certificates() {
    for (experiment, folders, evidence) in decided() {
        for (finding, hand) in proved(&evidence, &folders) {
            let name = format!("{}: {}", experiment.name(), finding.part);
            assert_eq!(finding.follows(&hand), Ok(()), "{name}");
            for index in 0..hand.len() {
                let mut fewer = hand.clone();
                let dropped = fewer.remove(index);
                // Another strategy for the same start may stand beside it.
                let twice = |fact: &Fact| fewer.iter().flat_map(|other| &other.facts).any(|other| other.implies(fact));
                if dropped.facts.iter().all(twice) {
                    continue;
                }
                assert!(finding.follows(&fewer).is_err(), "{name} needs {}", finding.certificates()[index]);
                // A certificate that establishes nothing that the part speaks of is no better than none.
                let other = Established { facts: vec![Fact::ClockNimEnds], labelling: None };
                let other = if dropped.facts == other.facts {
                    Established { facts: vec![Fact::StarLemma], labelling: None }
                } else {
                    other
                };
                fewer.push(other);
                assert!(finding.follows(&fewer).is_err(), "{name} with another certificate");
            }
        }
    }
}

#[test]
fn a_goal_that_says_more_does_not_follow() {
    let mut tried = 0;
    for (experiment, folders, evidence) in decided() {
        for (finding, hand) in proved(&evidence, &folders) {
            for goal in stronger(&finding.goal) {
                let said = Finding { goal, ..finding.clone() };
                assert!(said.follows(&hand).is_err(), "{}: {} as {}", experiment.name(), finding.part, said.goal);
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried}");
}

/// Goals that differ from one in what they claim, each false if the one is true.
fn stronger(goal: &Goal) -> Vec<Goal> {
    match goal {
        Goal::Words | Goal::Theorem(_) => Vec::new(),
        Goal::Facts(facts) => {
            let replaced = |(index, fact): (usize, &Fact)| {
                let with = move |other: Fact| {
                    let mut facts = facts.clone();
                    facts[index] = other;
                    Goal::Facts(facts)
                };
                contrary(fact).into_iter().map(with).collect::<Vec<_>>()
            };
            facts.iter().enumerate().flat_map(replaced).collect()
        }
        Goal::Values(values) => {
            let mut other = values.clone();
            other.cells[0].1 += 1;
            vec![Goal::Values(other)]
        }
        Goal::Pattern(pattern) => (0..pattern.values.len())
            .map(|index| {
                let mut other = pattern.clone();
                other.values[index] += 1;
                Goal::Pattern(other)
            })
            .collect(),
        Goal::Sum(sum) => {
            let mut fewer = sum.clone();
            let mut other = sum.clone();
            other.value += 1;
            match fewer.winning.pop_first() {
                Some(_) => vec![Goal::Sum(fewer), Goal::Sum(other)],
                None => vec![Goal::Sum(other)],
            }
        }
        Goal::Options(options) => {
            let mut fewer = options.clone();
            let fewer = fewer.options.pop_first().map(|_| Goal::Options(fewer));
            fewer.into_iter().collect()
        }
    }
}

/// A fact that cannot be so if the given one is.
fn contrary(fact: &Fact) -> Option<Fact> {
    let mut fact = fact.clone();
    match &mut fact {
        Fact::Value(value) => value.value += 1,
        Fact::Winner { first, .. } => *first = !*first,
        Fact::Winners { first, .. } => first[0] = !first[0],
        Fact::Law(law) => law.line.1[0] = !law.line.1[0],
        Fact::Survives(game) => return Some(Fact::Lost(game.clone())),
        Fact::Defeated { game, .. } | Fact::Lost(game) => return Some(Fact::Survives(game.clone())),
        Fact::Weight { least, .. } => *least += 1,
        Fact::MiddleNinth { from, .. } => *from -= 1,
        Fact::SameGame(map) => map.states[0].2[0] += 1,
        Fact::EenyMeenyRule(rule) => rule.last.swap(0, 1),
        Fact::MoveTypes(types) => types[0].to = types[0].from,
        _ => return None,
    }
    Some(fact)
}

/// Every place of a JSON text where something stands, by the keys and indices that lead to it.
fn leaves(json: &Json, path: &str, found: &mut Vec<String>) {
    match json {
        Json::Object(map) => {
            map.iter().for_each(|(key, value)| leaves(value, &format!("{path}/{}", key.replace('/', "~1")), found))
        }
        Json::Array(list) => {
            (0..).zip(list).for_each(|(i, value): (usize, _)| leaves(value, &format!("{path}/{i}"), found))
        }
        _ => found.push(path.to_string()),
    }
}

fn edited(json: &Json) -> Json {
    match json {
        Json::String(text) => Json::String(format!("{text}0")),
        Json::Number(number) => Json::from(number.as_u64().map_or(1, |number| number + 1)),
        Json::Bool(truth) => Json::Bool(!truth),
        _ => Json::Bool(true),
    }
}

#[test]
fn edited_evidence_does_not_count() {
    let mut edits = 0;
    for (experiment, folders, evidence) in decided() {
        let whole = serde_json::to_value(&evidence).expect("plain data");
        let mut places = Vec::new();
        leaves(&whole, "", &mut places);
        // All places of a short file, and some of each part of a long one.
        let every = (places.len() / 400).max(1);
        for place in places.iter().step_by(every) {
            let mut other = whole.clone();
            let leaf = other.pointer_mut(place).expect("a place");
            *leaf = edited(leaf);
            edits += 1;
            if let Ok(read) = serde_json::from_value::<Evidence>(other) {
                let status = read.status(&experiment, &folders, &|_| true);
                assert!(matches!(status, Status::NotRun(_)), "{} with another {place}: {status}", experiment.name());
            }
        }
    }
    assert!(edits > 3000, "{edits}");
}

#[test]
fn open_parts_are_not_proved_by_certificates_at_hand_even_if_the_seal_is_renewed() {
    let mut forged = 0;
    for (experiment, folders, evidence) in decided() {
        let names: Vec<String> = evidence.certificates.keys().cloned().collect();
        for index in 0..evidence.findings.len() {
            if matches!(evidence.findings[index].found, Verdict::Entailed { .. }) {
                continue;
            }
            for goal in [evidence.findings[index].goal.clone(), borrowed(&evidence)] {
                let mut other = evidence.clone();
                other.findings[index].goal = goal;
                other.findings[index].found = Verdict::Entailed { certificates: names.clone() };
                other.seal = other.sealed();
                let before = evidence.findings[index].goal.clone();
                let differs = matches!(evidence.findings[index].found, Verdict::Differs { .. });
                if differs && before == other.findings[index].goal && before != Goal::Words {
                    // What holds instead of print is entailed; that print differs is a comparison, not a proof.
                    continue;
                }
                let status = other.status(&experiment, &folders, &|_| false);
                assert!(matches!(status, Status::NotRun(_)), "{}: {status}", experiment.name());
                forged += 1;
            }
        }
    }
    assert!(forged > 50, "{forged}");
}

/// A goal that the certificates of a claim do entail: that of a proved part.
fn borrowed(evidence: &Evidence) -> Goal {
    let entailed = evidence.findings.iter().find(|finding| matches!(finding.found, Verdict::Entailed { .. }));
    entailed.map_or(Goal::Words, |finding| finding.goal.clone())
}

#[test]
fn a_changed_certificate_takes_the_word_away() {
    let folder = tempfile::TempDir::new().expect("a folder");
    let mut texts = BTreeMap::new();
    for (experiment, folders, evidence) in decided() {
        let Some(name) = evidence.findings.iter().flat_map(Finding::certificates).next() else { continue };
        let copy = Folders::new(folder.path(), &experiment);
        for certificate in evidence.certificates.keys() {
            let to = copy.certificate(certificate);
            std::fs::create_dir_all(to.parent().expect("a folder")).expect("made");
            std::fs::copy(folders.certificate(certificate), to).expect("copied");
        }
        let text = std::fs::read_to_string(copy.certificate(name)).expect("text");
        let lines: Vec<&str> = text.lines().collect();
        let dropped = [&lines[..lines.len() - 2], &lines[lines.len() - 1..]].concat().join("\n");
        for other in [dropped, format!("{text}\n"), String::new()] {
            std::fs::write(copy.certificate(name), other).expect("written");
            let status = evidence.status(&experiment, &copy, &|_| true);
            assert!(matches!(status, Status::NotRun(_)), "{}: {status}", experiment.name());
        }
        std::fs::write(copy.certificate(name), &text).expect("written");
        assert!(!matches!(evidence.status(&experiment, &copy, &|_| true), Status::NotRun(_)), "{}", experiment.name());
        texts.insert(experiment.name(), text);
    }
    assert!(texts.len() > 20);
}

/// What each file expects is what was found; `UPDATE_EXPECTED=1` writes it anew, to be read before it is committed.
#[test]
fn every_claim_comes_out_as_its_file_expects() {
    let renew = std::env::var_os("UPDATE_EXPECTED").is_some();
    for (experiment, folders, evidence) in decided() {
        let bare = Experiment { expected: None, ..experiment.clone() };
        let status = evidence.status(&bare, &folders, &|_| false);
        let long = experiment.expected.as_ref().map(|expected| expected.seconds).filter(|seconds| *seconds > 0);
        let seconds = long.map_or(String::new(), |seconds| format!("seconds = {seconds}\n"));
        let said = format!("{EXPECTED}status = \"{}\"\nparts = \"{}\"\n{seconds}", status.word(), evidence.parts());
        let path = root().join(format!("experiments/{}/{}.toml", experiment.paper, experiment.id));
        let text = std::fs::read_to_string(&path).expect("its file");
        let claimed = text.split(EXPECTED).next().expect("a first part");
        if renew {
            std::fs::write(&path, format!("{claimed}{said}")).expect("written");
        } else {
            assert_eq!(text, format!("{claimed}{said}"), "{}", experiment.name());
        }
    }
}
