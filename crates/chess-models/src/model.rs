use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeSet;
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
    harmless: Vec<(&'static str, &'static str)>,
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

    /// Names a weakening that no scenario reveals, by a part of its text, and the reason why it does no harm. The proof fails if
    /// a scenario reveals it after all, or if it does not exist.
    #[must_use]
    pub fn harmless(mut self, weakening: &'static str, why: &'static str) -> Self {
        self.harmless.push((weakening, why));
        self
    }

    /// Runs each scenario in all interleavings. Then weakens one place of the code after another, and runs the scenarios
    /// until one of them fails. Prints a line for each.
    ///
    /// # Panics
    /// A scenario fails, or all of them hold although the code is weakened.
    pub fn prove(self) {
        let more = std::env::var(MORE).ok().and_then(|number| number.parse().ok()).unwrap_or(0);
        let mut found = BTreeSet::new();
        for Scenario { name, preemptions, run } in &self.scenarios {
            let start = Instant::now();
            let most = preemptions + more;
            place::begin_search();
            let Outcome { interleavings, failure } = explore(run, most);
            found.extend(place::found());
            let seconds = start.elapsed().as_secs_f64();
            say(&format!("model | {name} | {most} | {interleavings} | {seconds:.1}"));
            if let Some(failure) = failure {
                panic!("model {name}, interleaving {interleavings}: {failure}");
            }
            assert!(interleavings > 1, "model {name}: the threads never meet");
        }
        assert!(!found.is_empty(), "there is nothing to weaken");
        let mut wrong: Vec<String> =
            found.iter().filter(|weakened| !self.try_weakened(weakened)).map(Weakened::to_string).collect();
        let is_there = |text: &str| found.iter().any(|weakened| weakened.to_string().contains(text));
        let missing = self.harmless.iter().filter(|(text, _)| !is_there(text));
        wrong.extend(missing.map(|(text, _)| format!("no place is like \"{text}\"")));
        assert!(wrong.is_empty(), "weakenings with another end than the expected one: {wrong:#?}");
    }

    /// Runs the scenarios with one place weakened, prints the result, and returns whether it is the expected one.
    fn try_weakened(&self, weakened: &Weakened) -> bool {
        let text = weakened.to_string();
        let harmless = self.harmless.iter().find(|(part, _)| text.contains(part));
        let mut count = 0;
        for Scenario { name, preemptions, run } in &self.scenarios {
            place::begin_weakened(weakened);
            let Outcome { interleavings, failure } = explore(run, *preemptions);
            count += interleavings;
            if let Some(failure) = failure {
                let failure = failure.lines().next().unwrap_or_default();
                let end = if harmless.is_some() { "CAUGHT, and called harmless" } else { "caught" };
                say(&format!("weakened | {text} | {end} | {name} | {interleavings} | {failure}"));
                return harmless.is_none();
            }
        }
        let (end, why) = harmless.map_or(("NOT CAUGHT", ""), |(_, why)| ("harmless", *why));
        say(&format!("weakened | {text} | {end} | all | {count} | {why}"));
        harmless.is_some()
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
