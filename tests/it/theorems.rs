//! What counts as a theorem that Coq has checked here. The tests that forge need Coq, and take one small theorem.
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;
use topple::run::theorems::{checked_here, judged, renew, reviewed};

const NAME: &str = "sprague_grundy";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(file: &str) -> String {
    std::fs::read_to_string(root().join("proofs/coq").join(file)).expect("a file of proofs/coq")
}

/// The room of games with one theorem of it, in a folder of its own.
struct House(TempDir);

impl House {
    fn new() -> House {
        let house = House(TempDir::new_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder"));
        for file in ["StatementsGames.v", "Games.v", "Makefile"] {
            house.write(file, &read(file));
        }
        house.write("Statements.v", "From Topple Require Export StatementsGames.\n");
        let row = |line: &&str| line.starts_with("theorem,") || line.starts_with(NAME);
        let list = read("theorems.csv");
        house.write("theorems.csv", &list.lines().filter(row).map(|line| format!("{line}\n")).collect::<String>());
        house
    }

    fn write(&self, file: &str, text: &str) {
        self.write_at(&format!("proofs/coq/{file}"), text);
    }

    fn write_at(&self, path: &str, text: &str) {
        let path = self.0.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    /// With other text in a file.
    fn with(self, file: &str, change: impl Fn(String) -> String) -> House {
        let path = self.0.path().join("proofs/coq").join(file);
        let before = std::fs::read_to_string(path).expect("a file");
        let after = change(before.clone());
        assert_ne!(before, after, "{file} is changed");
        self.write(file, &after);
        self
    }

    /// With another proof of the theorem; what was proved before has another name.
    fn proved_by(self, proof: &str) -> House {
        self.with("Games.v", |text| text.replace("sprague_grundy_holds", "as_it_was") + proof)
    }

    /// With a statement that is true of itself.
    fn weakened(self) -> House {
        self.with("StatementsGames.v", |text| {
            text.replace(
                "Definition sprague_grundy : Prop :=",
                "Definition sprague_grundy : Prop := True.\nDefinition strong : Prop :=",
            )
        })
        .with("Games.v", |text| {
            text.replace("sprague_grundy_holds : StatementsGames.sprague_grundy", "as_it_was : StatementsGames.strong")
                + "Theorem sprague_grundy_holds : StatementsGames.sprague_grundy.\nProof. exact I. Qed.\n"
        })
    }

    /// Has Coq compile it; whether it can.
    fn builds(&self) -> bool {
        let mut build = Command::new(root().join("proofs/coq/build"));
        let output = build.args(["proofs/coq", "target/coq"]).current_dir(self.0.path()).output().expect("it starts");
        output.status.success()
    }

    fn built(self) -> House {
        assert!(self.builds(), "Coq compiles it");
        self
    }

    fn counts(&self) -> bool {
        checked_here(self.0.path()).expect("it can be read").contains(NAME)
    }

    fn why(&self) -> String {
        let (_, answer) = judged(self.0.path()).expect("it can be read").remove(0);
        answer.expect_err("it does not count")
    }
}

/// Whether Coq is here; `TOPPLE_COQ_CHECK=1` demands it.
fn coq() -> bool {
    let here = Command::new("coqc").arg("--version").output().is_ok();
    assert!(here || std::env::var_os("TOPPLE_COQ_CHECK").is_none(), "coqc is not on the path");
    here
}

#[test]
fn the_list_names_every_statement_as_it_was_reviewed() {
    let (mut stated, mut closed) = (BTreeSet::new(), BTreeSet::new());
    for entry in std::fs::read_dir(root().join("proofs/coq")).expect("a folder").flatten() {
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.starts_with("Statements") && file.ends_with(".v") {
            let text = read(&file);
            let heads = text.split("\nDefinition ").skip(1).filter_map(|rest| rest.split_once(":="));
            for (head, _) in heads.filter(|(head, _)| head.trim_end().ends_with(": Prop")) {
                let mut words = head.split_whitespace();
                let name = words.next().expect("a definition has a name").to_string();
                // What takes an argument is a statement about a program, or a word that statements use.
                if words.eq([":", "Prop"]) {
                    closed.insert(name.clone());
                }
                stated.insert(name);
            }
        }
    }
    assert!(stated.contains(NAME));
    let listed = reviewed(root()).expect("the list");
    assert!(
        closed.is_subset(&listed) && listed.is_subset(&stated),
        "when the statements are read: `topple theorems --reviewed`; {:?}",
        listed.symmetric_difference(&stated).collect::<Vec<_>>()
    );
}

#[test]
fn nothing_counts_where_there_are_no_theorems_or_where_nothing_was_built() {
    let folder = TempDir::new().expect("a folder");
    assert!(checked_here(folder.path()).expect("nothing to read").is_empty());
    let house = House::new();
    assert!(!house.counts());
    house.write_at("target/coq/checked", "sprague_grundy: Closed under the global context\n");
    for file in ["StatementsGames.v", "Statements.v", "Games.v"] {
        let text = std::fs::read_to_string(house.0.path().join("proofs/coq").join(file)).expect("a file");
        house.write_at(&format!("target/coq/{file}"), &text);
        house.write_at(&format!("target/coq/{file}o"), "Closed under the global context\n");
    }
    assert!(!house.counts(), "files written by hand");
}

#[test]
#[ignore = "has Coq compile small sources many times; `make proofs` does"]
fn no_other_proof_counts() {
    if !coq() {
        return;
    }
    let forged = [
        "Theorem sprague_grundy_holds : StatementsGames.sprague_grundy \\/ True.\nProof. now right. Qed.\n",
        "Module StatementsGames. Definition sprague_grundy := True. End StatementsGames.\n\
         Theorem sprague_grundy_holds : StatementsGames.sprague_grundy.\nProof. exact I. Qed.\n",
        "Module Topple. Module StatementsGames. Definition sprague_grundy := True. End StatementsGames. End Topple.\n\
         Theorem sprague_grundy_holds : Games.Topple.StatementsGames.sprague_grundy.\nProof. exact I. Qed.\n",
        "Theorem sprague_grundy_holds : StatementsGames.sprague_grundy.\nAdmitted.\n",
        "Axiom given : StatementsGames.sprague_grundy.\nDefinition sprague_grundy_holds := given.\n",
        "Parameter given : False.\nTheorem sprague_grundy_holds : StatementsGames.sprague_grundy.\n\
         Proof. destruct given. Qed.\n",
        "Definition little : Prop := True.\nAxiom given : little -> StatementsGames.sprague_grundy.\n\
         Coercion given : little >-> StatementsGames.sprague_grundy.\n\
         Theorem sprague_grundy_holds : little.\nProof. exact I. Qed.\n",
        "Unset Guard Checking.\nFixpoint given (n : nat) : False := given n.\n\
         Theorem sprague_grundy_holds : StatementsGames.sprague_grundy.\nProof. exact (False_ind _ (given 0)). Qed.\n",
        "#[bypass_check(positivity)] Inductive bad := Bad : (bad -> False) -> bad.\n\
         Definition not_bad (b : bad) : False := match b with Bad f => f b end.\n\
         Theorem sprague_grundy_holds : StatementsGames.sprague_grundy.\n\
         Proof. exact (False_ind _ (not_bad (Bad not_bad))). Qed.\n",
        "Unset Universe Checking.\nDefinition small : Set := Type.\n\
         Definition sprague_grundy_holds : StatementsGames.sprague_grundy := let _ := small in as_it_was.\n",
    ];
    assert!(House::new().built().counts(), "as it is");
    for proof in forged {
        let house = House::new().proved_by(proof);
        assert!(house.builds(), "Coq itself has nothing against {proof}");
        assert!(!house.counts(), "{proof}");
    }
}

#[test]
#[ignore = "has Coq compile small sources many times; `make proofs` does"]
fn no_other_sources_count() {
    if !coq() {
        return;
    }
    let house = House::new().built().with("Games.v", |text| text.replace("Qed.", "idtac. Qed."));
    let old = std::fs::File::options().write(true).open(house.0.path().join("proofs/coq/Games.v")).expect("a file");
    old.set_modified(std::time::SystemTime::UNIX_EPOCH).expect("set");
    assert!(house.why().contains("not been built here"), "a broken proof that is older than what was compiled");
    assert!(!house.builds() && !house.counts(), "it is compiled again");

    let house = House::new().built().weakened();
    assert!(house.why().contains("not as it was reviewed"));
    let house = house.built();
    assert!(house.why().contains("not as it was reviewed"), "built or not");
    renew(house.0.path()).expect("written");
    assert!(house.counts(), "somebody has reviewed it");
    for file in ["StatementsGames.v", "Games.v"] {
        house.write(file, &read(file));
        house.write_at(&format!("target/coq/{file}"), &read(file));
    }
    renew(house.0.path()).expect("written");
    assert!(house.why().contains("built with another StatementsGames.v"), "the true sources beside what others gave");

    let house = House::new().built().with("StatementsGames.v", |text| text.replace("<> 0).", "<> 1)."));
    renew(house.0.path()).expect("written");
    assert!(!house.builds() && !house.counts(), "the proof does not fit");
}

#[test]
#[ignore = "has Coq compile small sources; `make proofs` does"]
fn no_other_list_counts() {
    if !coq() {
        return;
    }
    let house = House::new().built();
    let list = std::fs::read_to_string(house.0.path().join("proofs/coq/theorems.csv")).expect("the list");
    let (head, row) = list.split_once('\n').expect("two lines");
    let (front, hash) = row.trim_end().rsplit_once(',').expect("columns");
    let counts = |rows: &str| {
        house.write("theorems.csv", &format!("{head}\n{rows}\n"));
        checked_here(house.0.path()).map(|names| names.contains(NAME))
    };
    assert_eq!(counts(row.trim_end()), Ok(true), "as it is");
    assert_eq!(counts(""), Ok(false), "a line less");
    assert_eq!(counts(&format!("{front},0123456789abcdef")), Ok(false), "another hash");
    assert_eq!(counts(&format!("{row}zwick_5_1,StatementsGames,,Games,{hash}")), Ok(false), "a theorem without proof");
    assert_eq!(counts(&format!("{NAME},StatementsGames,Games.as_it_was,Games,{hash}")), Ok(false), "of something else");
    assert_eq!(counts(&format!("{NAME},StatementsGames,,Statements,{hash}")), Ok(false), "in another file");
    assert!(counts(&format!("{row}{row}")).is_err(), "a line twice");
    assert!(counts(&format!("{NAME},Games,,Games,{hash}")).is_err(), "a statement outside the rooms");
    assert!(counts(&format!("{NAME},StatementsGames,,Games). Print,{hash}")).is_err(), "words of Coq");
}
