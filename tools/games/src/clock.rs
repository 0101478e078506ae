use chess_testkit::Random;
use chess_types::Color;

use crate::out::Out;

/// A time control: seconds for the game, and seconds added after each move.
#[derive(Clone, Copy)]
pub(crate) struct Control {
    pub(crate) base: u32,
    pub(crate) increment: u32,
}

impl Control {
    const ONLINE: [Self; 12] = [
        Self::new(60, 0),
        Self::new(60, 0),
        Self::new(120, 1),
        Self::new(180, 0),
        Self::new(180, 0),
        Self::new(180, 2),
        Self::new(300, 0),
        Self::new(300, 3),
        Self::new(600, 0),
        Self::new(600, 5),
        Self::new(900, 10),
        Self::new(1800, 20),
    ];

    const fn new(base: u32, increment: u32) -> Self {
        Self { base, increment }
    }

    pub(crate) fn online(random: &mut Random) -> Self {
        random.pick(&Self::ONLINE)
    }

    /// The name of the control's speed, by the length of a game of 40 moves.
    pub(crate) fn speed(self) -> &'static str {
        match self.base + 40 * self.increment {
            0..180 => "Bullet",
            180..480 => "Blitz",
            480..1500 => "Rapid",
            _ => "Classical",
        }
    }

    pub(crate) fn write(self, out: &mut Out) {
        out.format(format_args!("{}+{}", self.base, self.increment));
    }
}

/// The two clocks of a game, in tenths of a second.
pub(crate) struct Clocks {
    left: [u32; 2],
    increment: u32,
    base: u32,
}

impl Clocks {
    pub(crate) fn new(control: Control) -> Self {
        let base = control.base * 10;
        Self { left: [base; 2], increment: control.increment * 10, base }
    }

    /// Lets `side` make a move. Returns the remaining time and the time of the move.
    pub(crate) fn step(&mut self, side: Color, ply: usize, random: &mut Random) -> (u32, u32) {
        let left = &mut self.left[side.index()];
        // Opening moves take little time, later ones a fortieth on average, at times much more.
        let share = if ply < 2 {
            0
        } else if ply < 12 {
            self.base / 200
        } else {
            *left / 40 + self.increment / 2
        };
        let word = random.word();
        let mut taken = ((word & 0xff) * u64::from(share) / 128) as u32;
        if (word >> 8) & 0xff < 16 {
            taken *= 4;
        }
        taken = taken.min(left.saturating_sub(3));
        *left = *left - taken + if ply < 2 { 0 } else { self.increment };
        (*left, taken)
    }
}

/// Writes tenths of a second as hours, minutes and seconds, with the tenths on request.
pub(crate) fn write_clock(tenths: u32, with_tenths: bool, out: &mut Out) {
    let seconds = tenths / 10;
    out.format(format_args!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60));
    if with_tenths && !tenths.is_multiple_of(10) {
        out.format(format_args!(".{}", tenths % 10));
    }
}
