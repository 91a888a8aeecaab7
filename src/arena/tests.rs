//! The towers that the authors' program described.
use super::*;
use serde::Deserialize;

const TOWERS: &str = include_str!("../../data/reference/jengazero/towers.jsonl");

/// A line of the reference file.
#[derive(Deserialize)]
struct Known {
    tag: String,
    /// x, y, z and yaw.
    blocks: Vec<[Option<[f64; 4]>; 3]>,
    com_xy: Vec<[f64; 2]>,
    counts_above: Vec<usize>,
    raw: Vec<f64>,
    falls: Vec<bool>,
    logp: f64,
    removes: Vec<(usize, usize)>,
    places: Vec<usize>,
    layer_types: [usize; 4],
    nim: Vec<f64>,
    basic: Vec<f64>,
    xyz: [usize; 3],
    nimwin: bool,
}

fn known() -> Vec<(Known, Tower)> {
    let tower = |known: &Known| {
        let block = |slot: Option<[f64; 4]>| slot.map(|[x, y, _, yaw]| [x, y, yaw]);
        let blocks: Vec<_> = known.blocks.iter().map(|level| level.map(block)).collect();
        Tower::from_blocks(Model::default(), &blocks).unwrap()
    };
    let lines = TOWERS.lines().map(|line| serde_json::from_str::<Known>(line).unwrap());
    lines.map(|known| (tower(&known), known)).map(|(tower, known)| (known, tower)).collect()
}

fn close(found: &[f64], expected: &[f64], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (found, expected) in found.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-9, "{what}: {found}, the authors' program {expected}");
    }
}

#[test]
fn every_tower_is_as_the_authors_program_says() {
    let known = known();
    assert_eq!(known.len(), 276);
    for (known, tower) in &known {
        let tag = &known.tag;
        let height = tower.height();
        for level in 0..height {
            close(&tower.centre(level), &known.com_xy[level], tag);
            assert_eq!(tower.blocks_from(level), known.counts_above[level], "{tag}");
        }
        let distances: Vec<f64> = (0..height - 1).map(|level| tower.distance(level)).collect();
        close(&distances, &known.raw, tag);
        assert_eq!(tower.is_stable(), !known.falls.contains(&true), "{tag}");
        close(&[tower.log_chance(), libm::log(tower.chance())], &[known.logp; 2], tag);
        assert_eq!(tower.removals().collect::<Vec<_>>(), known.removes, "{tag}");
        assert_eq!(tower.places().collect::<Vec<_>>(), known.places, "{tag}");
        assert_eq!(tower.level_types(), known.layer_types, "{tag}");
        let Triple { x, y, z } = Triple::of(tower);
        assert_eq!([x, y, z], known.xyz, "{tag}");
        assert_eq!(wins(Triple { x, y, z }), known.nimwin, "{tag}");
    }
}

#[test]
fn embeddings_are_those_of_the_authors_program() {
    for (known, tower) in known() {
        for (embedding, expected) in [
            (Embedding::Nim, known.nim.clone()),
            (Embedding::Basic, known.basic.clone()),
            (Embedding::Union, [known.basic, known.nim].concat()),
        ] {
            let mut found = Vec::new();
            embedding.write(&tower, BUFFER, &mut found);
            assert_eq!(found.len(), embedding.size(BUFFER));
            close(&found, &expected, &known.tag);
        }
        for chosen in tower.moves() {
            let mut found = Vec::new();
            Embedding::Basic.write_action(&tower, chosen, BUFFER, &mut found);
            assert_eq!(found.len(), 155);
        }
    }
}

