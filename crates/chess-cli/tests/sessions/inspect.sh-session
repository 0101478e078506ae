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
{"ok":false,"input":"P3k3/8/8/8/8/8/8/4K2p w K e6 0 1","errors":[{"kind":"pawn_on_back_rank","field":"board","message":"a pawn stands on the first or last rank: h1 a8"},{"kind":"castling","field":"castling","message":"a castling right lacks its king or its rook on the back rank: h1"},{"kind":"en_passant","field":"en_passant","message":"no pawn can have passed over the en passant square by the last move: e6"}],"error":{"kind":"pawn_on_back_rank","message":"a pawn stands on the first or last rank: h1 a8"}}
{"ok":false,"input":"4k3/8/8/8/4P3/8/8/4K3 b - e4 0 1","errors":[{"kind":"en_passant_pawn_square","field":"en_passant","message":"en passant field, byte 27: the en passant square is the one the pawn has passed over (rank 3 or 6), not the one it stands on"}],"error":{"kind":"en_passant_pawn_square","message":"en passant field, byte 27: the en passant square is the one the pawn has passed over (rank 3 or 6), not the one it stands on"}}
{"ok":false,"input":"","errors":[{"kind":"missing","field":"board","message":"board field, byte 0: the field is missing"}],"error":{"kind":"missing","message":"board field, byte 0: the field is missing"}}

# Bytes that are not UTF-8, and a line that is too long.
$ printf '\377\n4k3/8/8/8/8/8/8/4K3 w \200- -\n%070000d\nstartpos\n' 0 | chess inspect | grep -v '"ok":true'
? 1
{"ok":false,"input":"�","errors":[{"kind":"board_character","field":"board","message":"board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash"}],"error":{"kind":"board_character","message":"board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash"}}
{"ok":false,"input":"4k3/8/8/8/8/8/8/4K3 w �- -","errors":[{"kind":"castling_letter","field":"castling","message":"castling field, byte 22: castling rights are - or letters of KQkq, or of the rooks' files (A-H, a-h)"}],"error":{"kind":"castling_letter","message":"castling field, byte 22: castling rights are - or letters of KQkq, or of the rooks' files (A-H, a-h)"}}
{"ok":false,"input":"","errors":[{"kind":"too_long","field":"line","message":"the line has more than 65536 bytes"}],"error":{"kind":"too_long","message":"the line has more than 65536 bytes"}}

# Every line has one answer; the last needs no end, and no line has none.
$ printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\r\n\n4k3/8/8/8/8/8/8/4K2X w - - 0 1\nstartpos\n\r\nstartpos' | chess inspect | cut -c 1-20; chess inspect </dev/null
{"ok":true,"input":"
{"ok":false,"input":
{"ok":false,"input":
{"ok":true,"input":"
{"ok":false,"input":
{"ok":true,"input":"

$ printf '4k3/8/8/8/8/8/8/4K2R w K - 0 1\tO-O\r\n\n4k3/8/8/8/8/8/8/4K2X w - - 0 1\tO-O\nstartpos\te4\n\r\n\377\nstartpos\te4' | chess resolve | cut -c 1-20; chess resolve </dev/null
{"ok":true,"uci":"e1
{"ok":false,"kind":"
{"ok":false,"kind":"
{"ok":true,"uci":"e2
{"ok":false,"kind":"
{"ok":false,"kind":"
{"ok":true,"uci":"e2

# A byte order mark and all line ends are passed over, and compressed input is decompressed.
$ for end in '\n' '\r\n' '\r'; do
>   printf "\\357\\273\\2774k3/8/8/8/8/8/8/4K2R w K - 0 1${end}x${end}" | gzip | chess inspect | cut -c 1-20
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
