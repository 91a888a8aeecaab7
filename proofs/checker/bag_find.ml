(* Finds where the player stays in wells with bags if pieces are shown ahead: the greatest closed set of situations, and in it
   a way to play. See ../FORMAT.md, kind `bag`. Nothing here needs to be trusted: what is found is handed to the checker that Coq
   has proved, which looks at each place and each situation again. So it may count in OCaml's own numbers. *)
open Lines
open Checked

(* * Wells as rows of bits, bit c being column c *)

type turn = { cells : (int * int) list; rows : int array; columns : int; kept : int }

let full width = (1 lsl width) - 1

(* The piece with these cells, put from the first to the last of these columns; nothing if it is wider than the well. *)
let turn width (first, last) cells =
  let wide = List.fold_left (fun most (x, _) -> max most x) 0 cells in
  let high = List.fold_left (fun most (_, y) -> max most y) 0 cells in
  if wide >= width then None
  else begin
    let rows = Array.make (high + 1) 0 in
    List.iter (fun (x, y) -> rows.(y) <- rows.(y) lor (1 lsl x)) cells;
    let columns = full (width - wide) in
    let inside column = first <= column && column + wide <= last in
    let kept = List.fold_left (fun kept x -> if inside x then kept lor (1 lsl x) else kept) 0 (List.init width Fun.id) in
    Some { cells; rows; columns; kept = columns land kept }
  end

let fits turn well row =
  let taken (x, up) = if row + up < Array.length well then well.(row + up) lsr x else 0 in
  List.fold_left (fun columns cell -> columns land lnot (taken cell)) turn.columns turn.cells

let rec spread reached fit =
  let more = (reached lor (reached lsl 1) lor (reached lsr 1)) land fit in
  if more = reached then reached else spread more fit

(* Calls this with each column and row in which the piece can come to rest. *)
let each_place how turn well found =
  let reached = ref turn.columns in
  for row = Array.length well downto 0 do
    let below = if row = 0 then 0 else fits turn well (row - 1) in
    let rests = !reached land lnot below land turn.kept in
    for column = 0 to 15 do if (rests lsr column) land 1 = 1 then found column row done;
    reached :=
      (match how with
       | WellLines.Drop -> !reached land below
       | WellLines.Slide -> spread (!reached land below) below
       | WellLines.Anywhere -> below)
  done

(* The well after that. *)
let put turn width well column row =
  let height = max (Array.length well) (row + Array.length turn.rows) in
  let rows = Array.make height 0 in
  Array.blit well 0 rows 0 (Array.length well);
  Array.iteri (fun up cells -> rows.(row + up) <- rows.(row + up) lor (cells lsl column)) turn.rows;
  if Array.exists (fun cells -> cells = full width) rows then
    Array.of_list (List.filter (fun cells -> cells <> full width) (Array.to_list rows))
  else rows

let bits_of = Array.make 65536 0
let () = for n = 1 to 65535 do bits_of.(n) <- bits_of.(n lsr 1) + (n land 1) done

(* The empty cells with a full one above them in their column, and the sum of the differences of neighbouring columns: the
   rows in which just one of the two has a full cell there or higher. *)
let holes_and_bumps width well =
  let covered = ref 0 and holes = ref 0 and bumps = ref 0 in
  for row = Array.length well - 1 downto 0 do
    covered := !covered lor well.(row);
    holes := !holes + bits_of.(!covered land lnot well.(row));
    bumps := !bumps + bits_of.((!covered lxor (!covered lsr 1)) land (full width lsr 1))
  done;
  (!holes, !bumps)

(* * All wells that can come up if the player keeps to his, by number; the empty one is 0 *)

(* Numbers in a row that grows. *)
type row = { mutable all : int array; mutable count : int }
let row () = { all = Array.make 1024 0; count = 0 }
let push row n =
  if row.count = Array.length row.all then row.all <- Array.append row.all (Array.make row.count 0);
  row.all.(row.count) <- n;
  row.count <- row.count + 1

type game = {
  how : WellLines.movement; width : int; hold : bool; ahead : int;
  turns : turn option list array; (* by piece, each in its turns *)
  may_make : int array -> bool; (* the wells to which the player keeps *)
}

let pieces game = Array.length game.turns
let held game = if game.hold then pieces game else 1

type wells = { well : int array array; first : row; heads : row } (* by well and piece, where its heads begin *)

let key well =
  let bytes = Bytes.create (2 * Array.length well) in
  Array.iteri (fun n cells -> Bytes.set_uint16_le bytes (2 * n) cells) well;
  Bytes.unsafe_to_string bytes

(* Calls this with each place of a piece after which the player keeps to his wells, and that well: turn, column, row, well. *)
let each_play game well piece found =
  let play number turn =
    each_place game.how turn well (fun column row ->
      let after = put turn game.width well column row in
      if game.may_make after then found number column row after)
  in
  List.iteri (fun number turn -> Option.iter (play number) turn) game.turns.(piece)

let wells_of game most =
  let numbers = Hashtbl.create 100000 and queue = Queue.create () and all = ref [] and count = ref 0 in
  let number well =
    let key = key well in
    match Hashtbl.find_opt numbers key with
    | Some number -> number
    | None ->
        let number = !count in
        Hashtbl.add numbers key number;
        Queue.add well queue;
        all := well :: !all;
        incr count;
        if number >= most then raise (Refused "too many wells can come up within the bounds");
        number
  in
  let first = row () and heads = row () in
  ignore (number [||]);
  push first 0;
  while not (Queue.is_empty queue) do
    let well = Queue.pop queue in
    for piece = 0 to pieces game - 1 do
      each_play game well piece (fun _ _ _ after -> push heads (number after));
      push first heads.count
    done
  done;
  { well = Array.of_list (List.rev !all); first; heads }

let each_after game wells well piece f =
  let at = (well * pieces game) + piece in
  for n = wells.first.all.(at) to wells.first.all.(at + 1) - 1 do f wells.heads.all.(n) done

(* * What can be seen: the pieces shown, in order, and a word with a bit for each piece left in the bag *)

type sight = { shown : int list; bag : int; next : (int * int) list (* a piece shown next, and the number of what is seen then *) }

let members bag = List.filter (fun piece -> (bag lsr piece) land 1 = 1) (List.init 7 Fun.id)

let more game (shown, bag) piece =
  let left = bag land lnot (1 lsl piece) in
  (shown @ [ piece ], if left = 0 then full (pieces game) else left)

let turned game sight piece = let shown, bag = more game sight piece in (List.tl shown, bag)

(* So many pieces shown, in all orders, from this bag. *)
let rec dealt game many (shown, bag) =
  if many = 0 then [ (shown, bag) ]
  else List.concat_map (fun piece -> dealt game (many - 1) (more game (shown, bag) piece)) (members bag)

let at_the_start game aside =
  let all = full (pieces game) in
  dealt game game.ahead ([], if game.hold then all land lnot (1 lsl aside) else all)

(* All that can be seen, in the order of the first piece shown, and its number. *)
let sights_of game =
  let numbers = Hashtbl.create 10000 and queue = Queue.create () in
  let add sight =
    if not (Hashtbl.mem numbers sight) then begin
      Hashtbl.add numbers sight 0;
      Queue.add sight queue
    end
  in
  List.iter (fun aside -> List.iter add (at_the_start game aside)) (List.init (held game) Fun.id);
  while not (Queue.is_empty queue) do
    let (_, bag) as sight = Queue.pop queue in
    List.iter (fun piece -> add (turned game sight piece)) (members bag)
  done;
  let all = List.sort compare (List.of_seq (Hashtbl.to_seq_keys numbers)) in
  List.iteri (fun n sight -> Hashtbl.replace numbers sight n) all;
  let number = Hashtbl.find numbers in
  let entry ((shown, bag) as sight) =
    { shown; bag; next = List.map (fun piece -> (piece, number (turned game sight piece))) (members bag) }
  in
  (Array.of_list (List.map entry all), number)

(* * Situations: for each well, piece put aside and sight a bit *)

(* The bytes of a well for one piece put aside: whole words of eight. *)
let stride sights = 8 * ((Array.length sights + 63) / 64)

let has bytes at number = (Char.code (Bytes.unsafe_get bytes (at + (number lsr 3))) lsr (number land 7)) land 1 = 1
let change bytes at number =
  let n = at + (number lsr 3) in
  Bytes.unsafe_set bytes n (Char.unsafe_chr (Char.code (Bytes.unsafe_get bytes n) lxor (1 lsl (number land 7))))

(* Adds so many bytes of one from here on, whole words, to those of the other from there on. *)
let join into there bytes here length =
  for word = 0 to (length / 8) - 1 do
    let at = there + (8 * word) and from = here + (8 * word) in
    Bytes.set_int64_ne into at (Int64.logor (Bytes.get_int64_ne into at) (Bytes.get_int64_ne bytes from))
  done

(* Whether the bytes have all these numbers, from one to the last. *)
let rec has_all bytes numbers n last =
  n = last || (has bytes 0 (Array.unsafe_get numbers n) && has_all bytes numbers (n + 1) last)

(* What is left when all situations are taken away, one by one, from which the machine leads away; a well with none has an
   empty word. Most of the time goes into the loops of `take_away`. *)
let closed game wells sights =
  let count = Array.length wells.well and many = Array.length sights and held = held game and pieces = pieces game in
  let stride = stride sights in
  let all = Bytes.make (held * stride) '\000' in
  for aside = 0 to held - 1 do for number = 0 to many - 1 do change all (aside * stride) number done done;
  let left = Array.init count (fun _ -> Bytes.copy all) and alive = Array.make count (held * many) in
  (* By the first piece shown, where its sights begin; by sight, where what is seen next begins in one row. *)
  let begins = Array.make (pieces + 1) 0 and next_begins = Array.make (many + 1) 0 in
  Array.iter (fun sight -> let n = List.hd sight.shown + 1 in begins.(n) <- begins.(n) + 1) sights;
  for piece = 1 to pieces do begins.(piece) <- begins.(piece) + begins.(piece - 1) done;
  Array.iteri (fun n sight -> next_begins.(n + 1) <- next_begins.(n) + List.length sight.next) sights;
  let next = Array.of_list (List.concat_map (fun sight -> List.map snd sight.next) (Array.to_list sights)) in
  let placed = Array.init pieces (fun _ -> Bytes.create (held * stride)) and reached = Bytes.create stride in
  let take_away well =
    for piece = 0 to pieces - 1 do
      Bytes.fill placed.(piece) 0 (held * stride) '\000';
      each_after game wells well piece (fun after ->
        if alive.(after) > 0 then join placed.(piece) 0 left.(after) 0 (held * stride))
    done;
    let before = alive.(well) and here = left.(well) in
    for aside = 0 to held - 1 do
      let at = aside * stride in
      for piece = 0 to pieces - 1 do
        Bytes.blit placed.(piece) at reached 0 stride;
        if game.hold then join reached 0 placed.(aside) (piece * stride) stride;
        let number = ref begins.(piece) in
        while !number < begins.(piece + 1) do
          let n = !number in
          if n land 7 = 0 && Bytes.get here (at + (n lsr 3)) = '\000' then number := n + 8
          else begin
            if has here at n && not (has_all reached next next_begins.(n) next_begins.(n + 1)) then begin
              change here at n;
              alive.(well) <- alive.(well) - 1
            end;
            number := n + 1
          end
        done
      done
    done;
    if alive.(well) = 0 then left.(well) <- Bytes.empty;
    alive.(well) < before
  in
  let changed = ref (Array.make count true) and any = ref true in
  while !any do
    any := false;
    let again = Array.make count false in
    for well = count - 1 downto 0 do
      if alive.(well) > 0 then begin
        let look = ref !changed.(well) in
        for piece = 0 to pieces - 1 do
          if not !look then each_after game wells well piece (fun after -> if !changed.(after) || again.(after) then look := true)
        done;
        if !look && take_away well then begin again.(well) <- true; any := true end
      end
    done;
    changed := again
  done;
  (left, alive)

(* * A way to play *)

let positive = Numbers.positive_of_int
let nat = Numbers.nat_of_int

(* Situations from which the player has not to leave, with the places that he uses: all that can come up if he takes of several
   wells the one where he has been before, or where he stays in most situations. *)
let plan game wells (sights, number) (left, alive) =
  let held = held game and pieces = pieces game and many = Array.length sights in
  let stride = stride sights in
  let visited = Hashtbl.create 1000 and used = Hashtbl.create 1000 and queue = Queue.create () in
  let has_left well aside sight = alive.(well) > 0 && has left.(well) (aside * stride) sight in
  let is_visited well aside sight =
    match Hashtbl.find_opt visited well with Some bytes -> has bytes (aside * stride) sight | None -> false
  in
  let visit well aside sight =
    if not (is_visited well aside sight) then begin
      if not (Hashtbl.mem visited well) then Hashtbl.add visited well (Bytes.make (held * stride) '\000');
      change (Hashtbl.find visited well) (aside * stride) sight;
      Queue.add (well, aside, sight) queue
    end
  in
  let use well piece after =
    let before = Option.value (Hashtbl.find_opt used (well, piece)) ~default:[] in
    if not (List.mem after before) then Hashtbl.replace used (well, piece) (after :: before)
  in
  (* One of these pieces is placed, and the other one beside it is put aside. *)
  let go well choices sight =
    let best = ref None and most = ref (-1) in
    let look (piece, aside) =
      each_after game wells well piece (fun after ->
        if has_left after aside sight then begin
          let worth = if is_visited after aside sight then max_int else alive.(after) in
          if worth > !most then begin best := Some (piece, aside, after); most := worth end
        end)
    in
    List.iter look choices;
    match !best with
    | None -> raise (Refused "some order of the pieces leads to a loss within the bounds")
    | Some (piece, aside, after) ->
        use well piece after;
        visit after aside sight
  in
  let start aside ((shown, bag) as sight) =
    if game.hold then
      List.iter (fun piece -> go 0 [ (List.hd shown, aside) ] (number (turned game sight piece))) (members bag)
    else if has_left 0 0 (number sight) then visit 0 0 (number sight)
    else raise (Refused "some order of the pieces leads to a loss within the bounds")
  in
  List.iter (fun aside -> List.iter (start aside) (at_the_start game aside)) (List.init held Fun.id);
  while not (Queue.is_empty queue) do
    let well, aside, sight = Queue.pop queue in
    let first = List.hd sights.(sight).shown in
    let choices = if game.hold && first <> aside then [ (first, aside); (aside, first) ] else [ (first, aside) ] in
    List.iter (fun (_, sight) -> go well choices sight) sights.(sight).next
  done;
  (* The wells where he is, and the empty one, by new numbers. *)
  let spots = 0 :: List.filter (fun well -> well <> 0 && Hashtbl.mem visited well) (List.init (Array.length wells.well) Fun.id) in
  let renumbered = Hashtbl.create 1000 in
  List.iteri (fun n well -> Hashtbl.add renumbered well (positive (n + 1))) spots;
  let numbers = Array.init many (fun n -> positive (n + 1)) in
  let moves well piece =
    let after = ref (Option.value (Hashtbl.find_opt used (well, piece)) ~default:[]) and found = ref [] in
    each_play game wells.well.(well) piece (fun turn column row reached ->
      match List.find_opt (fun other -> wells.well.(other) = reached) !after with
      | Some other ->
          after := List.filter (fun n -> n <> other) !after;
          found := (((nat turn, nat column), nat row), Hashtbl.find renumbered other) :: !found
      | None -> ());
    !found
  in
  let stays well aside =
    List.filter_map (fun n -> if is_visited well aside n then Some numbers.(n) else None) (List.init many Fun.id)
  in
  let cells row = List.init game.width (fun column -> (row lsr column) land 1 = 1) in
  let spot well =
    ( (List.map cells (Array.to_list wells.well.(well)), List.init pieces (moves well)), List.init held (stays well) )
  in
  let sight { shown; bag; next } =
    ( (List.map nat shown, List.map nat (members bag)),
      List.init pieces (fun piece -> Option.map (fun n -> numbers.(n)) (List.assoc_opt piece next)) )
  in
  { sights = List.map sight (Array.to_list sights); spots = List.map spot spots }

(* * A certificate *)

let rec int_of_nat = function O -> 0 | S n -> 1 + int_of_nat n

(* No well has so many holes or bumps as the largest number of OCaml. *)
let int_of_bound = function
  | N0 -> 0
  | Npos n ->
      let rec go = function
        | XH -> 1
        | XO n -> let half = go n in if half > max_int / 4 then max_int else 2 * half
        | XI n -> let half = go n in if half > max_int / 4 then max_int else (2 * half) + 1
      in
      go n

(* 2^22 wells, and 2^28 of them with what may be put aside and shown. *)
let most_wells = 1 lsl 22
let most_words = 1 lsl 28

let evidence how { Bag.width; depth; pieces; hold } ahead { holes; bumps; columns_of; _ } listed =
  let width = int_of_nat width and depth = int_of_nat depth and most_holes = int_of_bound holes in
  let bumps = Array.of_list (List.map int_of_bound bumps) in
  let columns piece =
    match List.find_opt (fun (n, _) -> int_of_nat n = piece) columns_of with
    | Some (_, (first, last)) -> (int_of_nat first, int_of_nat last)
    | None -> (0, width - 1)
  in
  let cells = List.map (fun (x, y) -> (int_of_nat x, int_of_nat y)) in
  let all_turns n piece = List.map (fun t -> turn width (columns n) (cells t)) (WellGame.turns piece) in
  let is_within well =
    let holes, sum = holes_and_bumps width well in
    Array.length well <= depth && holes <= most_holes && sum <= bumps.(min holes (Array.length bumps - 1))
  in
  let row cells = List.fold_right (fun full row -> (2 * row) + Bool.to_int full) cells 0 in
  let listed = List.rev_map (fun well -> Array.of_list (List.map row well)) listed in
  if not (List.for_all is_within listed) then raise (Refused "a well is not within the bounds");
  let keys = Hashtbl.create 100000 in
  List.iter (fun well -> Hashtbl.replace keys (key well) ()) listed;
  let may_make well = if listed = [] then is_within well else Hashtbl.mem keys (key well) in
  let turns = Array.of_list (List.mapi all_turns pieces) in
  let game = { how; width; hold; ahead; turns; may_make } in
  let sights, number = sights_of game in
  let shown = List.length (List.sort_uniq compare (List.map (fun sight -> sight.shown) (Array.to_list sights))) in
  let wells = wells_of game (min most_wells (most_words / (held game * shown))) in
  Stays (plan game wells (sights, number) (closed game wells sights))
