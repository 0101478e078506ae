use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

use chess_models::{Models, thread};

use super::{Condvar, Counted, Delivery, Feed, Limits, Mutex, Origin, Shared, State, Stop};
use crate::chunks::feed::IS_PIPE;
use crate::input::{Input, Progress};

const LIMITS: Limits = Limits { chunk: 64, game: 64, is_lenient: false, cuts_at_pauses: true, threads: 2 };

/// Three inputs, each of which is a chunk.
fn inputs() -> &'static [Input] {
    static INPUTS: OnceLock<Vec<Input>> = OnceLock::new();
    INPUTS.get_or_init(|| ["1. e4 *", "1. d4 *", "1. c4 *"].map(|text| Input::bytes("a.pgn", text)).to_vec())
}

/// Starts the threads as [`run`](super::run) does, with the caller's as the last one, and returns the inputs of the results in
/// the order in which they were delivered. No more than `limit` chunks are read and not delivered. The caller stops after
/// `wanted` results.
fn deliver(inputs: &'static [Input], helpers: usize, limit: u64, wanted: usize) -> Vec<usize> {
    deliver_from(false, inputs, helpers, limit, wanted)
}

fn deliver_from(
    is_pipe: bool,
    inputs: &'static [Input],
    helpers: usize,
    limit: u64,
    wanted: usize,
) -> Vec<usize> {
    IS_PIPE.set(is_pipe);
    let stop: &'static Stop = Box::leak(Box::new(Stop::new(&Arc::default())));
    let state = State {
        feed: Some(Feed::new(inputs, LIMITS, Progress::default(), stop)),
        is_read: false,
        ready: Default::default(),
        done: Default::default(),
        next: 0,
        delivered: 0,
        buffers: Vec::new(),
        panic: None,
    };
    let shared =
        Arc::new(Shared { state: Mutex::new(state), change: Condvar::new(), limit, limits: LIMITS, stop });
    let work = |own: &mut u64, chunk: &super::Chunk<'_>| {
        *own += 1;
        Counted { value: chunk.input(), games: 1 }
    };
    let helpers: Vec<_> = (0..helpers)
        .map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || shared.help(&|| 0, &work))
        })
        .collect();
    let mut delivered = Vec::new();
    let emit = |part: Result<super::Part<usize>, _>| {
        let part = part.unwrap();
        assert_eq!(part.origin.games, 0, "games before the first of an input");
        let state = shared.lock();
        assert!(state.next - state.delivered <= limit, "more chunks are read than may be kept");
        drop(state);
        delivered.push(part.value);
        if delivered.len() == wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let mut delivery = Delivery { emit, origin: Origin { input: 0, games: 0, lines: 0, offset: 0 } };
    let _ = shared.lead(&|| 0, &work, &mut delivery);
    shared.stop(None);
    for helper in helpers {
        helper.join().unwrap();
    }
    delivered
}

/// At a pipe the caller does not read while it could deliver, so that the helper has to.
fn two_wait_at_a_pipe() {
    assert_eq!(deliver_from(true, inputs(), 1, 1, usize::MAX), [0, 1, 2]);
}

/// All results come, in order, although two threads share the work.
fn two_share() {
    assert_eq!(deliver(&inputs()[..2], 1, 4, usize::MAX), [0, 1]);
}

/// Only one chunk may be read ahead, so that the threads wait for each other.
fn two_wait_for_each_other() {
    assert_eq!(deliver(inputs(), 1, 1, usize::MAX), [0, 1, 2]);
}

fn three_share() {
    assert_eq!(deliver(inputs(), 2, 2, usize::MAX), [0, 1, 2]);
}

/// The caller stops after the first result, and the helper ends.
fn one_is_enough() {
    assert_eq!(deliver(inputs(), 1, 2, 1), [0]);
}

#[test]
fn models_of_the_threads() {
    Models::new()
        .scenario("threads: two share two chunks", 4, two_share)
        .scenario("threads: two wait for each other", 4, two_wait_for_each_other)
        .scenario("threads: two wait at a pipe", 4, two_wait_at_a_pipe)
        .scenario("threads: the caller breaks off", 4, one_is_enough)
        .scenario("threads: three share three chunks", 2, three_share)
        // Some thread always works or reads, and notifies the others when it has done so.
        .harmless(
            "threads.rs:217: notification left out",
            "a helper that waits for room is woken a little later",
        )
        .prove();
}
