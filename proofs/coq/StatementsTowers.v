(** Statements about towers: Zwick's stability lemma and claims, and Jenka_k. *)
From Coq Require Import Arith ZArith QArith Qabs List Bool.
From Topple Require Import StatementsWells.
Import ListNotations.
Local Open Scope nat_scope.

(** * Towers: Zwick, section 3, with k slots a level

    Along each axis we measure from the middle of the tower in units of half the
    width of a block: the middle of slot j = 1, ..., k is 2j - 1 - k, and a block
    reaches 1 to both sides. Levels turn by 90 degrees from one to the next. *)
Module Tower.
  (** A level says for each slot whether it holds a block. *)
  Definition level : Type := list bool.
  (** The middles of the slots that hold a block. *)
  Definition middles (a : level) : list Z :=
    map snd (filter fst (combine a
      (map (fun j => 2 * Z.of_nat j + 1 - Z.of_nat (length a))%Z (seq 0 (length a))))).
  Definition blocks (a : level) : Z := Z.of_nat (length (middles a)).
  Definition moment (a : level) : Z := fold_right Z.add 0%Z (middles a).
  (** A tower is a list of levels, bottom first, none of them empty. *)
  Definition tower : Type := list level.
  Definition proper (k : nat) (t : tower) : Prop :=
    t <> [] /\ Forall (fun a => length a = k /\ In true a) t.

  (** The number of blocks and the sums of their middles along the axis of the
      lowest level, and along the other one. A block that lies along an axis has
      its middle at 0 there. The centre of mass is [along / mass], [across / mass]. *)
  Definition mass (t : tower) : Z := fold_right (fun a m => blocks a + m)%Z 0%Z t.
  Fixpoint along_across (t : tower) : Z * Z :=
    match t with
    | [] => (0, 0)%Z
    | a :: above => let (x, y) := along_across above in ((moment a + y)%Z, x)
    end.
  Definition along (t : tower) : Z := fst (along_across t).
  Definition across (t : tower) : Z := snd (along_across t).

  (** ** Contact

      "The center of gravity of levels i + 1 up to k lies above the interior of the
      convex hull of the area of contact between levels i and i + 1." All numbers are
      rational. A point is its place along the axis of the lower level, and across. *)
  Definition point : Type := Q * Q.
  Definition region : Type := point -> Prop.

  (** The blocks of a level, along its own axis and across: a block is as long as
      the level is wide. *)
  Definition covers (a : level) : region := fun p =>
    exists m, In m (middles a) /\ (Qabs (fst p - inject_Z m) <= 1 /\ Qabs (snd p) <= inject_Z (Z.of_nat (length a)))%Q.
  (** The area of contact of level [a] with level [b] on it, which lies across. *)
  Definition contact (a b : level) : region := fun p => covers a p /\ covers b (snd p, fst p).

  (** The least convex set around a region: with two points all between them. *)
  Inductive hull (r : region) : region :=
    | in_region p : r p -> hull r p
    | between p q s t : hull r p -> hull r q -> (0 <= t <= 1)%Q ->
        (fst s == t * fst p + (1 - t) * fst q)%Q -> (snd s == t * snd p + (1 - t) * snd q)%Q -> hull r s.
  (** The interior: with a point all that are near enough. *)
  Definition interior (r : region) : region := fun p =>
    exists e, (0 < e)%Q /\ forall q, (Qabs (fst q - fst p) <= e /\ Qabs (snd q - snd p) <= e)%Q -> r q.
  Definition closed (r : region) : region := r.

  (** The centre of mass of levels that lie on one with another axis; "the reverse
      operation is needed here as the orientation of the layers alternates". *)
  Definition centre_on (above : tower) : point :=
    (inject_Z (across above) / inject_Z (mass above), inject_Z (along above) / inject_Z (mass above))%Q.

  Fixpoint rests (part : region -> region) (t : tower) : Prop :=
    match t with
    | a :: (b :: _) as above => part (hull (contact a b)) (centre_on above) /\ rests part above
    | _ => True
    end.
  Definition stable : tower -> Prop := rests interior.
  (** In all hulls, and for at least one on the boundary. *)
  Definition semi_stable (t : tower) : Prop := rests closed t /\ ~ stable t.

  (** ** Three slots *)
  Definition L001 := [false; false; true].
  Definition L010 := [false; true; false].
  Definition L011 := [false; true; true].
  Definition L100 := [true; false; false].
  Definition L110 := [true; true; false].

  Definition excluded (a : level) : Prop := a = L100 \/ a = L001.
  Definition triples : list tower :=
    [[L010; L010; L100]; [L010; L010; L001]; [L011; L010; L100]; [L110; L010; L001]].
  (** Definition 3.2: no level below the top is excluded, and the three top
      levels are none of the four triples. *)
  Definition valid (t : tower) : Prop :=
    (forall a, In a (removelast t) -> ~ excluded a) /\
    (forall below top, t = below ++ top -> ~ In top triples).

  (** The centre of mass lies strictly inside the middle ninth. *)
  Definition inside (t : tower) : Prop :=
    (- mass t < along t < mass t)%Z /\ (- mass t < across t < mass t)%Z.
End Tower.

(** Claim zwick/stability-lemma: "A tower is stable if and only if it is valid", for every height. Two levels that are not valid
    are not even semi-stable. The triples are semi-stable, and of the towers of
    three levels with no excluded level below the top they are the only ones. *)
Definition zwick_stability : Prop :=
  (forall t, Tower.proper 3 t -> (Tower.stable t <-> Tower.valid t)) /\
  (forall a b, Tower.proper 3 [a; b] -> ~ Tower.valid [a; b] -> ~ Tower.semi_stable [a; b]) /\
  (forall a b c, Tower.proper 3 [a; b; c] ->
     ~ Tower.excluded a -> ~ Tower.excluded b ->
     (Tower.semi_stable [a; b; c] <-> In [a; b; c] Tower.triples)).

(** Claim zwick/claim-3-1: "If (a1, ..., ak) is a valid tower, and k >= 3, then cent(a1, ..., ak)
    is in (1/3, 2/3) x (1/3, 2/3)." True for valid towers of four levels and more, and of
    three levels but for two towers, whose centre of mass is on the boundary.
    Two levels: strictly inside along the slots of the lower one, and inside or
    on the boundary across. One level: inside or on the boundary, and on it only
    for 011 and 110. *)
Definition zwick_claim_3_1 : Prop :=
  (forall t, Tower.proper 3 t -> Tower.valid t -> 3 <= length t ->
     t <> [Tower.L011; Tower.L010; Tower.L001] -> t <> [Tower.L110; Tower.L010; Tower.L100] ->
     Tower.inside t) /\
  (forall t, t = [Tower.L011; Tower.L010; Tower.L001] \/ t = [Tower.L110; Tower.L010; Tower.L100] ->
     Tower.valid t /\ ~ Tower.inside t) /\
  (forall a b, let t := [a; b] in Tower.proper 3 t -> Tower.valid t ->
     (- Tower.mass t < Tower.along t < Tower.mass t)%Z /\
     (- Tower.mass t <= Tower.across t <= Tower.mass t)%Z) /\
  Tower.across [Tower.L010; Tower.L100] = (- Tower.mass [Tower.L010; Tower.L100])%Z /\
  (forall a, Tower.proper 3 [a] -> ~ Tower.excluded a ->
     (- Tower.blocks a <= Tower.moment a <= Tower.blocks a)%Z /\
     (Z.abs (Tower.moment a) = Tower.blocks a <-> a = Tower.L011 \/ a = Tower.L110)).

(** Claim zwick/claim-3-2: "if a1, a2 are not 100 or 001, then conv(a1, a2) contains
    [1/3, 2/3] x [1/3, 2/3]", the middle ninth, which is [-1, 1] x [-1, 1] here. *)
Definition zwick_claim_3_2 : Prop :=
  forall a b, Tower.proper 3 [a; b] -> ~ Tower.excluded a -> ~ Tower.excluded b ->
  forall u v, (-1 <= u <= 1)%Q -> (-1 <= v <= 1)%Q -> Tower.hull (Tower.contact a b) (u, v).

(** * Jenka_k: Zwick, section 6

    Towers with k slots a level, as above; the rules are those of section 2. *)
Module Jenka.
  Import Tower.
  Definition full (k : nat) : level := repeat true k.
  Definition without (i j : nat) (t : tower) : tower := Well.update i (Well.update j (fun _ => false)) t.

  (** The block in slot j of level i (counted from 0) is there, and level i is
      below the highest full level. *)
  Definition can_take (k : nat) (t : tower) (i j : nat) : Prop :=
    (exists h, i < h /\ nth h t [] = full k) /\ nth j (nth i t []) false = true.

  (** The block goes to slot l of the top level; a new level is begun if and
      only if the top level is full. *)
  Inductive put (k : nat) (t : tower) (l : nat) : tower -> Prop :=
    | on_a_new_level below : t = below ++ [full k] -> l < k ->
        put k t l (t ++ [Well.update l (fun _ => true) (repeat false k)])
    | on_the_top_level below a : t = below ++ [a] -> a <> full k -> nth l a true = false ->
        put k t l (below ++ [Well.update l (fun _ => true) a]).

  (** No level is empty, and the tower is stable. *)
  Definition stands (t : tower) : Prop := Forall (fun a => In true a) t /\ stable t.

  (** A safe move: the tower stands when the block is out, and when it is put. *)
  Definition move (k : nat) (t : tower) (i j l : nat) (t' : tower) : Prop :=
    can_take k t i j /\ stands (without i j t) /\ put k (without i j t) l t' /\ stands t'.

  (** Whatever safe move the first player makes, the second has a safe answer
      after which the same holds; and this cannot go on for ever. So it is the
      first player who topples the tower. *)
  Inductive second_wins (k : nat) (t : tower) : Prop :=
    | answers : (forall i j l t', move k t i j l t' ->
          exists i' j' l' t'', move k t' i' j' l' t'' /\ second_wins k t'') ->
        second_wins k t.
End Jenka.

(** Claim zwick/jenka-even: "the starting position of Jenka_k, for even k, is a win for the second
    player, as the second player can always play a move that is the mirror image of the
    move played by the first player." For every even k and every n >= 1 the second player
    wins from n full levels. The mirror image of the first player's move is a
    safe move of a different block, as long as play has been like this, and it
    leaves a tower that is its own mirror image. *)
Definition jenka_even : Prop :=
  forall half n, 1 <= half -> 1 <= n -> let k := 2 * half in
  Jenka.second_wins k (repeat (Jenka.full k) n) /\
  exists so_far : Tower.tower -> Prop,
    so_far (repeat (Jenka.full k) n) /\
    (forall t, so_far t -> Forall (fun a => rev a = a) t) /\
    forall t i j l t', so_far t -> Jenka.move k t i j l t' ->
      k - 1 - j <> j /\
      exists t'', Jenka.move k t' i (k - 1 - j) (k - 1 - l) t'' /\ so_far t''.
