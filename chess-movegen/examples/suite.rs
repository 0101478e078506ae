//! temp
fn main() {
    let max: u128 = 20_000_000;
    let (mut ok, mut bad) = (0, 0);
    for f in std::env::args().skip(1) {
        for l in std::fs::read_to_string(&f).unwrap().lines() {
            if l.starts_with('#') || l.trim().is_empty() {
                continue;
            }
            let mut it = l.split(';');
            let fen = it.next().unwrap().trim();
            match chess_board::Position::from_fen(fen) {
                Err(e) => println!("REFUSED {f} {fen}: {e}"),
                Ok(p) => {
                    for t in it {
                        let t = t.trim();
                        let Some(t) = t.strip_prefix('D') else { continue };
                        let (d, n) = t.split_once(' ').unwrap();
                        let n: u128 = n.trim().parse().unwrap();
                        if n > max {
                            continue;
                        }
                        let d: u32 = d.parse().unwrap();
                        for m in [
                            chess_movegen::PerftMode::Count,
                            chess_movegen::PerftMode::List,
                            chess_movegen::PerftMode::Make,
                        ] {
                            if m != chess_movegen::PerftMode::Count && n > 300000 {
                                continue;
                            }
                            let g = chess_movegen::perft_with(&p, d, m) as u128;
                            if g == n {
                                ok += 1
                            } else {
                                bad += 1;
                                println!("WRONG {f} {fen} D{d} want {n} got {g} {m:?}")
                            }
                        }
                    }
                }
            }
        }
    }
    println!("ok {ok} bad {bad}");
}