/// The file has towers that follow each other by a move: what is left, and what is put, give the next line.
#[test]
fn taking_and_putting_blocks_leads_from_tower_to_tower() {
    let known = known();
    let mut moves = 0;
    for pair in known.windows(2) {
        let ((before, tower), (after, next)) = (&pair[0], &pair[1]);
        let mut tower = tower.clone();
        if after.tag.contains("_removed_") && before.tag.ends_with("_start") {
            let (level, slot) = before.removes.iter().copied().find(|(l, s)| next.block(*l, *s).is_none()).unwrap();
            tower.take(level, slot);
        } else if after.tag.contains("_placed_") {
            let level = tower.place_level();
            let slot = before.places.iter().copied().find(|slot| next.block(level, *slot).is_some()).unwrap();
            tower.put(slot, next.block(level, slot).unwrap());
        } else {
            continue;
        }
        moves += 1;
        // The sums are made in the same order, whichever way the tower came about.
        assert_eq!(tower.chance().to_bits(), next.chance().to_bits(), "{}", after.tag);
        assert_eq!(tower.moves().collect::<Vec<_>>(), next.moves().collect::<Vec<_>>(), "{}", after.tag);
    }
    assert!(moves > 150, "{moves}");
}

/// Towers as they come up in games of the player who looks one step ahead, also with much noise.
fn towers_in_play(games: u64, noise_scale: f64, mut visit: impl FnMut(&Tower)) {
    let agent = agents::agent("one-step").unwrap();
    let model = Model::new(noise_scale, 0.001).unwrap();
    let contest = Contest { agents: [&*agent, &*agent], model, levels: 5, games, seed: 3 };
    for game in 0..games {
        contest.game(game, |step| visit(step.before)).unwrap();
    }
}

#[test]
fn the_fast_tower_agrees_with_the_direct_one() {
    for noise_scale in [0.0, 1.0, 5.0] {
        towers_in_play(40, noise_scale, |tower| {
            let direct = direct::Direct::of(tower);
            for level in 0..tower.height() - 1 {
                close(&[tower.distance(level)], &[direct.distance(level)], "distance");
            }
            assert!((tower.chance() - direct.chance()).abs() < 1e-12);
            assert_eq!(tower.removals().collect::<Vec<_>>(), direct.removals());
            assert_eq!(tower.places().collect::<Vec<_>>(), direct.places());
        });
    }
}

#[test]
fn the_chances_of_all_moves_are_those_of_making_them() {
    for noise_scale in [0.0, 1.0, 5.0] {
        towers_in_play(20, noise_scale, |tower| {
            let mut moves = tower.moves();
            tower.each_chance(|chosen, chance| {
                assert_eq!(moves.next(), Some(chosen));
                let mut after = tower.clone();
                let made = after.make(chosen, tower.ideal(usize::from(chosen.place)));
                assert!((chance - made).abs() < 1e-12, "{chosen}: {chance}, {made}");
                assert_eq!(Triple::after(tower, chosen), Triple::of(&after), "{chosen}");
            });
            assert_eq!(moves.next(), None);
        });
    }
}

#[test]
fn what_is_left_out_has_a_smaller_chance() {
    towers_in_play(20, 5.0, |tower| {
        let (mut all, mut safest) = (Vec::new(), 0.0);
        tower.each_chance(|chosen, chance| all.push((chosen, chance)));
        for rank in 0..all.len() {
            let least = all[rank].1;
            let (mut above, mut rising) = (Vec::new(), Vec::new());
            tower.each_chance_above(
                |_, _| true,
                |chosen, chance| {
                    above.push((chosen, chance));
                    least
                },
            );
            tower.each_chance_above(
                |_, _| true,
                |chosen, chance| {
                    rising.push((chosen, chance));
                    rising.iter().map(|one| one.1).fold(0.0, f64::max)
                },
            );
            let wanted: Vec<_> = all.iter().filter(|one| one.1 >= least).collect();
            assert!(above.iter().all(|one| all.contains(one)) && rising.iter().all(|one| all.contains(one)));
            assert!(wanted.iter().all(|one| above.contains(one)), "{least}");
            safest = f64::max(safest, least);
            assert!(rising.iter().any(|one| one.1 >= safest));
        }
    });
}

/// From the start the oracle wins the game without noise; it plays it to its end when nothing falls by accident.
#[test]
fn the_oracle_always_leaves_a_lost_position() {
    let oracle = agents::agent("oracle").unwrap();
    let model = Model::new(0.0, 0.0001).unwrap();
    let contest = Contest { agents: [&*oracle, &*oracle], model, levels: 5, games: 2, seed: 1 };
    for game in 0..2 {
        let score = contest
            .game(game, |step| {
                let won = Triple::of(step.before);
                assert_eq!(wins(won), step.player == 0, "{won:?}");
                assert!(step.player == 1 || is_winning(step.before, step.chosen));
            })
            .unwrap();
        assert_eq!(score.wins_first.iter().sum::<u64>(), 1);
    }
}

