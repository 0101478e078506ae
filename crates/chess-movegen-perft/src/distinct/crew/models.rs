use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Mutex;

use chess_models::{Models, thread};

use super::{Crew, Meter, Watch};

/// Two threads report two pieces of work each. The callback receives every number of pieces once.
fn two_report() {
    let told: &'static Mutex<BTreeSet<u64>> = Box::leak(Box::default());
    let watch: &'static Watch<'static> = Box::leak(Box::new(|progress: super::DistinctProgress| {
        assert!(told.lock().unwrap().insert(progress.done), "a number is reported twice");
        ControlFlow::Continue(())
    }));
    let crew: &'static Crew<'static> = Box::leak(Box::new(Crew::new(2, watch)));
    let meter: &'static Meter<'static> = Box::leak(Box::new(crew.meter(3, 4)));
    let report = move || (0..2).for_each(|_| assert!(meter.advance(1).is_ok()));
    let other = thread::spawn(report);
    report();
    other.join().unwrap();
    assert_eq!(*told.lock().unwrap(), BTreeSet::from([1, 2, 3, 4]));
}

#[test]
fn models_of_the_meter() {
    Models::new().scenario("meter: two report", 4, two_report).prove();
}
