//! temp
#![allow(clippy::print_stdout)]
use chess_endgames::*;
use std::time::Instant;
fn main() {
    let mut all = Ending::all(3);
    if std::env::args().nth(1).is_some() { all.extend(Ending::all(4)); }
    let mut endings = Endings::new();
    let t0 = Instant::now();
    for ending in Ending::in_order(&all) {
        let t = Instant::now();
        endings.solve(ending, &|_| ()).unwrap();
        let s = t.elapsed();
        println!("{ending} {:?} {:.2}s {:.2}s", Statistics::of(&endings, ending), s.as_secs_f64(), t.elapsed().as_secs_f64());
    }
    println!("{:?}", t0.elapsed());
}