#[test]
fn random_games_and_tree_searches_are_those_of_the_direct_version() {
    let (random, mcts) = (agents::agent("random").unwrap(), agents::agent("mcts:iterations=200").unwrap());
    let contest = Contest { agents: [&*random, &*random], model: Model::default(), levels: 5, games: 1, seed: 5 };
    for game in 0..30 {
        let mut towers = Vec::new();
        contest.game(game, |step| towers.push(step.before.clone())).unwrap();
        for tower in &towers {
            let (mut a, mut b) = (Rng::new(1, "search", game), Rng::new(1, "search", game));
            let exploration = 2.0 * std::f64::consts::SQRT_2;
            let expected = direct::Direct::of(tower).search(200, exploration, &mut a);
            assert_eq!(mcts.choose(tower, &mut b).ok(), expected);
            assert_eq!(a.bits(), b.bits(), "all random numbers were the same");
        }
    }
}

/// The contract of all agents: every pair plays legal games to their end, and the same ones for any number of threads.
#[test]
fn every_agent_plays_every_other() {
    let names = agents::AGENTS.iter().map(|kind| kind.name).filter(|name| *name != "program");
    let name = |name: &str| if name == "mcts" { "mcts:iterations=30".to_string() } else { name.to_string() };
    let players: Vec<_> = names.map(|kind| agents::agent(&name(kind)).unwrap()).collect();
    let pools = [1, 3].map(|threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap());
    for (first, second) in players.iter().flat_map(|a| players.iter().map(move |b| (a, b))) {
        let contest = Contest { agents: [&**first, &**second], model: Model::default(), levels: 3, games: 7, seed: 2 };
        let [one, three] = pools.each_ref().map(|pool| pool.install(|| contest.run()).unwrap());
        assert_eq!(one, three);
        assert_eq!((one.games, one.begun, one.wins[0] + one.wins[1]), (7, [4, 3], 7));
        assert_eq!(one.falls + one.no_moves, 7);
    }
}

#[test]
fn agents_are_refused_in_one_line() {
    for text in [
        "",
        "nobody",
        "random:x=1",
        "mcts:iterations=0",
        "mcts:iterations",
        "mcts:iterations=2,iterations=3",
        "mcts:exploration=nan",
        "mcts:420",
        "oracle:trust=2",
        "program",
        "program:",
        "program:seconds=x,cat",
        "program:seconds=1",
        "program:seconds=-1,cat",
        "program:/no/such/program",
    ] {
        let error = agents::agent(text).err().unwrap_or_else(|| panic!("{text} is refused"));
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    assert!(agents::agent("mcts:iterations=420,exploration=1.5").is_ok());
}

/// Programs that crash, hang or cheat stop the contest with one line that says so.
#[cfg(unix)]
#[test]
fn programs_that_fail_are_told_apart() {
    let random = agents::agent("random").unwrap();
    for (command, said) in [
        ("program:false", "ended with exit status: 1"),
        ("program:ls /no/such/folder", "No such file"),
        ("program:seconds=0.2,sleep 60", "no answer within 0.2 s"),
        ("program:yes [9,9,9]", "'[9,9,9]' is not a legal move"),
        ("program:yes nonsense", "'nonsense'"),
    ] {
        let agent = agents::agent(command).unwrap();
        let contest = Contest { agents: [&*agent, &*random], model: Model::default(), levels: 3, games: 3, seed: 1 };
        let error = contest.run().unwrap_err().to_string();
        assert!(error.contains(said) && error.lines().count() == 1, "{error}");
    }
    let honest = agents::agent("program:yes [0,1,1]").unwrap();
    let mut rng = Rng::new(1, "test", 0);
    let tower = Tower::start(Model::default(), 3, &mut rng).unwrap();
    assert_eq!(honest.choose(&tower, &mut rng).unwrap(), Move { level: 0, slot: 1, place: 1 });
}
