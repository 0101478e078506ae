//! Files of positions and games that engines are trained on.
