(** Who wins Jenka with five blocks a level from any number of full levels: Coq's kernel
    runs the checker of [BalanceCheck.v] on a strategy. *)
From Coq Require Import Ascii String Arith Bool List Lia.
From Topple Require Import Statements BalanceCheck BalanceSound.
Import ListNotations Balance.

(** The strategy has few different replies, a letter each, in the order in which the
    checker comes to need them. *)
Definition reply_of (letter : ascii) : reply :=
  match letter with
  | "a"%char => Reply 0 (0, 0, 0) 0 1
  | "b"%char => Reply 0 (0, 0, 0) 0 2
  | "c"%char => Reply 0 (0, 0, 0) 0 3
  | "d"%char => Reply 0 (1, 1, 1) 2 1
  | "e"%char => Reply 0 (1, 1, 1) 2 2
  | "f"%char => Reply 0 (1, 1, 1) 2 3
  | "g"%char => Reply 0 (2, 1, 1) 1 1
  | "h"%char => Reply 0 (2, 1, 1) 1 2
  | "i"%char => Reply 0 (2, 1, 1) 1 3
  | "j"%char => Reply 0 (2, 1, 1) 2 1
  | "k"%char => Reply 0 (2, 1, 1) 2 2
  | "l"%char => Reply 0 (2, 1, 1) 2 3
  | "m"%char => Reply 0 (2, 1, 2) 1 1
  | "n"%char => Reply 0 (2, 1, 2) 1 3
  | "o"%char => Reply 0 (2, 1, 2) 2 1
  | "p"%char => Reply 0 (2, 1, 2) 2 2
  | "q"%char => Reply 0 (2, 1, 2) 2 3
  | "r"%char => Reply 1 (0, 1, 2) 3 1
  | "s"%char => Reply 1 (0, 1, 2) 3 2
  | "t"%char => Reply 1 (2, 1, 0) 1 1
  | "u"%char => Reply 1 (2, 1, 0) 1 2
  | "v"%char => Reply 2 (0, 1, 2) 3 1
  | "w"%char => Reply 2 (0, 1, 2) 3 2
  | "x"%char => Reply 2 (0, 1, 2) 3 3
  | _ => Reply 0 (0, 0, 0) 0 0
  end.
