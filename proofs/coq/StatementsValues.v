(** Statements about certificates that list positions with their values: what each says,
    and that the checker accepts only what is true. *)
From Coq Require Import Arith NArith List Bool.
From Topple Require Import StatementsGames StatementsPiles StatementsTowers StatementsMaps StatementsCheckers.
Import ListNotations.

(** * Listed values

    The format is in [../FORMAT.md], kind [values]; this is its meaning. *)
Module Values.
  (** The value of a position is what the rule of play gives from the values of its
      options; the rules are those of [StatementsCheckers.v]. *)
  Inductive has_value {P : Type} (play : Vector.play) (options : P -> list P) : P -> nat -> Prop :=
    | from_options p values v : Forall2 (has_value play options) (options p) values ->
        Vector.value_rule play values v -> has_value play options p v.

  (** Play from each listed position ends; the position has the listed value and no other
      one; and the value tells who wins. *)
  Definition true_values {P : Type} (play : Vector.play) (options : P -> list P) (listed : list (P * N)) : Prop :=
    forall p n, In (p, n) listed -> let v := N.to_nat n in
    Acc (fun q p => In q (options p)) p /\
    has_value play options p v /\ (forall w, has_value play options p w -> w = v) /\
    (v <> 0 <-> match play with Vector.Misere => Wins_misere options p | _ => Wins options p end).

  (** ** The games

      Heaps are in rising order, and none is empty. One takes stones from one heap. *)
  Fixpoint insert (n : nat) (heaps : list nat) : list nat :=
    match heaps with
    | [] => [n]
    | m :: rest => if n <=? m then n :: heaps else m :: insert n rest
    end.
  Definition not_empty (heaps : list nat) : list nat := filter (fun n => 0 <? n) heaps.
  Definition tidy (heaps : list nat) : list nat := fold_right insert [] (not_empty heaps).
  Definition nim (heaps : list nat) : list (list nat) := map tidy (sum_options nim_pile heaps).

  (** A pile from which balls are taken at both ends: of the first section or of the last. *)
  Definition double_ended (sections : list nat) : list (list nat) :=
    map (fun j => not_empty (j :: tl sections)) (nim_pile (hd 0 sections)) ++
    map (fun j => not_empty (removelast sections ++ [j])) (nim_pile (last sections 0)).

  (** Games of Nim one after another, the one that is played now last; a game that is over
      is left out. *)
  Definition sequence (games : list (list nat)) : list (list (list nat)) :=
    map (fun left => rev (filter (fun heaps => negb (length heaps =? 0)) left)) (sequence_options nim (rev games)).

  (** CLOCK NIM with all periods and sizes: the period, and the size of the pile that comes in. *)
  Definition clock_nim (x : nat * nat * Clock.position) : list (nat * nat * Clock.position) :=
    map (pair (fst x)) (Clock.options (fst (fst x)) (snd (fst x)) (snd x)).

  (** A vector addition game by its name. *)
  Definition rules_of (name : Vector.name) : list Vector.rule := snd (Vector.named_rules name).

  (** Towers with k slots a level: the safe moves of [StatementsTowers.v], from all towers
      without an empty level. *)
  Definition lists_moves (k : nat) (options : Tower.tower -> list Tower.tower) : Prop :=
    forall t, Tower.proper k t -> forall t', In t' (options t) <-> exists i j l, Jenka.move k t i j l t'.

  (** ** What is listed *)
  Inductive list_of_values : Type :=
    | Nim (listed : list (list nat * N))
    | Pile (listed : list (Eeny.pile * N))
    | Double_ended (listed : list (list nat * N))
    | Sequence (listed : list (list (list nat) * N))
    (** and one stone after the game, or none *)
    | Then_nim (listed : list (list nat * nat * N))
    | Then_pile (listed : list (Eeny.pile * nat * N))
    | Then_double_ended (listed : list (list nat * nat * N))
    | Then_sequence (listed : list (list (list nat) * nat * N))
    | Clock_nim (listed : list (nat * nat * Clock.position * N))
    | Addition (name : Vector.name) (listed : list (Vector.position * N))
    | Towers (slots : nat) (listed : list (Tower.tower * N)).

  (** [Q] is true of what is listed, in the game that it is of. *)
  Definition in_its_game (Q : forall P : Type, (P -> list P) -> list (P * N) -> Prop) (c : list_of_values) : Prop :=
    match c with
    | Nim listed => Q _ nim listed
    | Pile listed => Q _ Eeny.options listed
    | Double_ended listed => Q _ double_ended listed
    | Sequence listed => Q _ sequence listed
    | Then_nim listed => Q _ (then_options nim nim_pile) listed
    | Then_pile listed => Q _ (then_options Eeny.options nim_pile) listed
    | Then_double_ended listed => Q _ (then_options double_ended nim_pile) listed
    | Then_sequence listed => Q _ (then_options sequence nim_pile) listed
    | Clock_nim listed => Q _ clock_nim listed
    | Addition name listed => Q _ (Vector.options (rules_of name)) listed
    | Towers k listed =>
        (exists options, lists_moves k options) /\
        forall options, lists_moves k options -> Q _ options listed
    end.
  Definition says (play : Vector.play) : list_of_values -> Prop :=
    in_its_game (fun P => true_values (P := P) play).
End Values.

(** The checker accepts a list of values only if all that it says is true. *)
Definition values_checker_sound (check : Vector.play -> Values.list_of_values -> bool) : Prop :=
  forall play c, check play c = true -> Values.says play c.
