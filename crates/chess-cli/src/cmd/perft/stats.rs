use chess_movegen_perft::Statistics;
use serde::Serialize;

/// The leaves by kind, as the chess programming wiki counts them, and their checks by kind. The keys are in this order.
#[derive(Serialize)]
pub(super) struct Stats {
    captures: u64,
    en_passant: u64,
    castles: u64,
    promotions: u64,
    checks: u64,
    discovered_checks: u64,
    double_checks: u64,
    checkmates: u64,
    by_kind: ByKind,
}

/// The checks, which here leave the mates out, and the mates.
#[derive(Serialize)]
struct ByKind {
    direct_checks: u64,
    single_discovered_checks: u64,
    direct_discovered_checks: u64,
    double_discovered_checks: u64,
    total_checks: u64,
    direct_mates: u64,
    single_discovered_mates: u64,
    direct_discovered_mates: u64,
    double_discovered_mates: u64,
    total_mates: u64,
}

impl Stats {
    /// All counts with their keys.
    pub(super) fn columns(&self) -> [(&'static str, u64); 18] {
        let by_kind = &self.by_kind;
        [
            ("captures", self.captures),
            ("en_passant", self.en_passant),
            ("castles", self.castles),
            ("promotions", self.promotions),
            ("checks", self.checks),
            ("discovered_checks", self.discovered_checks),
            ("double_checks", self.double_checks),
            ("checkmates", self.checkmates),
            ("direct_checks", by_kind.direct_checks),
            ("single_discovered_checks", by_kind.single_discovered_checks),
            ("direct_discovered_checks", by_kind.direct_discovered_checks),
            ("double_discovered_checks", by_kind.double_discovered_checks),
            ("total_checks", by_kind.total_checks),
            ("direct_mates", by_kind.direct_mates),
            ("single_discovered_mates", by_kind.single_discovered_mates),
            ("direct_discovered_mates", by_kind.direct_discovered_mates),
            ("double_discovered_mates", by_kind.double_discovered_mates),
            ("total_mates", by_kind.total_mates),
        ]
    }
}

impl From<Statistics> for Stats {
    fn from(statistics: Statistics) -> Self {
        let Statistics { captures, en_passant, castles, promotions, checks, mates, .. } = statistics;
        Self {
            captures,
            en_passant,
            castles,
            promotions,
            checks: statistics.checks_and_mates(),
            discovered_checks: statistics.discovered_checks(),
            double_checks: statistics.double_checks(),
            checkmates: statistics.checkmates(),
            by_kind: ByKind {
                direct_checks: checks.direct,
                single_discovered_checks: checks.single_discovered,
                direct_discovered_checks: checks.direct_discovered,
                double_discovered_checks: checks.double_discovered,
                total_checks: checks.total(),
                direct_mates: mates.direct,
                single_discovered_mates: mates.single_discovered,
                direct_discovered_mates: mates.direct_discovered,
                double_discovered_mates: mates.double_discovered,
                total_mates: mates.total(),
            },
        }
    }
}