Local Open Scope string_scope.
Definition spelt : list string := [
  "onoojggjaaaajggjaaaajggjaaaaaaajgjaaaadjoooaaaaajgjaaaadjoooaaaaajgjaaaabbbkhkbbbbggoooooooooojgjgaaaaaaggoooo";
  "oooooojgjgaaaaaaggoooooooooojgjgaaaaaahhppppppppppkhkhbbbbbbhhppppppppkhkhbbbbbbgvaaaaaaahkhkwbbbbbbbbhhbbbbbb";
  "khhkbbbbhkhkhkbbbbbblilciicccccliilccccilililccccccddddddlliiaaaaaaaaccjijjijjjaaccaaaaaaaadgjmooooooooaajjjjg";
  "jjjjaaaaaadddjjgjaaaaggaagjaaaaaadggaaaaaajgjgjaaaaaaaaaaaadgjmooooooooaajjjjgjjjjaaaaaadddjjgjaaaaggaagjaaaaa";
  "adggaaaaaajgjgjaaaaaaaaaaaaggjoooooooagjjjgjjjaaaaaaddjjgjaaaggaggjaaaaagggaaaaagjgjgjaaaaaaaaaajgjjgjjjoojjaa";
  "aaaaaajgjjgjjjaaaaaajgjjgjjjgjjjaaaaaaaaaaaaddjgjjgjjjooadddadddjjjjggaaaaaaaaaaaajgjjgjjjaaaaaaaaajgjjgjjjgjj";
  "jaaaaaaaaaaaaddadddadddjjggaaaaaaaaaaaaajgjjgjjjoojjaaaaaaaajgjjgjjjaaaaaajgjjgjjjgjjjaaaaaaaaaaaakhkkhkkkppkk";
  "bbbbbbbbkhkkhkkkbbbbbbkhkkhkkkhkkkbbbbbbbbbbbbvddddddddjjjjgaaaaggaaaaaaaagaajgjjjgjjaaaaadgadddadddjjajjgjjaa";
  "aaaadgggaadddadddadddjjjjaaaajajgjjjgjjjgjjaaaaaaaaaaaaaaaaavrtdddddjjjjgaaaaggaaaaaaaagaajgjjjjgjjjjaooaaaaad";
  "gadddadddjjajjgjjjaaaaaadgggaaadddadddjjjaaajajgjjjjgjjjjgjjjjaaaaaaaoaoaaaaaaaaaavrtddddddddjjjjgaaaaggaaaaaa";
  "aagaajgjjjjgjjjjaooaaaaadgadddadddjjajjgjjjaaaaaadgggaadddadddadddjjjjaaaajajgjjjjgjjjjgjjjjaaaaaaaoaoaaaaaaaa";
  "aawsueeeeekkkkhbbbbhhbbbbbbbbhbbkhkkkkhkkkkbppbbbbbehbeeebeeekkbkkhkkkbbbbbbehhhbbbeeebeeekkkbbbkbkhkkkkhkkkkh";
  "kkkkbbbbbbbpbpbbbbbbbbbbwseeeeeekkkkhbbbhhbbbbbbbhbbkhkkkhkkkbpbbbbehbeebeekkbkkhkkbbbbehhhbbeebeebeekkkkbbbbk";
  "bkhkkkhkkkhkkkbbbbbbbpbbbbbbbbggooooooooaagjjjgjjjaaadddadddjjggaaaaaaaaaaggggaaaaaaaaaaaaaaaaaaahhppppppppppb";
  "bkhkkkhkkkkbbbbbbbeeebeeekkkhkkkkbhhbkkkkkkbbbbbbbbbbbbbhhhhbbbbbhkkkkhkkkkkkkkkkkkkbbbbbbbbbbbbbbiiqqqqqqqqli";
  "llilllccccccclilllciicllllcccccccccciiiiccilllilllllllllccccccccccifjijjjooocddllcjijjjiicddlaaaiddddllccjijji";
  "jjjloaaaaafiiiccddcddcddllllcccccjjijjjjijjjijjjlaaaoaaaaaadddddddddjjjjjjjagaaaaaaaagaajajjjjjjaaaaaaaddddddd";
  "jajjjjjjjaaaaaaaaadddddddddadjjjaaajjjjajjjjjjjjjjjjjaaaaaaaadddddddddjjjjjjjagaaaaaaaagaajajjjjjjaaaaaaaddddd";
  "ddjajjjjjjjaaaaaaaaadddddddddadjjjaaajjjjajjjjjjjjjjjjjaaaaaaaaddddddjjjjjjggaaaaaagaajgjjjjaaaaaddddjjajjjjja";
  "aaaaggaddddddajjjjaagjjjgjjjjjjjjjaaaaaaooogjjgjjaaajjjajaaaaaajjjgjjjjoaaaggddddjoooogaagjjgjjaaaaadddadddjja";
  "jjjaggadddjjjaaaaaaaadggggdddadddddddddajjjjjaaaaajjjgjjjjjoaaaaaaaaggddddjoooogaaaaaaadddadddjjaggadddjjgaaaa";
  "aaaaadggggdddadddddddddajjjjjaaaaagjaaoaaaaaaaaaaaaaaaaooogjjgjjaaajjjajaaaaaajjjgjjjjoaaappphkkhkkbbbkkkbkbbb";
  "bbbkkkhkkkkpbbbddgjjjjadddddddjajjjjadddjaaaaaajjaaaaaadddadddadjajjjjaaaddddddgjjjjjjadddddddjajjjjjjaaaaaddd";
  "jaaaadddaajjjaaaaaaaaaddddddaddddddddddadjajajjjjjjaaaaaaaddddddgjjjjjjadddddddjajjjjjjaaaaadddjaaaadddaajjjaa";
  "aaaaaaaddddddadddddddadjajjjjjjaaaaaaaeeeeeehkkkkkkbeeeeeeekbkkkkkkbbbbbeeekbbbbeeebbkkkbbbbbbbbbeeeeeebeeeeee";
  "eeeebekbkbkkkkkkbbbbbbbeeeeehkkkkbeeeeekbkkkkbbbbeekbbbeebbkkbbbbbbbeeeebeeeeebekbkkkkbbbbbddddddddjjdgjjjogga";
  "dddjjaaaaaaaaggaagjjjgjjjaaaaaaaaaddddddjjaajjgjjjgjjjaaavaaaadddgddddddddddddjjjjjaagjjjjjgjjjgjjjgjjjgjjjaaa";
  "aaaaaaaeeeeeeeekkekkkkkpphheeekkkkbbbbbbhkkkbbbeeeeeekkbbkkbbwbbeeeheeeeeeeeeeeekkkkkbbkkkkkkbbbbbbfflllqiilcc";
  "ccillcclcxcilllcccfjjooddccjjcddaaaaaddddjjjaaaddoaddddddjjjadjaajjaaaddddjjjjjaaaaddoaddddddjjjadjaajjaaadddd";
  "jjjjjaaaaddoaddddjjjagjaajjaaaddjjjjjjaaaaoojjaaaajjaaaaajjjdddjdjjaaaajjaaaaaajjjdddjdaaaaaoojjaaaajjaaaaajjj";
  "ppkkbbbbkkbbbbbkkkjoajjaadddjjjaajjaaajjjjjaaaajoajjadddjjjajjaajjjjjaajoajjadddjjjajjaajjjjjaakpbkkbeeekkkbkk";
  "bbkkkkkbbkpbkkbeekkkbkkbbkkkkkbbdjjjodddekkkeeeillxccccjojajjajajjajjojajajajjajjojajajajjajjojajajajjakkpkbkb";
  "kbkkbkkppkkbbkkkkbbkkbbkkkkbblqlcllclcllcjojajjojajjojajjjjkk"].
