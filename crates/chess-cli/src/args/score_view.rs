use chess_data::scores::ScoreView;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// Whose point of view scores have.
#[derive(Args)]
pub(crate) struct ScoreViewArg {
    /// The point of view of scores like +0.31/14 and [%eval 31,14], which each game tells otherwise
    #[arg(long, value_name = "VIEW", value_parser = views())]
    score_view: Option<ScoreView>,
}

impl ScoreViewArg {
    pub(crate) const fn view(&self) -> Option<ScoreView> {
        self.score_view
    }
}

fn views() -> impl TypedValueParser<Value = ScoreView> {
    PossibleValuesParser::new(ScoreView::ALL.map(ScoreView::name)).try_map(|name| name.parse::<ScoreView>())
}
