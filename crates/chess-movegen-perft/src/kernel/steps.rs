//! Steps that both vector kernels share. The source is the same, and the lanes are those of the kernel.

/// Defines, in the module of a kernel, the attacks of leapers and the moves of pawns. `$kernel!` compiles functions
/// with the instructions of the kernel. The module must have `Lanes`, `Children` and the operations on lanes.
///
/// With explicit ternary logic the AVX-512 kernel was no faster, since the compiler finds it.
macro_rules! steps {
    ($kernel:ident) => {
        /// The pieces that shield the repliers' king, by the line they are bound to.
        struct Pins {
            file: Lanes,
            rank: Lanes,
            /// Diagonals that rise towards the h-file.
            diagonal: Lanes,
            anti_diagonal: Lanes,
            all: Lanes,
        }

        /// Returns those of `pieces` that no pin along another line binds.
        macro_rules! free_along {
            ($pieces:expr, $pins:ident.$line:ident) => {
                without($pieces, xor($pins.all, $pins.$line))
            };
        }

        $kernel! {
            fn no_pins() -> Pins {
                Pins { file: zero(), rank: zero(), diagonal: zero(), anti_diagonal: zero(), all: zero() }
            }

            /// Returns the squares that pawns of this colour attack.
            fn pawn_danger(pawns: Lanes, color: Color) -> Lanes {
                let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
                match color {
                    Color::White => or(and(shift::<9>(pawns), not_a), and(shift::<7>(pawns), not_h)),
                    Color::Black => or(and(shift::<-7>(pawns), not_a), and(shift::<-9>(pawns), not_h)),
                }
            }

            /// Adds to `danger` the squares that king and knights of the movers attack, if that part is active.
            fn leaper_danger(children: &Children, activity: Activity, danger: Lanes) -> Lanes {
                let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
                let mut danger = danger;
                if activity.has(Activity::KING_DANGER) {
                    let king = children.king;
                    let row = or(or(and(shift::<1>(king), not_a), and(shift::<-1>(king), not_h)), king);
                    danger = or(danger, or(or(row, shift::<8>(row)), shift::<-8>(row)));
                }
                if activity.has(Activity::KNIGHT_DANGER) {
                    let knights = children.knights;
                    let (west, east) = (and(shift::<-1>(knights), not_h), and(shift::<1>(knights), not_a));
                    let (far_west, far_east) = (and(shift::<-1>(west), not_h), and(shift::<1>(east), not_a));
                    let (near, far) = (or(west, east), or(far_west, far_east));
                    danger = or(danger, or(shift::<16>(near), shift::<-16>(near)));
                    danger = or(danger, or(shift::<8>(far), shift::<-8>(far)));
                }
                danger
            }

            /// Returns the targets of the repliers' pawns, `S` having moved, in two sets: pushes together with
            /// captures to the east, which are disjoint and share a count, and captures to the west. `has_bound`
            /// tells if a pin may bind any pawn.
            fn pawn_targets<S: Side>(
                pawns: Lanes,
                children: &Children,
                pins: &Pins,
                check_mask: Lanes,
                has_bound: bool,
            ) -> (Lanes, Lanes) {
                let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
                let (mut pushers, mut rising, mut falling) = (pawns, pawns, pawns);
                if has_bound {
                    pushers = free_along!(pawns, pins.file);
                    rising = free_along!(pawns, pins.diagonal);
                    falling = free_along!(pawns, pins.anti_diagonal);
                }
                let capturable = and(without(children.occupied, children.own), check_mask);
                let third = splat(Rank::Third.relative_to(S::Them::COLOR).bitboard());
                let (pushed, pushed_twice, east, west);
                match S::Them::COLOR {
                    Color::White => {
                        pushed = without(shift::<8>(pushers), children.occupied);
                        pushed_twice = without(shift::<8>(and(pushed, third)), children.occupied);
                        east = and(and(shift::<9>(rising), not_a), capturable);
                        west = and(and(shift::<7>(falling), not_h), capturable);
                    }
                    Color::Black => {
                        pushed = without(shift::<-8>(pushers), children.occupied);
                        pushed_twice = without(shift::<-8>(and(pushed, third)), children.occupied);
                        east = and(and(shift::<-7>(falling), not_a), capturable);
                        west = and(and(shift::<-9>(rising), not_h), capturable);
                    }
                }
                (or(and(or(pushed, pushed_twice), check_mask), east), west)
            }

            /// Returns the squares that prevent this castling, because a piece blocks or attacks them. The set is
            /// empty where castling is possible.
            fn castling_obstacles(castling: &CastlingNeeds, children: &Children, pins: &Pins, danger: Lanes) -> Lanes {
                let attacked = and(danger, splat(castling.safe));
                let blocked = and(children.occupied, splat(castling.empty));
                let rook = and(or(children.taken, pins.rank), splat(castling.rook));
                or(or(attacked, blocked), rook)
            }
        }
    };
}
pub(super) use steps;
