//! Which function decides which claim.
use super::{
    Decision, Task, brzustowski, carvalho, census, eeny_meeny, jengazero, jenka, misere, subtraction, vector, weights,
    wells, zwick,
};
use crate::error::{Error, Result};
use crate::solve::Part;

/// A function that decides a claim.
type Decide = fn(&Task) -> Result<Decision>;

/// The claims that need code of their own, by name.
const OWN: &[(&str, Decide)] = &[
    ("zwick/stability-lemma", zwick::stability_lemma),
    ("zwick/claim-3-1", zwick::claim_3_1),
    ("zwick/claim-3-2", zwick::claim_3_2),
    ("zwick/move-types", zwick::move_types),
    ("zwick/rationale", zwick::rationale),
    ("zwick/value-matrices", zwick::value_matrices),
    ("zwick/theorem-5-1", zwick::theorem_5_1),
    ("zwick/start-position", zwick::start_position),
    ("zwick/optimal-moves", zwick::optimal_moves),
    ("zwick/constant-time-oracle", zwick::constant_time_oracle),
    ("zwick/compactness", zwick::compactness),
    ("zwick/jenka-even", zwick::jenka_even),
    ("zwick/growth-rate", zwick::growth_rate),
    ("zwick/jenka-growth", zwick::jenka_growth),
    ("zwick/jenka-laws", zwick::jenka_laws),
    ("zwick/jenka-odd", zwick::jenka_odd),
    ("carvalho/clock-nim", carvalho::clock_nim),
    ("carvalho/clock-nim-patterns", carvalho::clock_nim_patterns),
    ("carvalho/layers-as-piles", carvalho::layers_as_piles),
    ("carvalho/table-1", carvalho::table_1),
    ("carvalho/observation-2-4", carvalho::observation_2_4),
    ("carvalho/observation-2-5", carvalho::observation_2_5),
    ("carvalho/addition-equivalence", carvalho::addition_equivalence),
    ("carvalho/theorem-3-1", carvalho::theorem_3_1),
    ("carvalho/figures-6-to-10", carvalho::figures_6_to_10),
    ("carvalho/figure-13", carvalho::figure_13),
    ("carvalho/no-pattern", carvalho::no_pattern),
    ("carvalho/figure-5-exercise", carvalho::figure_5_exercise),
    ("carvalho/commercial-tower", carvalho::commercial_tower),
    ("carvalho/jenga-4", carvalho::jenga_4),
    ("carvalho/record-tower", carvalho::record_tower),
    ("carvalho/tower-drawing", carvalho::tower_drawing),
    ("carvalho/wider-census", carvalho::wider_census),
    ("carvalho/cgsuite-examples", carvalho::cgsuite_examples),
    ("eeny-meeny/star-lemma", eeny_meeny::star_lemma),
    ("eeny-meeny/sums", eeny_meeny::sums),
    ("eeny-meeny/one-pile", eeny_meeny::one_pile),
    ("eeny-meeny/pile-as-sequence", eeny_meeny::pile_as_sequence),
    ("eeny-meeny/rule", eeny_meeny::rule),
    ("eeny-meeny/printed-formulas", eeny_meeny::printed_formulas),
    ("eeny-meeny/games-1-to-4", eeny_meeny::games_1_to_4),
    ("eeny-meeny/three-colours", eeny_meeny::three_colours),
    ("eeny-meeny/double-ended", eeny_meeny::double_ended),
    ("eeny-meeny/game-sequences", eeny_meeny::game_sequences),
    ("eeny-meeny/misere-by-sequence", eeny_meeny::misere_by_sequence),
    ("eeny-meeny/misere-sums", eeny_meeny::misere_sums),
    ("brzustowski/model", brzustowski::model),
    ("brzustowski/odd-wells", brzustowski::odd_wells),
    ("brzustowski/state-count", brzustowski::state_count),
    ("brzustowski/table-6-3", brzustowski::table_6_3),
    ("brzustowski/table-6-4", brzustowski::table_6_4),
    ("brzustowski/flats", brzustowski::flats),
    ("brzustowski/algorithm-1", brzustowski::algorithm_1),
    ("brzustowski/propositions-1-to-4", brzustowski::propositions_1_to_4),
    ("brzustowski/immune-flats", brzustowski::immune_flats),
    ("brzustowski/lemma-2", brzustowski::lemma_2),
    ("brzustowski/lemma-3", brzustowski::lemma_3),
    ("brzustowski/algorithm-2", brzustowski::algorithm_2),
    ("brzustowski/lemma-1", brzustowski::lemma_1),
    ("brzustowski/rows-and-lanes", brzustowski::rows_and_lanes),
    ("brzustowski/table-2-1", brzustowski::table_2_1),
    ("brzustowski/table-3-2", brzustowski::table_3_2),
    ("brzustowski/bags", brzustowski::bags),
    ("brzustowski/bags-shown", brzustowski::bags_shown),
    ("brzustowski/in-advance", brzustowski::in_advance),
    ("brzustowski/all-subsets", brzustowski::all_subsets),
    ("brzustowski/deeper-wells", brzustowski::deeper_wells),
    ("brzustowski/difficulty", brzustowski::difficulty),
    ("brzustowski/elbows-and-lookahead", brzustowski::elbows_and_lookahead),
    ("brzustowski/lookahead-questions", brzustowski::lookahead_questions),
    ("jengazero/tower-model", jengazero::tower_model),
    ("jengazero/agents", jengazero::agents),
    ("jengazero/elo-table", jengazero::elo_table),
    ("jengazero/training-curves", jengazero::training_curves),
    ("jengazero/q-values", jengazero::q_values),
    ("jengazero/nim-hypothesis", jengazero::nim_hypothesis),
    ("jengazero/point-cloud", jengazero::point_cloud),
];

