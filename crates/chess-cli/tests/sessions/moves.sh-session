$ chess moves | tr '\n' ' '
a2a3 a2a4 b1a3 b1c3 b2b3 b2b4 c2c3 c2c4 d2d3 d2d4 e2e3 e2e4 f2f3 f2f4 g1f3 g1h3 g2g3 g2g4 h2h3 h2h4

$ chess moves --san | tr '\n' ' '
a3 a4 Na3 Nc3 b3 b4 c3 c4 d3 d4 e3 e4 f3 f4 Nf3 Nh3 g3 g4 h3 h4

# Chess960: castling and a step of the king have the same text in standard chess.
$ for spelling in '' --uci960 --san --json; do chess moves '4k3/8/8/8/8/8/8/5K1R w H - 0 1' $spelling | grep '[fK].[ef][12]\|[KO].[e2O1]\|f1g1'; echo; done
f1e1
f1e2
f1f2
f1g1
f1g1

f1e1
f1e2
f1f2
f1g1

Ke1
Ke2
Kf2
Kg1
O-O
Kg2

{"uci":"f1e1","uci960":"f1e1","san":"Ke1"}
{"uci":"f1e2","uci960":"f1e2","san":"Ke2"}
{"uci":"f1f2","uci960":"f1f2","san":"Kf2"}
{"uci":"f1g1","uci960":"f1g1","san":"Kg1"}
{"uci":"f1g1","uci960":"f1h1","san":"O-O"}
{"uci":"f1g2","uci960":"f1g2","san":"Kg2"}

# A position as plain words, and one without a legal move.
$ chess moves 4k3/8/8/8/8/8/8/5K1R w H - 0 1 | wc -l; chess moves --fen '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
14

$ chess moves '4k3/8/8/8/8/8/8/4K3 x - - 0 1'
? 1
error: FEN: side to move field, byte 20: expected w or b

$ chess moves '8/8/8/8/8/8/8/4K3 w - - 0 1'
? 1
error: FEN: Black has no king

$ chess moves ''
? 1
error: FEN: board field, byte 0: the field is missing

$ chess moves startpos --fen startpos
? 2
error: the argument '[FEN]...' cannot be used with '--fen <FEN>'

Usage: chess moves [OPTIONS] [FEN]...

For more information, try '--help'.

$ for args in '--json --san' '--json --uci960' '--san --uci960' --lan; do chess moves $args 2>&1 | sed -n 1p; done; chess resolve --lenient 2>&1 | sed -n 1p
error: the argument '--json' cannot be used with '--san'
error: the argument '--json' cannot be used with '--uci960'
error: the argument '--san' cannot be used with '--uci960'
error: unexpected argument '--lan' found

