//! Tests that depend on the processor on purpose. `ci/long/processors.sh` runs them on every target, and exactly the right ones
//! must fail: a script that missed them would miss failures of the libraries' tests too.

/// Fails where the first byte of a number is its highest one.
#[test]
fn the_first_byte_is_the_lowest() {
    assert_eq!(u32::from_ne_bytes([1, 0, 0, 0]), 1);
}

/// Fails where addresses do not have 64 bits.
#[test]
fn addresses_have_64_bits() {
    assert_eq!(size_of::<usize>(), 8);
}

/// Holds everywhere.
#[test]
fn a_number_is_itself_after_two_swaps_of_its_bytes() {
    let number = std::hint::black_box(0x0123_4567_u32);
    assert_eq!(number.swap_bytes().swap_bytes(), number);
}
