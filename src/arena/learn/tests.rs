use super::*;
use crate::arena::agents::{AGENTS, agent};
use crate::arena::net::{Network, Scratch};
use crate::arena::{BUFFER, Contest, Embedding, Model, Rng, Tower, Triple, wins};

fn start(seed: u64) -> Tower {
    Tower::start(Model::default(), 5, &mut Rng::new(seed, "test", 0)).expect("5 levels")
}

fn random_zero(embedding: Embedding) -> Zero {
    let mut rng = Rng::new(3, "test", 0);
    let network = Network::new(&[embedding.size(BUFFER), 16, OUTPUTS], &mut || rng.uniform()).expect("sizes");
    Zero::new(network, embedding).expect("the sizes fit")
}

#[test]
fn the_networks_of_dqn_are_trained_again_to_the_same_bytes() {
    for name in ["dqn-basic-paper", "dqn-nim-paper"] {
        let (_, bytes) = weights::all().find(|(known, _)| known == name).expect("the network is kept");
        assert!(weights::train(name).expect("it trains") == bytes, "{name} comes out different");
    }
}

#[test]
fn every_network_is_kept_and_fits_its_agent() {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/data/jengazero/weights")).expect("a folder");
    let name = |file: std::fs::DirEntry| file.path().file_stem()?.to_str().map(str::to_string);
    let mut kept: Vec<String> = files.filter_map(|file| name(file.expect("a file"))).collect();
    kept.sort_unstable();
    let mut planned: Vec<String> = weights::names().collect();
    planned.sort_unstable();
    assert_eq!(kept, planned);
    for name in kept {
        let kind = AGENTS.iter().find(|kind| name.starts_with(&format!("{}-", kind.name))).expect("an agent has it");
        let way = &name[kind.name.len() + 1..];
        assert!(agent(&format!("{}:weights={way}", kind.name)).is_ok(), "{name}");
        assert_eq!(weights::named(kind.name, Some(way)).expect("it is kept").1.agent, kind.name);
    }
    assert!(agent("dqn-nim:weights=none").is_err() && weights::train("dqn-nim").is_err());
}

#[test]
fn a_trained_dqn_beats_random() {
    for name in ["dqn-basic", "dqn-nim"] {
        let (dqn, random) = (agent(name).expect("an agent"), agent("random").expect("an agent"));
        let agents = [dqn.as_ref(), random.as_ref()];
        let score = Contest { agents, model: Model::default(), levels: 5, games: 100, seed: 1 }.run().expect("games");
        assert!(score.wins[0] > 85, "{name}: {score:?}");
    }
}

#[test]
fn jengazero_learns_the_same_for_a_seed() {
    let plan = ZeroPlan { epochs: 3, iterations: 40, ..ZeroPlan::paper(Embedding::Nim, 5) };
    let train = |plan: &ZeroPlan| train_zero(plan, &mut |_, _, _| Ok(())).expect("it trains");
    assert_eq!(train(&plan), train(&plan));
    assert_ne!(train(&plan), train(&ZeroPlan { seed: 6, ..plan.clone() }));
}

/// The policy by its definition: exponentials of sums of two outputs over those of all moves.
#[test]
fn the_policy_is_a_softmax_over_moves() {
    for embedding in [Embedding::Nim, Embedding::Union] {
        let (zero, mut scratch, tower) = (random_zero(embedding), Scratch::default(), start(1));
        let opinion = zero.opinion(&tower, &mut scratch);
        let output = zero.network().output(&zero.input(&tower), &mut scratch).to_vec();
        let weight = |chosen: &crate::arena::Move| {
            let removal = output[3 * usize::from(chosen.level) + usize::from(chosen.slot)];
            f64::from(removal + output[zero::REMOVALS + usize::from(chosen.place)]).exp()
        };
        let sum: f64 = tower.moves().map(|chosen| weight(&chosen)).sum();
        assert_eq!(opinion.policy.len(), tower.moves().count());
        for (chosen, share) in &opinion.policy {
            assert!((f64::from(*share) - weight(chosen) / sum).abs() < 1e-6);
        }
        assert_eq!(opinion.value, output[OUTPUTS - 1]);
    }
}

