//! Steps that both vector kernels take, written once: the words are the same, the lanes are those of the kernel.

/// Defines, in the module of a kernel, what pieces of one step attack and where pawns can go; `$kernel!` gives functions the
/// instructions of the kernel. The module has `Lanes`, `Children` and the operations on lanes.
///
/// With its own ternary logic spelled out the AVX-512 kernel was no faster: the compiler finds it.
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

        /// Those of `pieces` that a pin along another line than this one does not bind.
        macro_rules! free_along {
            ($pieces:expr, $pins:ident.$line:ident) => {
                without($pieces, xor($pins.all, $pins.$line))
            };
        }

        $kernel! {
            fn no_pins() -> Pins {
                Pins { file: zero(), rank: zero(), diagonal: zero(), anti_diagonal: zero(), all: zero() }
            }

            /// What pawns of this colour hit.
            fn pawn_danger(pawns: Lanes, color: Color) -> Lanes {
                let (not_a, not_h) = (splat(!File::A.bitboard()), splat(!File::H.bitboard()));
                match color {
                    Color::White => or(and(shift::<9>(pawns), not_a), and(shift::<7>(pawns), not_h)),
                    Color::Black => or(and(shift::<-7>(pawns), not_a), and(shift::<-9>(pawns), not_h)),
                }
            }

            /// What king and knights of the movers hit, where that can matter, beside `danger`.
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

            /// Where the pawns of the repliers can go, `S` having moved: their pushes and captures to the east, which are
            /// disjoint and share a count, and their captures to the west. A pin binds some of them if `has_bound`.
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

            /// The squares on which nothing may stand in the way of this castling, nor attack it: empty where it is possible.
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