Local Close Scope string_scope.
Definition replies : list reply := map reply_of (flat_map list_ascii_of_string spelt).

Definition counted_by_eight : counting :=
  Counting 2 4 8 [((0, 0, 0), 2); ((1, 1, 1), 7); ((2, 1, 1), 1); ((2, 1, 2), 6)].
Definition first (n : nat) : bool := (n mod 4 =? 2) || (n mod 4 =? 3).

Lemma accepted : check_balance_all counted_by_eight (map first (seq 1 12)) replies = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma repeats n : 1 <= n -> first_wins 4 8 (map first (seq 1 12)) n = first n.
Proof.
  intros Hn. unfold first_wins. set (i := if n <=? 4 then n - 1 else 4 + (n - 1 - 4) mod 8).
  pose proof (Nat.div_mod (n - 1 - 4) 8) as D. pose proof (Nat.mod_upper_bound (n - 1 - 4) 8) as U.
  assert (I : i < 12 /\ n mod 4 = (1 + i) mod 4).
  { unfold i. destruct (Nat.leb_spec n 4) as [L|L]; [split; [lia | f_equal; lia]|]. split; [lia|].
    set (q := (n - 1 - 4) / 8) in *. set (r := (n - 1 - 4) mod 8) in *.
    replace n with (1 + (4 + r) + 2 * q * 4) by lia. now rewrite Nat.mod_add. }
  destruct I as [I E]. rewrite nth_indep with (d' := first 0) by (rewrite map_length, seq_length; exact I).
  rewrite map_nth, seq_nth by exact I. unfold first. now rewrite E.
Qed.

Theorem jenka_5_holds : StatementsBalance.jenka_5.
Proof.
  intros n Hn. pose proof (balance_all_checker_sound_holds _ _ _ accepted n Hn) as W.
  cbn [clip modulus counted_by_eight half] in W. rewrite (repeats n Hn) in W. exact W.
Qed.
