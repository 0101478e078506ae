$ cat >puzzles.csv <<'END'
> PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags
> 00001,4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1 e8e7,1500,75,-100,42,castling short,https://lichess.org/a,
> END
> chess dump puzzles puzzles.csv; chess dump puzzles - --json <puzzles.csv
rows 1, broken 0, check sum ad26fe4fa19069f0
{"rows":1,"broken":0,"checksum":"ad26fe4fa19069f0"}

$ chess dump puzzles puzzles.csv --filter 'rating >= 1500 and themes == short' | cut -c 1-16; chess dump puzzles puzzles.csv --filter 'themes == long' | cut -c 1-16
rows 1, broken 0
rows 0, broken 0

$ chess dump puzzles puzzles.csv --filter 'ratng > 1'
? 2
error: --filter: byte 0: no column of numbers or texts is named `ratng`; did you mean `rating`?

Usage: chess dump [OPTIONS] <KIND> <FILE>

For more information, try '--help'.

# Each broken row is reported with its reason, up to a number.
$ printf '\n{}\n' | chess dump evals - --json
? 1
broken -: line 2: missing field `fen` at column 2
{"rows":1,"broken":1,"checksum":"[..]"}

$ yes '{}' | head -n 300 | chess dump evals - 2>&1 | tail -n 2
? 1
further errors are counted but not shown
rows 300, broken 300, check sum [..]

# A header names the columns, after a byte order mark, and with any line ends.
$ printf '\357\273\277FEN,Moves,PuzzleId\r4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1,e1g1,a\rx,,b\r' | chess dump puzzles - --json
? 1
broken -: b: FEN: board field, byte 0: [..]
{"rows":2,"broken":1,"checksum":"[..]"}

$ chess dump evals nowhere
? 1
error: nowhere: No such file or directory (os error 2)
