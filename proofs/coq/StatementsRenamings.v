(** Statements about certificates that one game is another one, renamed: what each says, and
    that the checker accepts only what is true. *)
From Coq Require Import Arith NArith ZArith List Permutation.
From Topple Require Import StatementsGames StatementsCheckers StatementsValues StatementsQuotients.
Import ListNotations.

(** * Renamings of vector addition games

    The format is in [../FORMAT.md], kind [map]; this is its meaning. *)
Module Renaming.
  (** A state of the one game goes to [image], and a vector x, which is [low] at least, to the
      matrix times x, plus [offset]. *)
  Record state : Type := State { image : N; low : Vector.vector; offset : list Z }.
  Record certificate : Type := Certificate {
    source : Vector.name;
    target : Vector.name;
    matrix : list (list Z);
    states : list state;
    one_to_one : bool;
    onto : bool;
    eden : bool
  }.

  Fixpoint product (row : list Z) (x : Vector.vector) : Z :=
    match row, x with
    | m :: row, n :: x => (m * Z.of_N n + product row x)%Z
    | _, _ => 0%Z
    end.
  Definition state_of (c : certificate) (p : Vector.position) : state :=
    nth (N.to_nat (fst p)) (states c) (State 0 [] []).
  (** The coordinates of the image, and the image. *)
  Definition coordinates (c : certificate) (p : Vector.position) : list Z :=
    map (fun r => product (fst r) (snd p) + snd r)%Z (combine (matrix c) (offset (state_of c p))).
  Definition image_of (c : certificate) (p : Vector.position) : Vector.position :=
    (image (state_of c p), map Z.to_N (coordinates c p)).

  Definition in_domain (c : certificate) (p : Vector.position) : Prop :=
    Quotient.is_position (source c) p /\ Vector.at_most (low (state_of c p)) (snd p) = true.

  (** By each way of play this is the value of the position, and it has no other one. *)
  Definition its_value (play : Vector.play) (game : Vector.name) (p : Vector.position) (v : nat) : Prop :=
    forall w, Values.has_value play (Vector.options (Values.rules_of game)) p w <-> w = v.

  Definition says (c : certificate) : Prop :=
    let options := Vector.options (Values.rules_of (source c)) in
    let options' := Vector.options (Values.rules_of (target c)) in
    play_ends options /\ play_ends options' /\
    (forall p, in_domain c p ->
       (** the image is a position, the options of [p] are in the domain, and their images are
           the options of the image; so the values are equal *)
       Forall (fun n => 0 <= n)%Z (coordinates c p) /\ Quotient.is_position (target c) (image_of c p) /\
       (forall q, In q (options p) -> in_domain c q) /\
       Permutation (map (image_of c) (options p)) (options' (image_of c p)) /\
       forall play, exists v, its_value play (source c) p v /\ its_value play (target c) (image_of c p) v) /\
    (one_to_one c = true -> forall p q, in_domain c p -> in_domain c q -> image_of c p = image_of c q -> p = q) /\
    (onto c = true -> forall r, Quotient.is_position (target c) r -> exists p, in_domain c p /\ image_of c p = r) /\
    (** the domain is what has a predecessor *)
    (eden c = true -> forall p, Quotient.is_position (source c) p ->
       (in_domain c p <-> exists q, Quotient.is_position (source c) q /\ In p (options q))).
End Renaming.

(** What is accepted is true. Weights of coordinates and states of the two games, which are not
    part of the certificate, show that play ends. *)
Definition renaming_checker_sound
    (check : Renaming.certificate -> Vector.vector * list N -> Vector.vector * list N -> bool) : Prop :=
  forall c weight weight', check c weight weight' = true -> Renaming.says c.
