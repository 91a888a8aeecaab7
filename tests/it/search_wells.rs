//! `topple search wells`: what it prints and writes among all wells, among tame ones, and with a bag.
use crate::cli::{output, refused};
use tempfile::TempDir;

#[test]
fn wells_with_many_pieces_in_brackets_are_searched() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let pieces = "[101/111][111/101/101][11/11/10][11111][111111]";
    let words = ["search", "wells", "--width", "4", "--max-height", "1", "--pieces", pieces, "--out", out];
    let said = output(&words);
    assert!(said.starts_with("wells-4-5-pieces-") && said.contains("depth 1, where the machine wins"), "{said}");
}

#[test]
fn a_search_for_the_least_depth_writes_it() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let said = output(&[
        "search",
        "wells",
        "--width",
        "4",
        "--pieces",
        "JL",
        "--lookahead",
        "1",
        "--max-height",
        "5",
        "--out",
        out,
    ]);
    assert!(said.contains("depth 4, the least"), "{said}");
    let certificate = folder.path().join("wells-4-JL-drop-1-5-strategy.cert");
    assert!(output(&["check", certificate.to_str().expect("text")]).contains("1 accepted, 0 refused"));
    let table = std::fs::read_to_string(folder.path().join("wells-4-JL-drop-1-5.csv")).expect("the table");
    assert!(table.ends_with("4,JL,1,drop,4,3\n"), "{table}");
}

/// A search among tame wells in a folder, by these words in place of those that begin with the same one.
fn tame_search(folder: &TempDir, other: &[(&str, &str)]) -> Vec<String> {
    let usual = [("--width", "6"), ("--pieces", "OI"), ("--max-height", "7"), ("--holes", "1"), ("--bumps", "6")];
    let out = ("--out", folder.path().to_str().expect("text"));
    let chosen = usual.iter().map(|own| other.iter().find(|(key, _)| *key == own.0).unwrap_or(own));
    let more = other.iter().filter(|(key, _)| usual.iter().all(|own| own.0 != *key));
    let words = chosen.chain(more).chain([&out]).flat_map(|(key, value)| [key.to_string(), value.to_string()]);
    ["search", "wells"].map(String::from).into_iter().chain(words).collect()
}

