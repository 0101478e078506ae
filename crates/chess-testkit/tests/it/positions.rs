use chess_board::Position;
use chess_movegen::legal_moves;
use chess_testkit::POSITIONS;

#[test]
fn there_are_thousands_and_the_rare_kinds_are_among_them() {
    let count = |what: &dyn Fn(&Position) -> bool| POSITIONS.iter().filter(|position| what(position)).count();
    assert!(POSITIONS.len() > 4000, "{}", POSITIONS.len());
    let ep = count(&|position| position.ep_square().is_some());
    let refused_ep = count(&|position| position.ep_square().is_none() && !position.ep_capturers().is_empty());
    let one_of_two = |position: &Position| {
        let captures = legal_moves(position).into_iter().filter(|mv| mv.is_en_passant()).count();
        captures == 1 && position.ep_capturers().has_many()
    };
    let half_ep = count(&one_of_two);
    let double_checks = count(&|position| position.checkers().has_many());
    let pins = count(&|position| !position.pinned(position.side_to_move()).is_empty());
    let castlings = count(&|position| legal_moves(position).iter().any(|mv| mv.is_castle()));
    let castling_checks = count(&|position| {
        legal_moves(position).into_iter().any(|mv| mv.is_castle() && position.after(mv).is_in_check())
    });
    let promotions = count(&|position| legal_moves(position).iter().any(|mv| mv.is_promotion()));
    let counts = [ep, refused_ep, half_ep, double_checks, pins, castlings, castling_checks, promotions];
    assert!(counts.iter().all(|&count| count >= 50), "{counts:?}");
}
