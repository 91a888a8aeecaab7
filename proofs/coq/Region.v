(** A region of classes of positions, that play does not leave: the one check that all
    kinds of strategy share which give the replies alone, round by round. Mirrors
    [../../src/proof/region/closure.rs]. *)
From Coq Require Import PArith Bool List FMapPositive.
Import ListNotations.

Section Region.
  Variables class reply : Type.
  Variable class_dec : forall a b : class, {a = b} + {a <> b}.
  (** The numbers of a class in order, with whether the winner is to move. Any function
      would do; this one lists the classes of a round as the certificate does. *)
  Variable numbers : class -> bool -> list nat.
  (** The classes that a reply leads to, if it is a move that stays in the region; and those
      that any move of the other player leads to, if all do. *)
  Variable replied : class -> reply -> option (list class).
  Variable answered : class -> option (list class).

  (** A class, whether the winner is to move, and his reply. *)
  Definition line : Type := class * bool * option reply.
  Definition members : Type := PositiveMap.t line.
  Definition key (a : class) (winner : bool) : positive :=
    fold_right (fun n p => Nat.iter n (fun p => p~1)%positive (p~0)%positive) 1%positive (numbers a winner).

  Definition followed (g : members) (winner : bool) (a : class) : bool :=
    match PositiveMap.find (key a winner) g with
    | Some (a', winner', _) => Bool.eqb winner winner' && if class_dec a a' then true else false
    | None => false
    end.

  (** What is checked: nothing leads out of the region. *)
  Definition line_ok (g : members) (l : line) : bool :=
    let '(a, winner, r) := l in
    match (if winner : bool then match r with Some r => replied a r | None => None end else answered a) with
    | Some next => forallb (followed g (negb winner)) next
    | None => false
    end.
  Definition closed_under_play (g : members) : bool := forallb (fun e => line_ok g (snd e)) (PositiveMap.elements g).

  Lemma followed_line g w a : closed_under_play g = true -> followed g w a = true -> exists r, line_ok g (a, w, r) = true.
  Proof.
    unfold closed_under_play, followed. rewrite forallb_forall. intros C.
    destruct (PositiveMap.find (key a w) g) as [[[a' w'] r]|] eqn:F; [|discriminate]. intros H.
    apply andb_true_iff in H. destruct H as [Hw Ha]. apply eqb_prop in Hw. destruct (class_dec a a') as [->|]; [|discriminate].
    subst w'. apply PositiveMap.elements_correct in F. exists r. exact (C _ F).
  Qed.

  (** ** Where the region comes from: the replies, round by round

      [once] says that a class that has come up before is not followed again. *)
  Variable once : bool.
  Definition meet (winner : bool) (found : members * members) (a : class) : members * members :=
    let at_key := key a winner in
    match PositiveMap.find at_key (if once then fst found else snd found) with
    | Some _ => found
    | None => let l := (a, winner, None) in (PositiveMap.add at_key l (fst found), PositiveMap.add at_key l (snd found))
    end.
  Fixpoint one_round (todo : list (positive * line)) (replies : list reply) (found : members * members)
      : option (list reply * (members * members)) :=
    match todo with
    | [] => Some (replies, found)
    | (at_key, (a, winner, _)) :: todo =>
        if winner : bool then
          match replies with
          | [] => None
          | r :: replies =>
              match replied a r with
              | None => None
              | Some next => one_round todo replies (fold_left (meet false) next
                               (PositiveMap.add at_key (a, winner, Some r) (fst found), snd found))
              end
          end
        else
          match answered a with
          | None => None
          | Some next => one_round todo replies (fold_left (meet true) next found)
          end
    end.
  Fixpoint follow (rounds : nat) (round : members) (replies : list reply) (g : members) : option members :=
    match PositiveMap.elements round, replies with
    | [], [] => Some g
    | [], _ => None
    | todo, _ =>
        match rounds with
        | 0 => None
        | S rounds =>
            match one_round todo replies (g, PositiveMap.empty _) with
            | Some (replies, (g, next)) => follow rounds next replies g
            | None => None
            end
        end
    end.

  (** The region of the starts, each with whether the winner is to move. Two rounds that come one
      after the other use up at least one reply. *)
  Definition region (starts : list (class * bool)) (replies : list reply) : option members :=
    let found := fold_left (fun g s => fst (meet (snd s) (g, g) (fst s))) starts (PositiveMap.empty _) in
    match follow (2 * length replies + 3) found replies found with
    | Some g => if closed_under_play g && forallb (fun s => followed g (snd s) (fst s)) starts then Some g else None
    | None => None
    end.

  Lemma region_closed starts replies g : region starts replies = Some g ->
    closed_under_play g = true /\ forall a winner, In (a, winner) starts -> followed g winner a = true.
  Proof.
    unfold region. destruct (follow _ _ _ _) as [g'|]; [|discriminate].
    destruct (closed_under_play g' && _) eqn:E; [|discriminate]. intros H. injection H as ->.
    apply andb_true_iff in E. destruct E as [C S]. rewrite forallb_forall in S. split; [exact C|].
    intros a winner I. exact (S _ I).
  Qed.
End Region.
