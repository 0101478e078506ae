use std::any::Any;
use std::cell::RefCell;
use std::io::{Write, stdout};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Once};
use std::time::Instant;

use crate::place::{self, Weakened};

/// Models of one piece of code: scenarios of several threads, which panic where they find a property broken.
#[derive(Default)]
pub struct Models {
    scenarios: Vec<Scenario>,
}

struct Scenario {
    name: &'static str,
    preemptions: usize,
    run: Arc<dyn Fn() + Send + Sync>,
}

/// The result of a run: the number of interleavings, and the message of the last one if it failed.
struct Outcome {
    interleavings: u64,
    failure: Option<String>,
}

/// The variable of the environment with a number that is added to the preemptions of each scenario.
const MORE: &str = "MODELS_MORE_PREEMPTIONS";

thread_local! {
    /// The message of the first panic of a run; `None` outside of runs, where panics are printed as usual.
    static MESSAGE: RefCell<Option<String>> = const { RefCell::new(None) };
}

impl Models {
    /// Creates an empty set of scenarios.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a scenario. An interleaving preempts a thread that could go on at most `preemptions` times.
    #[must_use]
    pub fn scenario(
        mut self,
        name: &'static str,
        preemptions: usize,
        run: impl Fn() + Send + Sync + 'static,
    ) -> Self {
        self.scenarios.push(Scenario { name, preemptions, run: Arc::new(run) });
        self
    }

    /// Runs each scenario in all interleavings. Then weakens one place of the code after another, and runs the scenarios
    /// until one of them fails. Prints a line for each.
    ///
    /// # Panics
    /// A scenario fails, or all of them hold although the code is weakened.
    pub fn prove(self) {
        let more = std::env::var(MORE).ok().and_then(|number| number.parse().ok()).unwrap_or(0);
        place::begin_search();
        for Scenario { name, preemptions, run } in &self.scenarios {
            let start = Instant::now();
            let most = preemptions + more;
            let Outcome { interleavings, failure } = explore(run, most);
            let seconds = start.elapsed().as_secs_f64();
            say(&format!("model | {name} | {most} | {interleavings} | {seconds:.1}"));
            if let Some(failure) = failure {
                panic!("model {name}, interleaving {interleavings}: {failure}");
            }
            assert!(interleavings > 1, "model {name}: the threads never meet");
        }
        let found = place::found();
        assert!(!found.is_empty(), "there is nothing to weaken");
        let missed = found.iter().filter(|weakened| !self.reveals(weakened));
        let missed: Vec<String> = missed.map(Weakened::to_string).collect();
        assert!(missed.is_empty(), "weakenings that no scenario reveals: {missed:#?}");
    }

    /// Runs the scenarios with one place weakened until one of them fails, prints the result, and returns whether one has.
    fn reveals(&self, weakened: &Weakened) -> bool {
        let mut count = 0;
        for Scenario { name, preemptions, run } in &self.scenarios {
            place::begin_weakened(weakened);
            let Outcome { interleavings, failure } = explore(run, *preemptions);
            count += interleavings;
            if let Some(failure) = failure {
                let failure = failure.lines().next().unwrap_or_default();
                say(&format!("weakened | {weakened} | caught | {name} | {interleavings} | {failure}"));
                return true;
            }
        }
        say(&format!("weakened | {weakened} | NOT CAUGHT | all | {count} |"));
        false
    }
}

/// Runs the scenario in all interleavings with so many preemptions, or until it fails.
fn explore(scenario: &Arc<dyn Fn() + Send + Sync>, preemptions: usize) -> Outcome {
    quieten();
    let interleavings = Arc::new(AtomicU64::new(0));
    let (scenario, count) = (Arc::clone(scenario), Arc::clone(&interleavings));
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    MESSAGE.set(Some(String::new()));
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        builder.check(move || {
            count.fetch_add(1, Ordering::Relaxed);
            scenario();
        });
    }));
    let message = MESSAGE.take().unwrap_or_default();
    let failure = outcome.err().map(|panic| if message.is_empty() { text_of(&*panic) } else { message });
    Outcome { interleavings: interleavings.load(Ordering::Relaxed), failure }
}

/// Keeps the messages of panics in runs, which are expected, from being printed.
fn quieten() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let is_kept = MESSAGE.with_borrow_mut(|message| {
                let Some(message) = message else { return false };
                if message.is_empty() {
                    *message = text_of(info.payload());
                }
                true
            });
            if !is_kept {
                usual(info);
            }
        }));
    });
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without text").to_owned()
}

fn say(line: &str) {
    let _ = writeln!(stdout(), "{line}");
}
