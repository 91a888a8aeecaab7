//! Small certificates on which the two checkers are compared.

/// Small games of wells, of each rule and with and without lookahead, in lanes with and without a rest, with bags and with and
/// without a piece put aside or pieces shown, with all pieces known in advance, wells that rise, also by runs or told by an automaton, or are lost to an
/// order of kinks, with and without squares; values, laws and quotients of games that no committed certificate is of; strategies in Jenka that know some
/// levels; and walks, the second of which does not tell the value. By kind and body.
pub const SMALL: [(&str, &str); 77] = [
    ("strategy", "width 2\ndepth 0\npieces O\nrule drop\nlookahead 1\nplay - O O 0 0 0"),
    ("strategy", "width 2\ndepth 2\npieces S\nrule slide\nlookahead 0\nplay - S 1 0 0\nplay 01/10 S 1 0 1"),
    (
        "strategy",
        "width 2\ndepth 4\npieces O I\nrule referee\nlookahead 0\nplay - O 0 0 0\nplay - I 1 0 0\n\
         play 10/10/10/10 O 0 0 4\nplay 10/10/10/10 I 1 1 0",
    ),
    ("strategy", "width 3\ndepth 1\npieces [111]\nrule anywhere\nlookahead 0\nplay - [111] 0 0 0"),
    ("defeat", "width 2\ndepth 3\npieces I\nrule drop\nlookahead 0\nsend - I 1"),
    (
        "defeat",
        "width 3\ndepth 2\npieces O\nrule anywhere\nlookahead 0\nsend - O 2\nsend 110/110 O 1\nsend 011/011 O 1",
    ),
    (
        "defeat",
        "width 3\ndepth 2\npieces O I\nrule slide\nlookahead 1\nsend - O O 2\nsend 110/110 O I 1\n\
         send 011/011 O O 1",
    ),
    (
        "kink-order",
        "width 2\npieces S T\nrule slide\nruns 1 0\nmost 1 1\nfeature 1 1\nmeasure 1\n\
         state 1 1 2\nstate 3 5 0\nstate 4 0 0\nstate 4 0 0\nstate 0 6 0\nstate 7 0 0\n\
         state 0 0 0\nbefore 0 0 3 0 0\nbefore 0 1 3 0 0\nafter 0 0 4 0 0\nafter 0 0 7 0 0\n\
         after 0 0 5 0 1\nafter 0 1 4 0 0\nafter 0 1 7 0 0\nafter 0 1 5 0 1",
    ),
    (
        "kink-order",
        "width 4\npieces S O 3\nrule slide\nruns 2 1 2 0\nmost 1 2 1 3 3\n\
         feature 1 -1 0 1 2 0 1 -1 0 -2 -1 0 1 -1\nfeature -1 1 0 1 0 2 1 -1 -2 0 -1 0 -1 1\nmeasure 0 1\n\
         state 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1\nbefore 0 0 1 0 0\nbefore 1 0 1 0 0\nafter 0 0 1 0 0\n\
         after 1 0 1 0 0\nafter 0 2 1 0 0\nafter 1 2 1 0 0\nsquares-after 0 0 1 0 0\n\
         squares-after 1 0 1 0 0\nsquares-before 0 0 1 0 0\nsquares-before 1 0 1 0 0",
    ),
    (
        "lanes",
        "lane 2\nrest 0\ndepth 2\npieces O\nlookahead 0\nplay - O - 0 0 0\nplay -* O - 0 0 0\n\
         play -*,11/11 O - 0 0 0\nplay 11/11*,-* O - 0 0 0",
    ),
    (
        "lanes",
        "lane 2\nrest 1\ndepth 1\npieces 1\nlookahead 0\nplay -|- 1 - 0 0 0\nplay -|-* 1 - 0 0 0\n\
         play -|-*,10 1 10 0 1 0\nplay -|10 1 10 0 1 0\nplay -|-*,11 1 - 0 0 0\nplay -|11 1 rest 0 0 0\n\
         play -|11* 1 rest 0 0 0\nplay -|10,11 1 10 0 1 0\nplay -|-*,10,11 1 10 0 1 0\n\
         play -|-*,10,11* 1 10 0 1 0\nplay -|-*,11* 1 - 0 0 0\nplay -|10,11* 1 10 0 1 0",
    ),
    (
        "lanes",
        "lane 1\nrest 0\ndepth 1\npieces 1\nlookahead 1\nplay - 1 1 - 0 0 0\nplay -* 1 1 - 0 0 0\n\
         play -*,1 1 1 - 0 0 0\nplay -*,1* 1 1 - 0 0 0",
    ),
    (
        "lanes",
        "lane 4\nrest 0\ndepth 1\npieces I\nlookahead 0\nplay - I - 0 0 0\nplay -* I - 0 0 0\n\
         play -*,1111 I - 0 0 0\nplay -*,1111* I - 0 0 0\nplay 1111 I 1111 0 0 1",
    ),
    ("bag", "width 2\ndepth 0\npieces O\nrule drop\nlookahead 0\nhold no\nholes 0\nbumps 0\nhome -"),
    (
        "bag",
        "width 2\ndepth 4\npieces O I\nrule slide\nlookahead 0\nhold no\nholes 0\nbumps 4\nhome -\nhome 10/10/10/10",
    ),
    (
        "bag",
        "width 2\ndepth 4\npieces O I\nrule referee\nlookahead 0\nhold yes\nholes 0\nbumps 4\nhome - O I\n\
         home 10/10/10/10 O I",
    ),
    (
        "bag",
        "width 3\ndepth 3\npieces 1 [11] [11/10]\nrule drop\nlookahead 0\nhold yes\nholes 1\nbumps 4\n\
         home - [11/10]\nhome 110 1",
    ),
    (
        "bag",
        "width 3\ndepth 3\npieces 1 [11] [11/10]\nrule drop\nlookahead 0\nhold yes\nholes 1\nbumps 1 2\n\
         home - [11/10]\nhome 110 1",
    ),
    (
        "bag",
        "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead 0\nhold no\nholes 0\nbumps 1\ncolumns 1 0 0\n\
         columns [11] 1 2\nhome -",
    ),
    (
        "bag",
        "width 3\ndepth 3\npieces 1 [11/10]\nrule anywhere\nlookahead 0\nhold no\nholes 1\nbumps 3\nhome -\n\
         home 100\nhome 110",
    ),
    (
        "bag",
        "width 4\ndepth 4\npieces O I L J\nrule drop\nlookahead 0\nhold yes\nholes 0\nbumps 4\nhome - I L J\n\
         home 1011/1000 L\nhome 1110/1000 J",
    ),
    ("bag", "width 4\ndepth 2\npieces J L\nrule anywhere\nlookahead 1\nhold no\nholes 3\nbumps 8"),
    ("bag", "width 2\ndepth 4\npieces O I\nrule slide\nlookahead 1\nhold yes\nholes 2\nbumps 6"),
    ("bag", "width 2\ndepth 2\npieces J L\nrule slide\nlookahead 2\nhold no\nholes 1\nbumps 4"),
    ("bag", "width 3\ndepth 3\npieces 1 [11] [11/10]\nrule drop\nlookahead 2\nhold yes\nholes 1\nbumps 1 2"),
    ("bag", "width 4\ndepth 3\npieces O I L J\nrule referee\nlookahead 2\nhold yes\nholes 0\nbumps 4"),
    (
        "bag",
        "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead 2\nhold no\nholes 0\nbumps 1\ncolumns 1 0 0\n\
         columns [11] 1 2",
    ),
    ("order", "width 2\ndepth 4\npieces S Z\nrule referee\nlookahead all\ndeal any\norder Z S Z"),
    (
        "bag",
        "width 4\ndepth 2\npieces J L\nrule anywhere\nlookahead 1\nhold no\nholes 3\nbumps 8\nwell -\n\
         well 1000/1110\nwell 1000/0111\nwell 0001/1110\nwell 0001/0111\nwell 1101/1000\nwell 1101/0001\n\
         well 1011/1000\nwell 1011/0001",
    ),
    (
        "bag",
        "width 3\ndepth 2\npieces J L\nrule drop\nlookahead 1\nhold yes\nholes 2\nbumps 4\nwell -\nwell 100\n\
         well 100/100\nwell 110\nwell 110/010\nwell 110/011\nwell 001/001\nwell 001/101\nwell 011\n\
         well 011/010\nwell 011/110",
    ),
    ("order", "width 4\ndepth 1\npieces O I\nrule slide\nlookahead all\ndeal bag\norder I O"),
    ("order", "width 4\ndepth 2\npieces O I T J L S Z\nrule drop\nlookahead all\ndeal bag hold\norder J Z O L"),
    (
        "in-advance",
        "width 2\ndepth 2\npieces J L\nrule drop\nlookahead all\ndeal any\nwell -\nwell 10/10\nwell 01/01\n\
         set 0 then 1 1\nset 1 2 then 0 0",
    ),
    (
        "in-advance",
        "width 3\ndepth 1\npieces [11] 1\nrule referee\nlookahead all\ndeal any\nwell -\nwell 100\nwell 110\nwell 001\n\
         well 011\nset 0 then 2 1\nset 1 3 then 0 2\nset 2 4 then 1 0",
    ),
    (
        "in-advance",
        "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead all\ndeal bag\nwell -\nwell 100\nwell 110\n\
         set 0 then 1 2\nset 1 then - 0\nset 2 then 0 -",
    ),
    (
        "in-advance",
        "width 3\ndepth 1\npieces 1 [11]\nrule drop\nlookahead all\ndeal bag hold\nwell -\nwell - 1\nwell - [11]\n\
         well 100 [11]\nset 0 then 1 2\nset 1 then - 3\nset 2 then 3 -\nset 3 then 1 2",
    ),
    ("rising", "width 2\npieces J L\nrule referee\nlookahead 0\nrows 1\ngain 1\nsend - J 0\nsend 10 J 0\nsend 01 L 0"),
    (
        "rising",
        "width 2\npieces I T\nrule slide\nlookahead 0\nrows 2\ngain 2\nsend - I 1\nsend 10 I 1\nsend 01 I 1\n\
         send 10/10 T 0\nsend 01/10 I 1\nsend 10/01 I 1\nsend 01/01 T 0",
    ),
    (
        "rising",
        "width 2\npieces J S\nrule drop\nlookahead 1\nrows 1\ngain 16\nsend - J S 34\nsend - S J 34\n\
         send 10 J S 34\nsend 10 S J 33\nsend 01 J S 0\nsend 01 S J 34",
    ),
    ("rising", "width 1\npieces O\nrule anywhere\nlookahead 0\nrows 1\ngain 1\nsend - O 0"),
    (
        "rising-runs",
        "width 2\npieces J L\nrule slide\nlookahead 0\nruns 2\nlong 1\nweight 10 1\nweight 01 1\nbelow = 10x1\n\
         below = 01x1\nbelow 10x1 01x1\nbelow 01x1 10x1\nsend = J 0\nsend =/10x1 J 0\nsend =/01x1 L 0\n\
         send 10x1/01x1 L 0\nsend 01x1/10x1 J 0",
    ),
    (
        "rising-runs",
        "width 2\npieces I T\nrule slide\nlookahead 0\nruns 2\nlong 2\nweight 10 2\nweight 01 2\nbelow = 10x1\n\
         below 01x1 10x1\nbelow 01x2 10x1\nbelow = 10x2\nbelow 01x1 10x2\nbelow 01x2 10x2\nbelow = 01x1\n\
         below 10x1 01x1\nbelow 10x2 01x1\nbelow = 01x2\nbelow 10x1 01x2\nbelow 10x2 01x2\nsend = I 1\n\
         send =/10x1 I 1\nsend 01x1/10x1 I 1\nsend 01x2/10x1 I 1\nsend =/10x2 T 0\nsend 01x1/10x2 T 0\n\
         send 01x2/10x2 T 0\nsend =/01x1 I 1\nsend 10x1/01x1 I 1\nsend 10x2/01x1 I 1\nsend =/01x2 T 0\n\
         send 10x1/01x2 T 0\nsend 10x2/01x2 T 0",
    ),
    (
        "rising-runs",
        "width 2\npieces J S\nrule drop\nlookahead 1\nruns 2\nlong 1\nweight 10 16\nweight 01 16\nbelow = 10x1\n\
         below = 01x1\nbelow 10x1 01x1\nbelow 01x1 10x1\nsend = J S 34\nsend = S J 34\nsend =/10x1 J S 34\n\
         send =/10x1 S J 33\nsend 01x1/10x1 J S 34\nsend 01x1/10x1 S J 33\nsend =/01x1 J S 0\nsend =/01x1 S J 34\n\
         send 10x1/01x1 J S 0\nsend 10x1/01x1 S J 34",
    ),
    (
        "row-weights",
        "width 2\npieces J L\nrule slide\nlookahead 0\nweights 1 1\nstate 2 3\nstate 2 3\nstate 2 3\nstate 0 0\nsend 1 J 0\nsend 2 J 0\nsend 3 L 0",
    ),
    (
        "row-weights",
        "width 2\npieces I T\nrule slide\nlookahead 0\nweights 2 2\nstate 2 3\nstate 4 6\nstate 5 7\nstate 4 6\nstate 4 6\nstate 5 7\nstate 5 7\nsend 1 I 1\nsend 2 I 1\nsend 3 I 1\nsend 4 T 0\nsend 5 I 1\nsend 6 I 1\nsend 7 T 0",
    ),
    (
        "row-weights",
        "width 2\npieces J S\nrule drop\nlookahead 1\nweights 16 16\nstate 2 3\nstate 2 3\nstate 2 3\nsend 1 J S 34\nsend 1 S J 34\nsend 2 J S 34\nsend 2 S J 33\nsend 3 J S 0\nsend 3 S J 34",
    ),
    ("values", "game then pile\nplay misere\nposition () then 0 = 1\nposition () then 1 = 0\nposition (1) then 1 = 1"),
    (
        "values",
        "game then sequence\nplay normal\nposition () then 0 = 0\nposition () then 1 = 1\n\
         position ([1]) then 1 = 0\nposition ([1],[1]) then 1 = 1",
    ),
    (
        "values",
        "game then double-ended\nplay grundy\nposition () then 0 = 0\nposition () then 1 = 1\n\
         position (1) then 1 = 0\nposition (1,1) then 1 = 1",
    ),
    ("values", "game jenga-physical 2\nplay grundy\nposition 11 = 0\nposition 11/11 = 0\nposition 11/11/10 = 0"),
    ("values", "game zwick\nplay normal\nposition (0,0,0) = 0\nposition (0,1,0) = 1\nposition (0,0,1) = 0"),
    ("values", "game jenka-levels 2\nplay grundy\nposition 0:(0) = 0\nposition 0:(1) = 1\nposition 1:(0) = 0"),
    (
        "values",
        "game subtraction 1,2\nplay grundy\nposition (0) = 0\nposition (1) = 1\nposition (2) = 2\nposition (3) = 0",
    ),
    ("values", "game clock-nim 2 3 2\nplay grundy\nposition (0,0|1)_{3,2} = 0\nposition (1,0|0)_{3,2} = 1"),
    ("values", "game jenga-four\nplay misere\nposition (0,0|1) = 1\nposition (1,0|0) = 0"),
    ("jenka-strategy", "game jenga-physical 15\nlevels 1\nknown 64\nwinner second"),
    (
        "jenka-strategy",
        "game jenga-physical 5\nlevels 2\nknown 1\nwinner first\nreplies 1 2 3\n\
         replies 1 3 1 1 3 2 1 3 4 1 3 5",
    ),
    ("jenka-strategy", "game jenga-physical 3\nlevels 2\nknown 2\nwinner first\nreplies 1 2 1"),
    ("linear-form", "game subtraction 1\nmodulus 2\nform 1\nlost 0 0"),
    ("linear-form", "game addition (-1,1),(0,-1)\nmodulus 2\nform 0 1\nlost 0 0"),
    ("clock", "stone 2 0\nstep 1 1"),
    ("clock", "stone 3 1\nstep 2 0"),
    ("misere-quotient", "game jenga-physical 2\norder 1\ntimes 0\nlost\nposition 11 = 0\nposition 11/11 = 0"),
    (
        "misere-quotient",
        "game then double-ended\norder 2\ntimes 0 1\ntimes 1 0\nlost 1\nposition () then 0 = 0\n\
         position () then 1 = 1\nposition (1) then 0 = 1\nposition (1) then 1 = 0",
    ),
    (
        "misere-quotient",
        "game zwick\norder 2\ntimes 0 1\ntimes 1 0\nlost 1\nposition (0,1,1) = 1\nposition (0,0,2) = 0",
    ),
    (
        "misere-quotient",
        "game addition (-2,1),(-1,0),(0,-1)\norder 2\ntimes 0 1\ntimes 1 0\nlost 1\nfrom 0 0\nperiod 2 2\n\
         labels 0 1 1 0",
    ),
    (
        "misere-quotient",
        "game subtraction 1,2\norder 6\ntimes 0 1 2 3 4 5\ntimes 1 0 3 2 5 4\ntimes 2 3 4 5 2 3\n\
         times 3 2 5 4 3 2\ntimes 4 5 2 3 4 5\ntimes 5 4 3 2 5 4\nlost 1 4\n\
         from 1\nperiod 3\nlabels 0 1 2 0",
    ),
    (
        "misere-quotient",
        "game nim\norder 6\ntimes 0 1 2 3 4 5\ntimes 1 0 3 2 5 4\ntimes 2 3 4 5 2 3\n\
         times 3 2 5 4 3 2\ntimes 4 5 2 3 4 5\ntimes 5 4 3 2 5 4\nlost 1 4\n\
         position [] = 0\nposition [1] = 1\nposition [2] = 2\nposition [1,1] = 0",
    ),
    (
        "pile",
        "phase <= interval -1 value -1\nphase > interval 0 value 0\nsay eeny <\nsay meeny >\nlast eeny <=\n\
         last meeny >\nstate 1 1 0\nstate 0 0 1",
    ),
    (
        "pile",
        "phase <= interval -1 value -1\nphase > interval 0 value 0\nsay eeny <\nsay meeny >=\nlast eeny <=\n\
         last meeny >=\nstate 0 0 1\nstate 1 1 0\nstate 1 1 1",
    ),
    ("lane-weights", "lane 1\npieces O I\nweights 0 0"),
    ("lane-weights", "lane 3\npieces [111]\nweights 1 0 0 0 -1 0"),
    ("lane-weights", "lane 4\npieces S Z\nweights 2 1 -2 -1 2 0 -2 0"),
    (
        "map",
        "from white-knight\nto addition (-1,-2),(-2,-1),(1,-2),(-2,1)\nrow 1 0\nrow 0 1\nstate 0 0 0 0 0\none-to-one\nonto",
    ),
    ("map", "from subtraction 2, 4\nto subtraction 1,2\nrow 1\nstate 0 0 0"),
    ("map", "from subtraction 1,2\nto subtraction 3,6\nrow 3\nstate 0 0 2\none-to-one\neden"),
    ("map", "from addition (-1,0),(-2,0)\nto subtraction 1,2\nrow 1 0\nstate 0 0 0 0\nonto"),
];
