//! Quick timing.
use chess_movegen::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mode = match a.get(3).map(|s| s.as_str()) {
        Some("list") => PerftMode::List,
        Some("copy") => PerftMode::Copy,
        Some("make") => PerftMode::Make,
        _ => PerftMode::Count,
    };
    let p: chess_board::Position = a[1].parse().unwrap();
    let back: Backend = a.get(4).map_or(Backend::best(), |s| s.parse().unwrap());
    let d: u32 = a[2].parse().unwrap();
    let mut best = f64::MAX;
    let mut n = 0;
    for _ in 0..5 {
        let t = cpu();
        n = perft_on(&p, d, mode, back);
        best = best.min(cpu() - t);
    }
    println!("{n} {:.0} Mnps", n as f64 / best / 1e6);
}
fn cpu() -> f64 {
    std::fs::read_to_string("/proc/self/schedstat")
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse::<f64>()
        .unwrap()
        * 1e-9
}
