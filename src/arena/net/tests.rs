use super::*;

/// The weights and inputs of the reference: any program can make them.
fn ramp(count: usize) -> Vec<f32> {
    (0..count).map(|i| ((7919 * i % 1009) as f64 / 1009.0 - 0.5) as f32).collect()
}

/// A stream of numbers from 0 to 1 that is good enough for tests.
fn stream() -> impl FnMut() -> f64 {
    let mut state = 1u64;
    move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn ramps(sizes: &[usize]) -> Network {
    let layer =
        |pair: &[usize]| Layer::from_units(pair[0], &ramp(pair[0] * pair[1]), ramp(pair[1])).expect("sizes fit");
    Network::of(sizes.windows(2).map(layer).collect()).expect("layers fit")
}

fn rows(width: usize, values: &[f32]) -> Rows {
    let mut rows = Rows::new(width);
    values.chunks(width).for_each(|row| rows.push(row));
    rows
}

/// The loss named so, over all outputs of a batch, as PyTorch takes it.
fn loss(name: &str, output: &Rows) -> (f64, Rows) {
    let width = output.iter().next().map_or(1, <[f32]>::len);
    let all: Vec<f32> = output.iter().flatten().copied().collect();
    let targets: Vec<f32> = ramp(all.len()).iter().map(|x| 3.0 * x).collect();
    let whole = |loss: Loss| (loss.value, rows(width, &loss.gradient));
    match name {
        "smooth_l1" => whole(smooth_l1(&all, &targets)),
        "squared" => whole(squared(&all, &targets)),
        _ => {
            let count = output.count() as f32;
            let allowed = vec![true; width];
            let one = |(y, t): (&[f32], &[f32])| cross_entropy(y, &softmax(t, &allowed), &allowed);
            let each: Vec<Loss> = output.iter().zip(targets.chunks(width)).map(one).collect();
            let value = each.iter().map(|loss| loss.value).sum::<f64>() / f64::from(count);
            let gradient: Vec<f32> = each.iter().flat_map(|loss| &loss.gradient).map(|g| g / count).collect();
            (value, rows(width, &gradient))
        }
    }
}

fn list(value: &serde_json::Value) -> Vec<f32> {
    value.as_array().expect("a list").iter().map(|x| x.as_f64().expect("a number") as f32).collect()
}

fn near(found: &[f32], expected: &[f32], what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (a, b) in found.iter().zip(expected) {
        assert!((a - b).abs() < 2e-6 + 2e-5 * b.abs(), "{what}: {a} is not {b}");
    }
}

fn tensors(layers: &[Layer]) -> Vec<Vec<f32>> {
    layers.iter().flat_map(|layer| [layer.by_unit(), layer.bias().to_vec()]).collect()
}

#[test]
fn a_step_of_training_is_that_of_pytorch() {
    let file = std::fs::read_to_string("data/reference/jengazero/pytorch-step.json").expect("the reference");
    let reference: serde_json::Value = serde_json::from_str(&file).expect("JSON");
    for name in ["smooth_l1", "squared", "cross_entropy"] {
        let expected = &reference[name];
        let sizes: Vec<usize> = list(&expected["sizes"]).iter().map(|x| *x as usize).collect();
        let batch: Vec<f32> = ramp(5 * sizes[0]).iter().map(|x| 2.0 * x).collect();
        let mut network = ramps(&sizes);
        let mut adam = Adam::new(&network, 1e-3);
        for (step, expected_loss) in list(&expected["losses"]).iter().enumerate() {
            let trace = network.forward(rows(sizes[0], &batch));
            let (value, by_output) = loss(name, trace.output());
            near(&[value as f32], &[*expected_loss], "the loss");
            let gradients = network.backward(&trace, by_output);
            if step == 0 {
                let output: Vec<f32> = trace.output().iter().flatten().copied().collect();
                near(&output, &list(&expected["output"]), "the output");
                for (found, expected) in
                    tensors(&gradients).iter().zip(expected["gradients"].as_array().expect("lists"))
                {
                    near(found, &list(expected), "a gradient");
                }
            }
            adam.step(&mut network, &gradients);
        }
        for (found, expected) in tensors(network.layers()).iter().zip(expected["weights"].as_array().expect("lists")) {
            near(found, &list(expected), "the weights after the steps");
        }
    }
}

#[test]
fn gradients_are_slopes() {
    for name in ["smooth_l1", "squared", "cross_entropy"] {
        let network = Network::new(&[5, 7, 6, 3], &mut stream()).expect("sizes");
        let batch = rows(5, &ramp(20));
        let value = |network: &Network| loss(name, network.forward(batch.clone()).output()).0;
        let trace = network.forward(batch.clone());
        let gradients = network.backward(&trace, loss(name, trace.output()).1);
        for (at, layer) in gradients.iter().enumerate() {
            for (number, &slope) in layer.numbers().enumerate() {
                let moved = |by: f32| {
                    let mut moved = network.clone();
                    *moved.layers[at].numbers_mut().nth(number).expect("the same shape") += by;
                    value(&moved)
                };
                let measured = (moved(5e-4) - moved(-5e-4)) / 1e-3;
                assert!((measured - f64::from(slope)).abs() < 2e-3, "{name} {at} {number}: {measured} and {slope}");
            }
        }
    }
}

/// Few and many numbers: sums are made of 64, 8 and 1 units and 64 inputs at a time.
const SIZES: [[usize; 3]; 2] = [[9, 16, 4], [150, 75, 1]];

#[test]
fn one_example_gives_the_bits_of_the_plain_sum() {
    for sizes in SIZES {
        let network = Network::new(&sizes, &mut stream()).expect("sizes");
        let mut scratch = Scratch::default();
        let mut input = ramp(sizes[0]);
        input[3] = 0.0;
        let mut values = input.clone();
        for (at, layer) in network.layers().iter().enumerate() {
            let by_unit = layer.by_unit();
            values = (0..layer.outputs())
                .map(|unit| {
                    let weights = &by_unit[unit * layer.inputs()..(unit + 1) * layer.inputs()];
                    let sum = weights.iter().zip(&values).fold(layer.bias()[unit], |sum, (w, x)| sum + x * w);
                    if at == 0 { sum.max(0.0) } else { sum }
                })
                .collect();
        }
        assert_eq!(network.output(&input, &mut scratch), values);
        assert_eq!(network.forward(rows(sizes[0], &input)).output().iter().next(), Some(&values[..]));
    }
}

#[test]
fn a_gradient_has_the_bits_of_the_plain_sums_over_the_batch() {
    for [inputs, units, _] in SIZES {
        let layer = Layer::random(inputs, units, &mut stream());
        for count in [0, 1, 70] {
            let (before, by_after) = (rows(inputs, &ramp(inputs * count)), rows(units, &ramp(units * count)));
            let gradient = layer.gradient(&before, &by_after);
            let examples = || before.iter().zip(by_after.iter());
            let bias: Vec<f32> = (0..units).map(|unit| examples().fold(0.0, |sum, (_, g)| sum + g[unit])).collect();
            assert_eq!(gradient.bias(), bias);
            let of_unit = |unit: usize| {
                (0..inputs).map(move |input| examples().fold(0.0, |sum, (x, g)| sum + x[input] * g[unit]))
            };
            assert_eq!(gradient.by_unit(), (0..units).flat_map(of_unit).collect::<Vec<f32>>());
        }
    }
}

#[test]
fn shares_sum_to_one_over_what_is_allowed() {
    assert_eq!(softmax(&[1.0, 1.0, 90.0], &[true, true, false]), [0.5, 0.5, 0.0]);
    assert_eq!(softmax(&[1.0], &[false]), [0.0]);
    let steep = softmax(&[2000.0, -2000.0], &[true, true]);
    assert_eq!(steep, [1.0, 0.0]);
}

#[test]
fn files_read_back_and_damage_is_refused() {
    let network = Network::new(&[3, 4, 2], &mut stream()).expect("sizes");
    let note = Note { agent: "a".into(), command: "b".into(), seed: 7, epochs: 2, weights: String::new() };
    let file = write(&network, &note).expect("a file");
    assert_eq!(file, write(&network, &note).expect("the same bytes"));
    let (again, noted) = read("file", &file).expect("it reads back");
    assert_eq!((again, noted.seed, noted.weights.len()), (network, 7, 64));
    let mut damaged = file.clone();
    *damaged.last_mut().expect("bytes") ^= 1;
    assert!(read("file", &damaged).is_err());
    for length in 0..file.len() {
        assert!(read("file", &file[..length]).is_err());
    }
    assert!(Network::new(&[3], &mut stream()).is_err());
    assert!(Network::new(&[3, 0], &mut stream()).is_err());
}
