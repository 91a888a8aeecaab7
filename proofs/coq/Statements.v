(** What is proved by machine, and nothing else: the rules of each game as the
    papers give them, and the theorems as propositions. The proofs are in the
    other files; [theorems.csv] lists the theorems with the file in which each
    proof ends. There are thirty rooms, each read on its own:

    - [StatementsGames.v]: impartial games (Zwick, "Jenga"; colourful Nim with
      the eeny-meeny rule; Carvalho, Neto, dos Santos, "Combinatorics of JENGA");
    - [StatementsPatterns.v]: vector addition games whose values follow no pattern;
    - [StatementsPiles.v]: one pile of colourful Nim, as a sequence, and its colours;
    - [StatementsMisere.v]: sums of piles of colourful Nim when the last move loses;
    - [StatementsLengths.v]: how long a play of Jenga lasts (Carvalho, Neto, dos Santos);
    - [StatementsTowers.v]: towers that stand, and Jenka_k (Zwick);
    - [StatementsStability.v]: certificates of which towers stand;
    - [StatementsGrowth.v]: how many towers of Jenka_k arise;
    - [StatementsMaps.v]: a tower is a triplet, a position of CLOCK NIM and a cell
      (Zwick; Carvalho, Neto, dos Santos);
    - [StatementsMoves.v]: certificates of what moves do to towers in play;
    - [StatementsWells.v]: wells (Brzustowski, "Can you win at Tetris?");
    - [StatementsFlats.v]: the life of flats in wells (the same thesis);
    - [StatementsCheckers.v]: certificates, and the programs that check them;
    - [StatementsCycles.v]: certificates of where pieces are played in cycles;
    - [StatementsValues.v]: certificates that list positions with their values;
    - [StatementsLaws.v]: certificates of who wins by a sum modulo a number;
    - [StatementsQuotients.v]: certificates of who wins sums when the last move loses;
    - [StatementsRenamings.v]: certificates that one game is another one, renamed;
    - [StatementsWalks.v]: certificates of the eeny-meeny rule;
    - [StatementsClocks.v]: certificates that CLOCK NIM ends;
    - [StatementsBalance.v]: who wins Jenka_k for odd k, and certificates of it;
    - [StatementsLinear.v]: who wins Jenka_k without physics, for every odd k;
    - [StatementsJenka.v]: who wins Jenka_k for seven, nine, eleven and thirteen blocks a level;
    - [StatementsLanes.v]: certificates of one strategy for wells of many widths;
    - [StatementsBags.v]: certificates of wells in which the pieces are dealt from a bag;
    - [StatementsInAdvance.v]: certificates of wells in which all pieces are known in advance;
    - [StatementsForEver.v]: the same wells when the pieces have no end;
    - [StatementsRising.v]: certificates of wells that rise at every depth;
    - [StatementsRuns.v]: certificates of wells whose weight rises, told by runs of rows;
    - [StatementsKinkOrder.v]: certificates of wells that are lost to left kinks and one other piece, or to left kinks,
      squares and one other piece;
    - [StatementsRowWeights.v]: certificates of wells whose weight rises, told by an automaton.

    [nat] is the type of natural numbers 0, 1, 2, ..., on which [x - y] is 0 if
    [x < y]; such a difference is only taken here where [x >= y] was asked for.
    A proof of [X : Prop] is a term of that type, and Coq's kernel checks it. *)
From Topple Require Export StatementsGames StatementsPatterns StatementsPiles StatementsMisere StatementsLengths
  StatementsTowers StatementsStability StatementsGrowth StatementsMaps StatementsMoves StatementsWells StatementsFlats
  StatementsCheckers StatementsCycles StatementsValues StatementsLaws StatementsQuotients StatementsRenamings StatementsWalks
  StatementsClocks StatementsBalance StatementsLinear StatementsJenka StatementsLanes StatementsBags StatementsInAdvance
  StatementsForEver StatementsRising StatementsRuns StatementsKinkOrder StatementsRowWeights.
