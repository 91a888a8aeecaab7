//! Towers from outside: the games by name, the certificates, and the claims about towers at a quick scale.
use topple::claim::{Decision, Experiment, Scale, Status, Task, Verdict, carvalho, library, zwick};
use topple::error::Result;
use topple::game::any::open;
use topple::proof;
use topple::solve::Memory;

/// A claim with some parameters instead of those of its file.
fn decide(name: &str, parameters: &str, claim: impl Fn(&Task) -> Result<Decision>) -> Decision {
    let mut experiment = library::named(name).unwrap().remove(0);
    experiment.scale.clear();
    experiment.parameters.extend(parameters.parse::<toml::Table>().unwrap());
    claim(&Task::unwatched(&experiment, Scale::Quick, Memory(1 << 30))).unwrap()
}

fn proved(decision: &Decision) -> bool {
    matches!(Status::of(&decision.findings, &|_| false), Status::Proved { .. })
}

fn cells(decision: &Decision, finding: usize) -> Vec<String> {
    match &decision.findings[finding].found {
        Verdict::Differs { cells, .. } => cells.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_stability_lemma_is_proved_and_counted() {
    let decision = decide("zwick/stability-lemma", "height = 6", zwick::stability_lemma);
    assert!(proved(&decision));
    let last: Vec<&str> = decision.tables[0].1.rows[5].iter().map(String::as_str).collect();
    assert_eq!(last, ["6", "117649", "21375", "760", "21375", "0"]);
    assert!(proof::check(&decision.certificates[0].text).is_ok());
}

/// Both sequences follow from the certificate: 7 * 5^(h-1) - 4 * 5^(h-3) valid towers, and for the semi-stable ones
/// 4 * 5^(h-3) with a triple on top and 2 * 5^(h-c) with a chain of length c on top.
#[test]
fn the_counts_follow_the_description() {
    let decision = decide("zwick/stability-lemma", "height = 9", zwick::stability_lemma);
    for (row, height) in decision.tables[0].1.rows.iter().zip(1u32..).skip(2) {
        let stable = 7 * 5u64.pow(height - 1) - 4 * 5u64.pow(height - 3);
        let chains: u64 = (3..=height).step_by(2).map(|length| 2 * 5u64.pow(height - length)).sum();
        assert_eq!(row[2], stable.to_string());
        assert_eq!(row[3], (4 * 5u64.pow(height - 3) + chains).to_string());
    }
}

#[test]
fn claim_3_1_has_two_exceptions_of_three_levels() {
    let decision = decide("zwick/claim-3-1", "height = 6", zwick::claim_3_1);
    assert_eq!(
        cells(&decision, 0),
        [
            "011/010/001: printed strictly inside, computed (2/3, 1/2)",
            "110/010/100: printed strictly inside, computed (1/3, 1/2)"
        ]
    );
    assert_eq!(cells(&decision, 3).len(), 2);
}

#[test]
fn claim_3_2_and_the_types_of_move_are_proved() {
    let decision = decide("zwick/claim-3-2", "", zwick::claim_3_2);
    assert!(proved(&decision));
    let decision = decide("zwick/move-types", "levels = 3", zwick::move_types);
    assert!(proved(&decision));
}

#[test]
fn layers_are_piles_but_for_towers_without_a_complete_layer() {
    let decision = decide("carvalho/layers-as-piles", "levels = 3", carvalho::layers_as_piles);
    assert!(matches!(decision.findings[0].found, Verdict::Entailed { .. }));
    assert!(matches!(decision.findings[1].found, Verdict::Entailed { .. }));
    assert!(cells(&decision, 2)[0].starts_with("height 3"));
}

#[test]
fn four_blocks_a_layer_part_from_their_layer_types_at_two_full_layers() {
    let decision = decide("carvalho/jenga-4", "levels = 2", carvalho::jenga_4);
    let cell = &cells(&decision, 3)[0];
    assert_eq!(cell, "0101/1111/1010: by section 4 no move, in truth a level that is not in the model, 0100/1111/1110");
}

#[test]
fn towers_are_games_by_name() {
    let jenga = open("jenga").unwrap();
    assert_eq!(jenga.moves("111/111").unwrap().len(), 9);
    assert_eq!(open("jenga-physical 3").unwrap().moves("111/111").unwrap(), jenga.moves("111/111").unwrap());
    assert_eq!(jenga.standard("{1,1,1},{0,1,1}").unwrap(), "111/011");
    assert!(open("jenga-physical 17").is_err() && open("jenga-physical").is_err());
}

#[test]
fn wrong_parameters_are_refused() {
    for parameters in ["height = 0", "height = 21", "levels = 3", "height = 3\nwidth = 4"] {
        let text = format!("id = 'towers'\nmethod = 'own'\n[parameters]\n{parameters}");
        let experiment = Experiment::read("towers.toml", &text).unwrap();
        let task = Task::unwatched(&experiment, Scale::Quick, Memory(1 << 20));
        assert!(zwick::stability_lemma(&task).is_err(), "{parameters}");
    }
}

proptest::proptest! {
    #[test]
    fn any_text_is_a_tower_that_reads_back_or_a_complaint_of_one_line(text in "[01/{}, x]{0,40}", slots in 1..6u32) {
        let game = open(&format!("jenga-physical {slots}")).unwrap();
        match game.standard(&text) {
            Ok(shown) => assert_eq!(game.standard(&shown).unwrap(), shown),
            Err(error) => assert!(!error.to_string().contains('\n')),
        }
    }

    /// Along any play the weight falls, and what is shown is read back.
    #[test]
    fn play_ends(choices in proptest::collection::vec(0..1000usize, 40), slots in 3..6u32) {
        let game = open(&format!("jenga-physical {slots}")).unwrap();
        let mut tower = vec!["1".repeat(slots as usize); 4].join("/");
        for choice in choices {
            let moves = game.moves(&tower).unwrap();
            if moves.is_empty() {
                break;
            }
            let next = moves[choice % moves.len()].1.clone();
            assert!(game.weight(&next).unwrap() < game.weight(&tower).unwrap());
            tower = next;
        }
    }
}
