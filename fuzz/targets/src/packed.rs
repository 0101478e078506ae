use chess_notation::PackedPosition;

use crate::any_position;

/// Packed positions: bytes that are accepted are the only form of their position, which can be played on.
pub fn packed(data: &[u8]) {
    let Ok(bytes) = data.try_into() else { return };
    match PackedPosition::from_bytes(bytes).unpack() {
        Ok(position) => {
            assert_eq!(PackedPosition::new(&position).to_bytes(), bytes, "{position}");
            any_position::check(&position);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}
