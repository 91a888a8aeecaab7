use super::*;

fn jenga() -> Towers {
    Towers::new(3).unwrap()
}

fn tower(text: &str) -> Tower {
    jenga().parse(text).unwrap()
}

#[test]
fn both_notations_name_the_same_tower() {
    let plain = tower("101/101/011/011/111/010");
    assert_eq!(tower("{1,0,1},{1,0,1}, {0,1,1},{0,1,1},{1,1,1},{0,1,0}"), plain);
    assert_eq!(jenga().show(&plain), "101/101/011/011/111/010");
}

#[test]
fn bad_towers_are_refused_with_the_level() {
    let refused = |text: &str, part: &str| {
        let message = jenga().parse(text).unwrap_err().to_string();
        assert!(message.contains(part) && !message.contains('\n'), "{text}: {message}");
    };
    refused("", "level 1");
    refused("111/000/111", "level 2: '000', an empty level");
    refused("111/01/111", "level 2: '01'");
    refused("111/0111", "level 2");
    refused("111/01x", "level 2");
    refused("111/100/111", "level 2: the blocks above this level fall");
    refused("111/010/010/100", "level 2: the blocks above this level only just balance");
    refused("{1,1,1", "level 1");
    refused("{1,1,1},{0,0}", "level 2");
    refused(&vec!["111"; 1366].join("/"), "at most 4096 blocks");
    refused(&"111/".repeat(5000), "at most 4096 blocks");
    assert!(Towers::from_words("0").is_err() && Towers::from_words("17").is_err() && Towers::from_words("x").is_err());
    assert!(jenga().start(0).is_err() && jenga().start(1366).is_err() && jenga().start(1365).is_ok());
}

#[test]
fn a_move_names_type_level_slot_and_place() {
    let moves = jenga().moves(&tower("111/111/011/111"));
    let names: Vec<String> = moves.iter().map(|(name, _)| name.to_string()).collect();
    assert!(names.contains(&"I-I from level 2 slot 2 to level 5 slot 1".to_string()));
    assert!(names.contains(&"II- from level 1 slot 3 to level 5 slot 3".to_string()));
    assert!(names.contains(&"-I- from level 3 slot 3 to level 5 slot 2".to_string()));
    assert_eq!(names.len(), 7 * 3);
    let four = Towers::new(4).unwrap();
    let (first, _) = &four.moves(&four.start(2).unwrap())[0];
    assert_eq!(first.to_string(), "from level 1 slot 1 to level 3 slot 1");
}

#[test]
fn a_new_level_is_started_only_on_a_full_one() {
    let options = jenga().options(&tower("111/111/101"));
    let shown: Vec<String> = options.iter().map(|option| jenga().show(option)).collect();
    assert_eq!(shown, ["011/111/111", "101/111/111", "110/111/111"]);
}

#[test]
fn no_move_without_a_level_below_a_full_one() {
    for text in ["111", "010", "111/010", "101/011", "101/111/010", "010/111"] {
        assert!(jenga().moves(&tower(text)).is_empty(), "{text}");
    }
}

#[test]
fn small_widths_have_no_moves() {
    for slots in [1, 2] {
        let game = Towers::new(slots).unwrap();
        assert!(game.moves(&game.start(5).unwrap()).is_empty());
    }
}

#[test]
fn every_move_makes_the_weight_smaller_and_reads_back() {
    for slots in [3, 4, 5] {
        let game = Towers::new(slots).unwrap();
        let mut front = vec![game.start(3).unwrap()];
        for _ in 0..12 {
            let Some(here) = front.pop() else { break };
            for option in game.options(&here) {
                assert!(game.weight(&option) < game.weight(&here));
                assert_eq!(game.parse(&game.show(&option)).unwrap(), option);
                front.push(option);
            }
        }
    }
}

#[test]
fn the_triplet_and_the_clock_of_towers_in_play() {
    assert_eq!(triplet(&tower("111/011/101/111")), Some((1, 1, 0)));
    assert_eq!(clock(&tower("111/011/101/111")), (1, 1, 0));
    assert_eq!(triplet(&tower("111/111/110/010/111/101")), Some((2, 1, 2)));
    assert_eq!(clock(&jenga().start(18).unwrap()), (0, 17, 0));
    assert_eq!(triplet(&tower("111/111/011/010")), None);
    assert_eq!(triplet(&tower("101")), None);
}

#[test]
fn without_a_complete_layer_the_clock_reads_the_blocks_on_the_ground() {
    assert_eq!(clock(&tower("101")), (0, 0, 2));
    assert_eq!(clock(&tower("110/011/010")), (1, 0, 2));
    assert_eq!(clock(&tower("010/011/010")), (0, 0, 1));
}
