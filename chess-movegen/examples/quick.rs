//! Quick timing.
use chess_movegen::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mode = match a.get(3).map(|s| s.as_str()) { Some("list") => PerftMode::List, Some("make") => PerftMode::Make, _ => PerftMode::Count };
    let p: chess_board::Position = a[1].parse().unwrap();
    let d: u32 = a[2].parse().unwrap();
    let mut best = f64::MAX; let mut n = 0;
    for _ in 0..3 { let t = std::time::Instant::now(); n = perft_with(&p, d, mode); best = best.min(t.elapsed().as_secs_f64()); }
    println!("{n} {:.0} Mnps", n as f64 / best / 1e6);
}