# `resolve` answers each line by one.
$ for move in e1g1 e1h1 O-O 0-0; do printf 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\t%s\n' $move; done | chess resolve --lenient
{"ok":true,"input":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\te1g1","uci":"e1g1","uci960":"e1h1","san":"O-O","fen":"r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"}
{"ok":true,"input":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\te1h1","uci":"e1g1","uci960":"e1h1","san":"O-O","fen":"r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"}
{"ok":true,"input":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\tO-O","uci":"e1g1","uci960":"e1h1","san":"O-O","fen":"r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"}
{"ok":true,"input":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\t0-0","uci":"e1g1","uci960":"e1h1","san":"O-O","fen":"r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"}

$ for move in e2e4 e4 'e2-e4!?' Ng1f3 0000; do printf 'startpos\t%s\n' "$move"; done | chess resolve --lenient
{"ok":true,"input":"startpos\te2e4","uci":"e2e4","uci960":"e2e4","san":"e4","fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}
{"ok":true,"input":"startpos\te4","uci":"e2e4","uci960":"e2e4","san":"e4","fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}
{"ok":true,"input":"startpos\te2-e4!?","uci":"e2e4","uci960":"e2e4","san":"e4","fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}
{"ok":true,"input":"startpos\tNg1f3","uci":"g1f3","uci960":"g1f3","san":"Nf3","fen":"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"}
{"ok":true,"input":"startpos\t0000","uci":"0000","uci960":"0000","san":"--","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"}

$ for move in Nbd2 f3d2; do printf '4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\t%s\n' $move; done | chess resolve --lenient
{"ok":true,"input":"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\tNbd2","uci":"b1d2","uci960":"b1d2","san":"Nbd2","fen":"4k3/8/8/8/8/5N2/3N4/4K3 b - - 1 1"}
{"ok":true,"input":"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\tf3d2","uci":"f3d2","uci960":"f3d2","san":"Nfd2","fen":"4k3/8/8/8/8/8/3N4/1N2K3 b - - 1 1"}

# The last promotion is not UCI, since its letter is upper case.
$ for move in a7a8q a8N a7a8R; do printf '8/P6k/8/8/8/8/8/K7 w - - 0 1\t%s\n' $move; done | chess resolve --lenient
{"ok":true,"input":"8/P6k/8/8/8/8/8/K7 w - - 0 1\ta7a8q","uci":"a7a8q","uci960":"a7a8q","san":"a8=Q","fen":"Q7/7k/8/8/8/8/8/K7 b - - 0 1"}
{"ok":true,"input":"8/P6k/8/8/8/8/8/K7 w - - 0 1\ta8N","uci":"a7a8n","uci960":"a7a8n","san":"a8=N","fen":"N7/7k/8/8/8/8/8/K7 b - - 0 1"}
{"ok":true,"input":"8/P6k/8/8/8/8/8/K7 w - - 0 1\ta7a8R","uci":"a7a8r","uci960":"a7a8r","san":"a8=R","fen":"R7/7k/8/8/8/8/8/K7 b - - 0 1"}

$ for move in a8 a7a8; do printf '8/P6k/8/8/8/8/8/K7 w - - 0 1\t%s\n' $move; done | chess resolve --lenient
? 1
{"ok":false,"input":"8/P6k/8/8/8/8/8/K7 w - - 0 1\ta8","error":{"kind":"illegal","message":"the move does not say what the pawn promotes to: =Q, =R, =B or =N","place":"move"}}
{"ok":false,"input":"8/P6k/8/8/8/8/8/K7 w - - 0 1\ta7a8","error":{"kind":"illegal","message":"the move does not say what the pawn promotes to: =Q, =R, =B or =N","place":"move"}}

$ for move in f1g1 f1h1 O-O; do printf '4k3/8/8/8/8/8/8/5K1R w H - 0 1\t%s\n' $move; done | chess resolve --lenient
{"ok":true,"input":"4k3/8/8/8/8/8/8/5K1R w H - 0 1\tf1g1","uci":"f1g1","uci960":"f1g1","san":"Kg1","fen":"4k3/8/8/8/8/8/8/6KR b - - 1 1"}
{"ok":true,"input":"4k3/8/8/8/8/8/8/5K1R w H - 0 1\tf1h1","uci":"f1g1","uci960":"f1h1","san":"O-O","fen":"4k3/8/8/8/8/8/8/5RK1 b - - 1 1"}
{"ok":true,"input":"4k3/8/8/8/8/8/8/5K1R w H - 0 1\tO-O","uci":"f1g1","uci960":"f1h1","san":"O-O","fen":"4k3/8/8/8/8/8/8/5RK1 b - - 1 1"}

$ for move in 0000 --; do printf '4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7\t%s\n4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\t%s\n' $move $move; done | chess resolve --lenient
? 1
{"ok":true,"input":"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7\t0000","uci":"0000","uci960":"0000","san":"--","fen":"4k3/8/8/3pP3/8/8/8/4K3 b - - 1 7"}
{"ok":false,"input":"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\t0000","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}
{"ok":true,"input":"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 7\t--","uci":"0000","uci960":"0000","san":"--","fen":"4k3/8/8/3pP3/8/8/8/4K3 b - - 1 7"}
{"ok":false,"input":"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\t--","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}

# Lines that are wrong. A position is looked at before a move is missed.
$ printf '\n\te4\nrnbqkbnr/8/8/8/8/8/8/RNBQKBNR W KQkq - 0 1\te4\n8/8/8/8/8/8/8/8 w - - 0 1\n4k3/8/8/8/8/8/8/4K3 w - e9\te4\nP7/8/8/8/8/8/8/4K3 w - -\te4\n' | chess resolve --lenient
? 1
{"ok":false,"input":"","error":{"kind":"missing","message":"board field, byte 0: the field is missing","place":"board"}}
{"ok":false,"input":"\te4","error":{"kind":"missing","message":"board field, byte 0: the field is missing","place":"board"}}
{"ok":false,"input":"rnbqkbnr/8/8/8/8/8/8/RNBQKBNR W KQkq - 0 1\te4","error":{"kind":"side_to_move","message":"side to move field, byte 30: expected w or b","place":"side_to_move"}}
{"ok":false,"input":"8/8/8/8/8/8/8/8 w - - 0 1","error":{"kind":"no_king","message":"neither side has a king","place":"board"}}
{"ok":false,"input":"4k3/8/8/8/8/8/8/4K3 w - e9\te4","error":{"kind":"en_passant_square","message":"en passant field, byte 24: expected - or a square like e3","place":"en_passant"}}
{"ok":false,"input":"P7/8/8/8/8/8/8/4K3 w - -\te4","error":{"kind":"no_king","message":"Black has no king","place":"board"}}

$ { echo startpos; for move in '' ' e4' 'e4	e5' e9 hello e2e5 e7e5 Nf6 O-O Ng9 Nd2; do printf 'startpos\t%s\n' "$move"; done; } | chess resolve --lenient
? 1
{"ok":false,"input":"startpos","error":{"kind":"missing","message":"expected FEN, tab, move","place":"move"}}
{"ok":false,"input":"startpos\t","error":{"kind":"invalid","message":"not algebraic notation at byte 0: expected a square like f3 at the end, and after it perhaps a promotion like =Q","place":"move"}}
{"ok":false,"input":"startpos\t e4","error":{"kind":"invalid","message":"not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move","place":"move"}}
{"ok":false,"input":"startpos\te4\te5","error":{"kind":"invalid","message":"not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move","place":"move"}}
{"ok":false,"input":"startpos\te9","error":{"kind":"invalid","message":"not algebraic notation at byte 1: expected a square like f3 at the end, and after it perhaps a promotion like =Q","place":"move"}}
{"ok":false,"input":"startpos\thello","error":{"kind":"invalid","message":"not algebraic notation at byte 4: expected a square like f3 at the end, and after it perhaps a promotion like =Q","place":"move"}}
{"ok":false,"input":"startpos\te2e5","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}
{"ok":false,"input":"startpos\te7e5","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}
{"ok":false,"input":"startpos\tNf6","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}
{"ok":false,"input":"startpos\tO-O","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}
{"ok":false,"input":"startpos\tNg9","error":{"kind":"invalid","message":"not algebraic notation at byte 2: expected a square like f3 at the end, and after it perhaps a promotion like =Q","place":"move"}}
{"ok":false,"input":"startpos\tNd2","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}

$ printf '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\tKf1\n4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\tKd2\n4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\tNd2\n' | chess resolve --lenient
? 1
{"ok":true,"input":"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\tKf1","uci":"e1f1","uci960":"e1f1","san":"Kf1","fen":"4k3/8/8/8/8/8/4r3/5K2 b - - 1 1"}
{"ok":false,"input":"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1\tKd2","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}
{"ok":false,"input":"4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1\tNd2","error":{"kind":"ambiguous","message":"the move is ambiguous: Nbd2, Nfd2","place":"move"},"candidates":["b1d2","f3d2"]}

$ printf 'startpos\t%070000d\n' 0 | chess resolve --lenient
? 1
{"ok":false,"input":"","error":{"kind":"too_long","message":"the line has more than 65536 bytes","place":"line"}}

# Only the forms of the standards.
$ for move in Nf3 g1f3 0000 -- Ng1f3 Nf3+ Nf3! Nf6; do printf 'startpos\t%s\n' $move; done | chess resolve
? 1
{"ok":true,"input":"startpos\tNf3","uci":"g1f3","uci960":"g1f3","san":"Nf3","fen":"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"}
{"ok":true,"input":"startpos\tg1f3","uci":"g1f3","uci960":"g1f3","san":"Nf3","fen":"rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"}
{"ok":true,"input":"startpos\t0000","uci":"0000","uci960":"0000","san":"--","fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"}
{"ok":false,"input":"startpos\t--","error":{"kind":"invalid","message":"not algebraic notation at byte 0: expected K, Q, R, B, N, or the file of a pawn move","place":"move"}}
{"ok":false,"input":"startpos\tNg1f3","error":{"kind":"invalid","message":"the standard's spelling is Nf3","place":"move"}}
{"ok":false,"input":"startpos\tNf3+","error":{"kind":"invalid","message":"the standard's spelling is Nf3","place":"move"}}
{"ok":false,"input":"startpos\tNf3!","error":{"kind":"invalid","message":"the standard's spelling is Nf3","place":"move"}}
{"ok":false,"input":"startpos\tNf6","error":{"kind":"illegal","message":"no such move is legal here","place":"move"}}

$ echo '1k6/P7/1K6/8/8/8/8/8 b - - 3 60' | chess inspect
{"ok":true,"input":"1k6/P7/1K6/8/8/8/8/8 b - - 3 60","fen":"1k6/P7/1K6/8/8/8/8/8 b - - 3 60","shredder":"1k6/P7/1K6/8/8/8/8/8 b - - 3 60","side_to_move":"black","checkers":["a7"],"legal":[{"uci":"b8a8","uci960":"b8a8","san":"Ka8"},{"uci":"b8c8","uci960":"b8c8","san":"Kc8"}],"status":"ongoing","key":"f235384ac56d185f","polyglot":"25ce4af425e0c188"}

# Polyglot's key of the start position is published.
$ echo startpos | chess inspect | grep -o '"input.*fen\|"side.*checkers":...\|"uci":"a2a3".*a4"}\|"status.*polyglot.*'
"input":"startpos","fen
"side_to_move":"white","checkers":[],
"uci":"a2a3","uci960":"a2a3","san":"a3"},{"uci":"a2a4","uci960":"a2a4","san":"a4"}
"status":"ongoing","key":"b5b363f58a0e574f","polyglot":"463b96181691fc9c"}

# A Chess960 position in all spellings.
$ echo 'nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/1RK1BR1B w KQkq - 2 10' | chess inspect | grep -o '"fen.*side\|{"uci":"c1c1"[^}]*}'
"fen":"nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/1RK1BR1B w KQkq - 2 10","shredder":"nrk1brnb/pp1ppppp/8/2p5/3P4/1N1Q1N2/1PP1PPPP/1RK1BR1B w FBfb - 2 10","side
{"uci":"c1c1","uci960":"c1b1","san":"O-O-O"}

# Status and checkers. Neither the clock nor a double check ends a game.
$ cat >status.fen <<'END'
> rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3
> 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1
> 4k3/8/8/8/8/8/8/2B1K3 w - - 0 1
> 4k3/8/8/8/8/8/8/R3K3 w - - 200 300
> 4k3/8/5N2/8/8/8/8/4R1K1 b - - 0 1
> END
> chess inspect <status.fen | sed 's/{"uci":[^]]*/.../' | grep -o '"checkers.*status[^,]*'
"checkers":["h4"],"legal":[],"status":"checkmate"
"checkers":[],"legal":[],"status":"stalemate"
"checkers":[],"legal":[...],"status":"insufficient_material"
"checkers":[],"legal":[...],"status":"ongoing"
"checkers":["e1","f6"],"legal":[...],"status":"ongoing"

# The en passant square is named if the capture is legal.
$ printf '4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1\n4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1\n' | chess inspect | grep -o '"fen":"[^"]*"'
"fen":"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"
"fen":"4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"

# Every reason is an error with its squares, and a broken rule one with its byte.
$ printf 'P3k3/8/8/8/8/8/8/4K2p w K e6 0 1\n4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1\n\n' | chess inspect
? 1
{"ok":false,"input":"P3k3/8/8/8/8/8/8/4K2p w K e6 0 1","error":{"kind":"pawn_on_back_rank","message":"a pawn stands on the first or last rank: h1 a8","place":"board"},"errors":[{"kind":"pawn_on_back_rank","message":"a pawn stands on the first or last rank: h1 a8","place":"board"},{"kind":"castling","message":"a castling right lacks its king or its rook on the back rank: h1","place":"castling"},{"kind":"en_passant","message":"no pawn can have passed over the en passant square by the last move: e6","place":"en_passant"}]}
{"ok":false,"input":"4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1","error":{"kind":"en_passant_pawn_square","message":"en passant field, byte 27: the en passant square is the one the pawn has passed over (rank 3 or 6), not the one it stands on","place":"en_passant"},"errors":[{"kind":"en_passant_pawn_square","message":"en passant field, byte 27: the en passant square is the one the pawn has passed over (rank 3 or 6), not the one it stands on","place":"en_passant"}]}
{"ok":false,"input":"","error":{"kind":"missing","message":"board field, byte 0: the field is missing","place":"board"},"errors":[{"kind":"missing","message":"board field, byte 0: the field is missing","place":"board"}]}

# Bytes that are not UTF-8, and a line that is too long.
$ printf '\377\n4k3/8/8/8/8/8/8/4K3 w \200- -\n%070000d\nstartpos\n' 0 | chess inspect | grep -v '"ok":true'
? 1
{"ok":false,"input":"�","error":{"kind":"board_character","message":"board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash","place":"board"},"errors":[{"kind":"board_character","message":"board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash","place":"board"}]}
{"ok":false,"input":"4k3/8/8/8/8/8/8/4K3 w �- -","error":{"kind":"castling_letter","message":"castling field, byte 22: expected - or letters of KQkq, or of the rooks' files (A-H, a-h)","place":"castling"},"errors":[{"kind":"castling_letter","message":"castling field, byte 22: expected - or letters of KQkq, or of the rooks' files (A-H, a-h)","place":"castling"}]}
{"ok":false,"input":"","error":{"kind":"too_long","message":"the line has more than 65536 bytes","place":"line"}}

# Every line has one answer; the last needs no end, and no line has none.
$ printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\r\n\n4k3/8/8/8/8/8/8/4K2X w - - 0 1\nstartpos\n\r\nstartpos' | chess inspect | cut -c 1-20; chess inspect </dev/null
{"ok":true,"input":"
{"ok":false,"input":
{"ok":false,"input":
{"ok":true,"input":"
{"ok":false,"input":
{"ok":true,"input":"

$ printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\tO-O\r\n\n4k3/8/8/8/8/8/8/4K2X w - - 0 1\tO-O\nstartpos\te4\n\r\n\377\nstartpos\te4' | chess resolve --lenient | cut -c 1-20; chess resolve --lenient </dev/null
{"ok":true,"input":"
{"ok":false,"input":
{"ok":false,"input":
{"ok":true,"input":"
{"ok":false,"input":
{"ok":false,"input":
{"ok":true,"input":"

# A byte order mark and all line ends are passed over.
$ for end in '\n' '\r\n' '\r'; do
>   printf "\\357\\273\\2774k3/8/8/8/8/8/8/4K2R w K - 0 1${end}x${end}" | chess inspect | cut -c 1-20
> done
? 1
{"ok":true,"input":"
{"ok":false,"input":
{"ok":true,"input":"
{"ok":false,"input":
{"ok":true,"input":"
{"ok":false,"input":

$ printf '\377\3764\0k\0' | chess inspect
? 1
error: standard input: this is text in UTF-16: convert it by `iconv -f UTF-16 -t UTF-8`