#[test]
fn a_win_in_tame_wells_comes_with_a_certificate_and_what_stays_open_is_told() {
    let folder = TempDir::new().expect("a folder");
    let said = |other: &[(&str, &str)]| {
        let words = tame_search(&folder, other);
        output(&words.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert!(said(&[]).contains("verified to depth 6, the least with such wells"));
    let certificate = folder.path().join("wells-6-OI-drop-0-7-holes-1-bumps-6-strategy.cert");
    let checked = output(&["check", certificate.to_str().expect("text"), "--verbose"]);
    assert!(checked.contains("accepted") && checked.contains("width 6, depth 6, pieces OI, rule drop"), "{checked}");
    assert!(said(&[("--bumps", "3")]).contains("open, reached depth 7, not won with such wells"));
    said(&[("--bumps", "6,4")]);
    let found = std::fs::read_to_string(folder.path().join("wells-6-OI-drop-0-7-holes-1-bumps-6-4.json"));
    assert!(found.expect("what was found").contains("at most 1 covered holes and 6, 4 bumps wins: width 6, pieces OI"));
    let few = said(&[("--wells", "30")]);
    assert!(few.contains("not won with such wells; at depth") && few.contains("there are more than 30"), "{few}");
    // In no depth at all, and with one piece that fits nowhere.
    assert!(said(&[("--max-height", "0")]).contains("open, reached depth 0, not won with such wells"));
    assert!(said(&[("--pieces", "[1111111]"), ("--max-height", "2")]).contains("depth 2, not won with such wells"));
}

#[test]
fn a_win_with_a_bag_comes_with_a_certificate_and_a_loss_is_told() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let said = |pieces: &str, depth: &str, more: &[&str]| {
        let usual =
            ["search", "wells", "--bag", "--width", "2", "--pieces", pieces, "--max-height", depth, "--out", out];
        output(&[&usual, more].concat())
    };
    assert!(said("OI", "4", &[]).contains("verified to depth 4, the least"));
    let certificate = folder.path().join("wells-2-OI-drop-0-4-bag-bag.cert");
    let checked = output(&["check", certificate.to_str().expect("text"), "--verbose"]);
    assert!(checked.contains("width 2, depth 4, bags of OI, rule drop, no hold"), "{checked}");
    assert!(said("OI", "3", &[]).contains("open, reached depth 3, where the machine wins"));
    assert!(said("OI", "9", &["--hold"]).contains("verified to depth 4, the least"));
    let bytes = |jobs: &str| {
        assert!(said("OITJLSZ", "7", &["--hold", "--jobs", jobs]).contains("verified to depth 6, the least"));
        std::fs::read(folder.path().join("wells-2-OITJLSZ-drop-0-7-bag-hold-bag.cert")).expect("a certificate")
    };
    assert_eq!(bytes("1"), bytes("2"));
    assert!(
        said("OI", "4", &["--holes", "0", "--bumps", "3"]).contains("open, reached depth 4, not won with such wells")
    );
    let ahead = |shown: &str| said("OIL", "5", &["--lookahead", shown]);
    assert!(ahead("2").contains("open, reached depth 5, where the machine wins"));
    assert!(ahead("3").contains("verified to depth 4, the least"));
    let certificate = folder.path().join("wells-2-OIL-drop-3-5-bag-bag.cert");
    let checked = output(&["check", certificate.to_str().expect("text"), "--verbose"]);
    assert!(checked.contains("width 2, depth 4, bags of OIL, rule drop, no hold, lookahead 3"), "{checked}");
    let long = ["--holes", "6", "--bumps", "12,11,10,9,8,7,6", "--hold", "--rule", "anywhere"];
    let name = "wells-2-_011-110-010__110-011-010_-anywhere-0-1-holes-6-";
    assert!(said("[110/011/010][011/110/010]", "1", &long).starts_with(name));
    assert!(said("OI", "4", &["--wells", "1"]).contains("there are more than 1 wells"));
    for (more, part) in [
        (["--lookahead", "7"], "0 to 6 pieces"),
        (["--max-height", "33"], "66 cells"),
        (["--part", "1/2"], "--part"),
        (["--process", "1"], "--process"),
        (["--workers", "2"], "--workers"),
        (["--wells", "0"], "--wells"),
        (["--pieces", "12345678"], "1 to 7 pieces"),
        (["--memory", "100"], "the 100 that --memory leaves"),
    ] {
        let usual = [("--width", "2"), ("--pieces", "OI"), ("--max-height", "4"), ("--out", out)];
        let usual = usual.iter().filter(|(key, _)| *key != more[0]).flat_map(|(key, value)| [*key, *value]);
        let words: Vec<&str> = ["search", "wells", "--bag"].into_iter().chain(usual).chain(more).collect();
        let error = refused(&words);
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn tame_wells_are_not_searched_in_parts_or_beyond_their_limits() {
    let folder = TempDir::new().expect("a folder");
    for (other, part) in [
        (("--part", "1/2"), "--part"),
        (("--wells", "99999999999"), "99999999999 tame wells"),
        (("--max-height", "11"), "66 cells"),
        (("--holes", "4294967295"), "4294967295 holes"),
        (("--memory", "1K"), "the 1024 that --memory leaves"),
    ] {
        let words = tame_search(&folder, &[other]);
        let error = refused(&words.iter().map(String::as_str).collect::<Vec<_>>());
        assert!(error.contains(part), "{error}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[test]
fn what_is_known_of_the_depths_before_is_told_where_memory_is_not_enough() {
    let known = "--width 3 --pieces ITJL --lookahead all --max-height 8";
    let bag = "--width 2 --pieces OITJLSZ --bag --hold --max-height 7";
    let tame = "--width 6 --pieces OI --holes 1 --bumps 6 --wells 3000 --max-height 7";
    for (words, memory, open, won) in [
        (known, "20480", "depth 3, where the machine wins; at depth 4: ", "proved"),
        (bag, "10240", "depth 5, where the machine wins; at depth 6: ", "verified to depth 6, the least"),
        (
            tame,
            "1060000",
            "depth 3, not won with such wells; at depth 4: ",
            "verified to depth 6, the least with such wells",
        ),
    ] {
        let folder = TempDir::new().expect("a folder");
        let out = folder.path().to_str().expect("text");
        let words: Vec<&str> = ["search", "wells", "--out", out].into_iter().chain(words.split(' ')).collect();
        let said = output(&[&words[..], &["--memory", memory]].concat());
        assert!(said.contains(&format!("open, reached {open}")), "{said}");
        assert!(said.contains(&format!("more than the {memory} that --memory leaves")), "{said}");
        let more = output(&[&words[..], &["--resume"]].concat());
        assert!(more.contains(&format!("  {won}\n")), "{more}");
    }
}

#[test]
fn a_table_says_in_which_depth_the_player_was_found_to_lose_before_memory_ended() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let words = "search wells --width 3 --pieces ITJL --lookahead all --max-height 8 --memory 20K --out";
    output(&words.split(' ').chain([out]).collect::<Vec<_>>());
    let table = std::fs::read_to_string(folder.path().join("wells-3-ITJL-drop-all-8.csv")).expect("a table");
    assert!(table.lines().nth(1).is_some_and(|row| row.starts_with("3,ITJL,drop,,3,")), "{table}");
}

#[test]
fn where_all_pieces_are_known_the_order_and_the_sets_are_certificates() {
    let folder = TempDir::new().expect("a folder");
    let out = folder.path().to_str().expect("text");
    let words = ["search", "wells", "--lookahead", "all", "--pieces", "ITJL", "--out", out];
    let said = output(&[&words[..], &["--width", "3", "--max-height", "8"]].concat());
    assert!(said.contains("wells-3-ITJL-drop-all-8  proved"), "{said}");
    let name = |word: &str| folder.path().join(format!("wells-3-ITJL-drop-all-8{word}")).display().to_string();
    let checked = output(&["check", "--verbose", &name("-order.cert"), &name("-sets.cert")]);
    for fact in [
        "depth 4, pieces ITJL, rule drop, all pieces known in advance: the machine wins by the order",
        "depth 5, pieces",
    ] {
        assert!(checked.contains(fact), "{checked}");
    }
    let table = std::fs::read_to_string(name(".csv")).expect("the table");
    assert!(table.starts_with("width,pieces,rule,least_height,lost_to,order\n3,ITJL,drop,5,4,"), "{table}");
    let limits = ["--width", "4", "--max-height", "6", "--holes", "1", "--bumps", "8"];
    let tame = output(&[&words[..], &limits].concat());
    assert!(tame.contains("wells-4-ITJL-drop-all-6-holes-1-bumps-8  proved"), "{tame}");
    let few = output(&[&words[..], &["--width", "5", "--max-height", "4", "--members", "1000"]].concat());
    let reached = "depth 3, where the machine wins; at depth 4 the sets of wells have more than 1000 members together";
    assert!(few.contains(&format!("wells-5-ITJL-drop-all-4-members-1000  open, reached {reached}")), "{few}");
    let held = output(&[&words[..], &["--width", "4", "--max-height", "2", "--bag", "--hold"]].concat());
    assert!(held.contains("wells-4-ITJL-drop-all-2-bag-hold  proved"), "{held}");
}

#[test]
fn what_is_no_lookahead_or_does_not_go_with_all_is_refused() {
    let words = ["search", "wells", "--width", "3", "--pieces", "I", "--max-height", "5"];
    for (more, right) in [
        (&["--lookahead", "7"][..], "0 to 6 pieces, or all"),
        (&["--lookahead", "ALL"], "0 to 6 pieces, or all"),
        (&["--lookahead=-1"], "0 to 6 pieces, or all"),
        (&["--members", "100"], "--lookahead all as well"),
        (&["--lookahead", "all", "--members", "0"], "0 is not in 1.."),
        (&["--lookahead", "all", "--rule", "referee"], "drop, slide or anywhere"),
        (&["--wells", "100"], "--holes and --bumps, --bag, or --lookahead all, as well"),
        (&["--lookahead", "all", "--part", "1/2"], "a lookahead of 0 to 2, or one process"),
    ] {
        let said = refused(&[&words[..], more].concat());
        assert!(said.contains(right), "{said}");
    }
}
