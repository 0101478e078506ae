$ cat >small.epd <<'END'
> # Counts of the chess programming wiki.
> rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902
> r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 ;D1 48 ;D2 2039
> startpos ;D1 20
> END
> chess suite small.epd && chess suite small.epd --json --threads 2 && chess suite small.epd --hash 1 --threads 2
3 positions, 6 counts: 6 ok, 0 failed, 0 skipped; 0 positions refused
{"positions":3,"counts":6,"ok":6,"failed":0,"refused":0,"skipped":0}
3 positions, 6 counts: 6 ok, 0 failed, 0 skipped; 0 positions refused

# Without a table this perft would not end.
$ echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 24 ;D23 8934501555889985874' >table.epd
> chess suite table.epd --hash 16 --max-nodes 9000000000000000000
? 1
failed table.epd:1: depth 2: expected 24, counted 25: 4k3/8/8/8/8/8/8/4K3 w - - 0 1
1 positions, 3 counts: 2 ok, 1 failed, 0 skipped; 0 positions refused

# A wrong count, and a position that no game has.
$ printf '# one right, one wrong\n\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 26 ;id two kings\n' >wrong.epd
> chess suite wrong.epd; chess suite wrong.epd --json
? 1
failed wrong.epd:3: depth 2: expected 26, counted 25: 4k3/8/8/8/8/8/8/4K3 w - - 0 1
1 positions, 2 counts: 1 ok, 1 failed, 0 skipped; 0 positions refused
{"kind":"failed","file":"wrong.epd","line":3,"id":"two kings","fen":"4k3/8/8/8/8/8/8/4K3 w - - 0 1","depth":2,"expected":26,"counted":25}
{"positions":1,"counts":2,"ok":1,"failed":1,"refused":0,"skipped":0}

$ printf '8/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/8/8/8/8/4K3 w - - 0 1;D1 5\n' >refused.epd
> chess suite refused.epd && chess suite refused.epd --json
refused refused.epd:1: Black has no king: 8/8/8/8/8/8/8/4K3 w - - 0 1
2 positions, 1 counts: 1 ok, 0 failed, 0 skipped; 1 positions refused
{"kind":"refused","file":"refused.epd","line":1,"id":null,"fen":"8/8/8/8/8/8/8/4K3 w - - 0 1","reason":"Black has no king"}
{"positions":2,"counts":1,"ok":1,"failed":0,"refused":1,"skipped":0}

# Large counts are skipped; the last one exceeds 64 bits.
$ echo '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;D2 25 ;D3 170 ;D15 2015099950053364471960' >large.epd
> chess suite large.epd --max-nodes 25 --json
{"positions":1,"counts":4,"ok":2,"failed":0,"refused":0,"skipped":2}

# Wrong lines are named, and the others checked.
$ printf '4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D2 many\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id \377\n%070000d\nstartpos ;D1 20\n' 0 >lines.epd
> chess suite lines.epd no/such/file.epd small.epd 2>&1 | sort
? 1
5 positions, 8 counts: 8 ok, 0 failed, 0 skipped; 0 positions refused
error: lines.epd:2: `D2 many`: the count is not a number of at most 128 bits
error: lines.epd:3: the line is not UTF-8
error: lines.epd:4: the line has more than 65536 bytes
error: no/such/file.epd: No such file or directory (os error 2)

# The forms of other programs, compressed; what is no FEN is malformed, and not a position that is refused.
$ cat >forms.epd <<'END'
> 4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25; id "two; kings"; c0 "; D3 1;";
> 4k3/8/8/8/8/8/8/4K3 w - - 0 1;d1 5;d2 25
> 4k3/8/8/8/8/8/8/4K3 w - - 0 1,5,25
> 4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;5;25
> END
> gzip forms.epd && chess suite forms.epd.gz
4 positions, 8 counts: 8 ok, 0 failed, 0 skipped; 0 positions refused

# A byte order mark, and the line ends of old systems.
$ printf '\357\273\277# a\r4k3/8/8/8/8/8/8/4K3 w - - 0 1;D1 5\r\r\n4k3/8/8/8/8/8/8/4K3 w - - 0 1,5,25\r' >marks.epd; chess suite marks.epd
2 positions, 3 counts: 3 ok, 0 failed, 0 skipped; 0 positions refused

$ printf 'xyz ;D1 20\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D2 1,025\n4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 5 ;25\n' >malformed.epd
> chess suite malformed.epd
? 1
error: malformed.epd:1: board field, byte 0: expected a piece (PNBRQKpnbrqk), a digit from 1 to 8 or a slash
error: malformed.epd:2: `D2 1,025`: the count is not a number of at most 128 bits
1 positions, 2 counts: 2 ok, 0 failed, 0 skipped; 0 positions refused