/// The names of the methods that an experiment may ask for.
pub const METHODS: [&str; 8] = ["vector", "census", "subtraction", "misere", "wells", "weights", "jenka", "own"];

/// Refuses a task that its method does not take, before anything is computed. What a claim with code of its own takes is
/// checked when its turn comes.
///
/// # Errors
/// An unknown method, or parameters that it does not take.
pub fn check(task: &Task) -> Result<()> {
    match task.experiment.method.as_deref() {
        Some("vector") => vector::check(task),
        Some("census") => census::check(task),
        Some("subtraction") => subtraction::check(task),
        Some("misere") => misere::check(task),
        Some("wells") => wells::check(task),
        Some("weights") => weights::check(task),
        Some("jenka") => jenka::check(task),
        Some("own") => own(task).map(|_| ()),
        _ => Err(no_method(task)),
    }
}

/// Decides the claim of a task by the method that its file names.
///
/// # Errors
/// An unknown method, parameters that it does not take, or a computation that does not fit.
pub fn decide(task: &Task) -> Result<Decision> {
    match task.experiment.method.as_deref() {
        Some("vector") => vector::decide(task),
        Some("census") => census::decide(task),
        Some("subtraction") => subtraction::decide(task),
        Some("misere") => misere::decide(task),
        Some("wells") => wells::decide(task),
        Some("weights") => weights::decide(task),
        Some("jenka") => jenka::decide(task),
        Some("own") => own(task)?(task),
        _ => Err(no_method(task)),
    }
}

/// Does and saves one process's part of a task whose method can be divided.
///
/// # Errors
/// A method that cannot, or as [`decide`].
pub fn part(task: &Task, part: Part) -> Result<()> {
    match task.experiment.method.as_deref() {
        Some("census") => census::part(task, part),
        Some("wells") => wells::part(task, part),
        _ => Err(Error::input("--part", task.experiment.name(), "a search for vectors or wells")),
    }
}

/// The function that decides a claim with code of its own.
fn own(task: &Task) -> Result<Decide> {
    let name = task.experiment.name();
    let own = OWN.iter().find(|(claim, _)| *claim == name).map(|(_, decide)| *decide);
    own.ok_or_else(|| unknown(task, format!("no function of its own decides '{name}'")))
}

fn no_method(task: &Task) -> Error {
    unknown(task, format!("method = '{}'", task.experiment.method.as_deref().unwrap_or("")))
}

fn unknown(task: &Task, what: String) -> Error {
    Error::input(task.experiment.source.clone(), what, format!("one of the methods {}", METHODS.join(", ")))
}