#[test]
fn a_search_finds_a_move_that_stands() {
    // All but the ground level lies aside, over the block at slot 2: without it the tower falls.
    let lies = |level: usize, slot: usize| {
        let block = crate::arena::Block::ideal(level, slot);
        Some([block.x, block.y + if level > 0 { 0.02 } else { 0.0 }, block.yaw])
    };
    let blocks: Vec<_> = (0..3).map(|level| [lies(level, 0), lies(level, 1), lies(level, 2)]).collect();
    let tower = Tower::from_blocks(Model::default(), &blocks).expect("a tower");
    let zero = random_zero(Embedding::Union);
    let mut search = Puct::new(&zero, 2.0, &tower);
    let mut rng = Rng::new(1, "test", 0);
    assert_eq!(search.best(), None);
    (0..400).for_each(|_| search.iterate(&mut rng));
    let best = search.best().expect("there are moves");
    let chance = tower.clone().make(best, tower.ideal(usize::from(best.place)));
    assert!(chance > 0.9, "{best}: {chance}");
    for (chosen, mean) in search.means() {
        assert!((-1.0..=1.0).contains(&mean));
        assert!((chosen.level, chosen.slot) != (0, 2) || mean < -0.9, "{chosen}: {mean}");
    }
}

#[test]
fn worths_are_given_for_what_may_be_taken() {
    let (network, _) = weights::named("dqn-nim", None).expect("it is kept");
    let values = ActionValues::new(network, Embedding::Nim, BUFFER).expect("it fits");
    let tower = start(2);
    let worths = block_worths(&values, &tower);
    assert_eq!(worths.len(), 15);
    for block in &worths {
        let legal = tower.removals().any(|removal| removal == (block.level, block.slot));
        assert_eq!(block.worth.is_some(), legal);
        if let Some(worth) = block.worth {
            let mut after = tower.clone();
            after.take(block.level, block.slot);
            after.put(0, tower.ideal(0));
            assert_eq!(worth.wins, !wins(Triple::of(&after)), "where a block is put does not matter without noise");
        }
    }
    let most = worths.iter().filter_map(|block| block.worth).map(|worth| worth.learned).fold(f32::MIN, f32::max);
    assert_eq!(Some(most), values.of(&tower).iter().map(|(_, value)| *value).reduce(f32::max));
}

/// One move after another, the whole network for each.
#[test]
fn values_of_all_moves_are_the_same_bits_as_those_of_one_move() {
    for (embedding, levels) in [(Embedding::Basic, 7), (Embedding::Nim, 5), (Embedding::Union, 5)] {
        let mut rng = Rng::new(8, "test", 0);
        let buffer = 3 * levels;
        let sizes = [embedding.action_size(buffer), 75, 9, 1];
        let network = Network::new(&sizes, &mut || rng.uniform()).expect("sizes");
        let values = ActionValues::new(network, embedding, buffer).expect("it fits");
        let mut tower = Tower::start(Model::default(), levels, &mut rng).expect("levels");
        for turn in 0.. {
            let all = values.of(&tower);
            assert!(all.iter().map(|(chosen, _)| *chosen).eq(tower.moves()));
            let mut scratch = Scratch::default();
            for (chosen, value) in &all {
                let alone = values.network().output(&values.input(&tower, *chosen), &mut scratch)[0];
                assert_eq!(value.to_bits(), alone.to_bits(), "{embedding:?}, turn {turn}, {chosen}");
            }
            assert_eq!(values.most(&values.inputs(&tower)), all.iter().map(|(_, value)| *value).reduce(f32::max));
            let Some((chosen, _)) = all.get(rng.below(all.len().max(1))) else { break };
            tower.make_ideal(*chosen);
        }
    }
}

#[test]
fn curves_begin_before_training_and_count_games() {
    let plan = DqnPlan { epochs: 4, ..DqnPlan::paper(Embedding::Nim, 1) };
    let points = dqn_curve(&plan, 2, 10).expect("it trains");
    assert_eq!(points.iter().map(|point| point.epoch).collect::<Vec<_>>(), [0, 2, 4]);
    assert!(points.iter().all(|point| point.games == 10 && point.random <= 10 && point.one_step <= 10));
    let tall = DqnPlan { epochs: 1, ..DqnPlan::paper(Embedding::Basic, 1) }.of_levels(18);
    assert_eq!((tall.buffer, dqn_curve(&tall, 1, 2).expect("it trains").len()), (54, 2));
}
