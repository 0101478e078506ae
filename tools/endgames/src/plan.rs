use crate::ending::Ending;

/// The order in which endings are solved, and when each is no longer needed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The endings to solve, each with those that can be dropped after it.
    pub steps: Vec<(Ending, Vec<Ending>)>,
}

impl Plan {
    /// Plans to solve `endings` and all that captures and promotions lead to from them.
    pub fn of(endings: &[Ending]) -> Self {
        let mut order = endings.to_vec();
        let mut begun = 0;
        while begun < order.len() {
            for next in order[begun].next() {
                if !order.contains(&next) {
                    order.push(next);
                }
            }
            begun += 1;
        }
        order.sort_by_key(|ending| (ending.men(), ending.pawns(), std::cmp::Reverse(*ending)));
        order.dedup();
        let last_use = |ending: &Ending| {
            let user = order.iter().rposition(|user| user == ending || user.next().contains(ending));
            user.unwrap_or_default()
        };
        let last_uses: Vec<_> = order.iter().map(last_use).collect();
        let droppable = |step: usize| {
            let unused = order.iter().zip(&last_uses).filter(move |&(_, &last)| last == step);
            unused.map(|(&ending, _)| ending).collect()
        };
        Self { steps: order.iter().enumerate().map(|(step, &ending)| (ending, droppable(step))).collect() }
    }
}
