use std::time::{Duration, Instant};

use chess_arena::engine::{self, TimeControl};
use chess_movegen::GameState;
use chess_types::Color;

/// Reads a time control. A short game without units is refused, since people mean minutes by it.
pub(super) fn time_control(text: &str) -> Result<TimeControl, String> {
    const LONGEST: Duration = Duration::from_hours(10);
    let control = engine::time_control(text).map_err(|error| error.to_string())?;
    let (first, rest) = text.rsplit_once('/').map_or(("", text), |(moves, rest)| (moves, rest));
    let base = rest.split('+').next().unwrap_or_default();
    if control.base < Duration::from_mins(1) && base.bytes().all(|c| c.is_ascii_digit() || c == b'.') {
        let moves = if first.is_empty() { String::new() } else { format!("{first}/") };
        let more = rest
            .split_once('+')
            .map_or(String::new(), |(_, more)| format!("+{}s", more.trim_end_matches('s')));
        return Err(format!("{text} has no unit: write {moves}{base}m{more} or {moves}{base}s{more}"));
    }
    if control.base > LONGEST || control.increment > LONGEST / 60 {
        return Err("the base time is at most 10h, and the increment at most 10m".to_owned());
    }
    Ok(control)
}

/// The moves that the side to move has made.
pub(super) fn made(game: &GameState) -> u32 {
    game.moves().len() as u32 / 2
}

/// The clocks of both sides, of which one runs.
#[derive(Clone, Copy)]
pub(super) struct Clocks {
    pub(super) control: TimeControl,
    left: [Duration; 2],
    /// The side to move and the time since which its clock runs.
    running: Option<(Color, Instant)>,
}

impl Clocks {
    pub(super) fn new(control: TimeControl) -> Self {
        Self { control, left: [control.base; 2], running: None }
    }

    /// The clocks after the moves of a game, each of which may have left a time; `first` made the first one.
    pub(super) fn after(control: TimeControl, times: &[Option<Duration>], first: Color) -> Self {
        let mut clocks = Self::new(control);
        for (&time, mover) in times.iter().zip([first, !first].into_iter().cycle()) {
            clocks.left[mover.index()] = time.unwrap_or(clocks.left[mover.index()]);
        }
        clocks
    }

    /// The time of a side, that of the present move taken off.
    pub(super) fn left(&self, color: Color) -> Duration {
        let spent = self.running.filter(|running| running.0 == color).map(|(_, since)| since.elapsed());
        self.left[color.index()].saturating_sub(spent.unwrap_or_default())
    }

    /// Lets the clock of a side run, unless it does so already.
    pub(super) fn start(&mut self, color: Color) {
        if self.running.is_none_or(|(running, _)| running != color) {
            self.stop();
            self.running = Some((color, Instant::now()));
        }
    }

    /// Stops the clocks.
    pub(super) fn stop(&mut self) {
        if let Some((color, _)) = self.running {
            self.left[color.index()] = self.left(color);
            self.running = None;
        }
    }

    /// Stops the clock of a side that has made its `made`-th move in time. Returns whether it has. A clock that does not run, as before
    /// the first move of a game, stays as it is.
    pub(super) fn press(&mut self, color: Color, made: u32) -> bool {
        if self.running.is_none() {
            return true;
        }
        self.stop();
        let left = &mut self.left[color.index()];
        let is_in_time = !left.is_zero();
        *left = self.control.after(*left, Duration::ZERO, made);
        is_in_time
    }

    /// The clocks in a few characters, with tenths below ten seconds or always.
    pub(super) fn text(&self, has_tenths: bool) -> String {
        let [white, black] = Color::ALL.map(|color| {
            let tenths = self.left(color).as_millis() / 100;
            let text = format!("{}:{:02}", tenths / 600, tenths / 10 % 60);
            if has_tenths || tenths < 100 { format!("{text}.{}", tenths % 10) } else { text }
        });
        format!("White {white}  Black {black}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units_or_are_a_minute_at_least() {
        for (text, tag) in [
            ("5m+3s", "300+3"),
            ("300+3", "300+3"),
            ("30s", "30"),
            ("1:30+0.1", "90+0.1"),
            ("10h+10m", "36000+600"),
            ("40/90m+30", "40/5400+30"),
        ] {
            let clocks = time_control(text).map(Clocks::new);
            assert_eq!(clocks.map(|clocks| clocks.control.to_string()), Ok(tag.to_owned()));
        }
        for (text, advice) in
            [("5+3", "write 5m+3s or 5s+3s"), ("40/5", "write 40/5m or 40/5s"), ("0.5", "write 0.5m or 0.5s")]
        {
            assert!(time_control(text).is_err_and(|error| error.contains(advice)), "{text}");
        }
        for text in [
            "", "0", "0:00+3", "5m+", "+3", "5m+3+1", "-1", "601m", "1m+601", "601:00", "0:90", "1e9", "nan",
            "inf", "m", "1e3s", "1e3", "1E1m", "5m+1e0s", "1.2.3m", ".m", "+5m", "-5m", "infs", "1 m", "١m",
        ] {
            assert!(time_control(text).is_err(), "{text}");
        }
    }

    #[test]
    fn only_the_mover_s_clock_runs_and_gains_the_increment() {
        let mut clocks = Clocks::new(time_control("30s+3").unwrap());
        let since = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        clocks.running = Some((Color::Black, since));
        assert_eq!(clocks.left(Color::White), Duration::from_secs(30));
        assert!(clocks.left(Color::Black) <= Duration::from_secs(20));
        assert!(clocks.press(Color::Black, 1));
        let left = clocks.left(Color::Black);
        assert!(left <= Duration::from_secs(23) && left > Duration::from_secs(20), "{left:?}");
        clocks.running = Some((Color::White, since.checked_sub(Duration::from_secs(20)).unwrap()));
        assert!(clocks.text(true).starts_with("White 0:00.0  Black 0:2"), "{}", clocks.text(true));
        assert!(!clocks.press(Color::White, 1));
        assert!(clocks.press(Color::White, 2) && clocks.text(false).starts_with("White 0:03.0  Black 0:2"));
    }
}
