//! The model, compared with the processor's instructions on edges and random values.

use std::arch::x86_64 as real;
use std::mem::transmute;

use chess_movegen::machine::model::intrinsics::{self as model, Register};
use chess_testkit::Random;

/// The arguments and results of intrinsics, with the type that `core::arch` has in place of each.
trait Value: Copy {
    type Real: Copy;

    fn random(words: &mut Words) -> Self;
    fn to_real(self) -> Self::Real;
    fn is_same(self, real: Self::Real) -> bool;
}

/// Words, half of which are edges: none, all or one of the bits, all bits but one, one byte or lane repeated.
struct Words(Random);

impl Words {
    fn new() -> Self {
        Self(Random::new(1))
    }

    fn any(&mut self) -> u64 {
        self.0.word()
    }

    fn next(&mut self) -> u64 {
        let (choice, word) = (self.any() % 16, self.any());
        match choice {
            0 => 0,
            1 => u64::MAX,
            2 => 1 << (word % 64),
            3 => !(1 << (word % 64)),
            4 => word % 80,
            5 => (word & 0xFF) * 0x0101_0101_0101_0101,
            6 => (word & 0xFFFF) * 0x0001_0001_0001_0001,
            7 => word & self.any() & self.any(),
            _ => word,
        }
    }
}

macro_rules! integers {
    ($($integer:ty)+) => {$(
        impl Value for $integer {
            type Real = Self;

            fn random(words: &mut Words) -> Self {
                words.next() as Self
            }

            fn to_real(self) -> Self {
                self
            }

            fn is_same(self, real: Self) -> bool {
                self == real
            }
        }
    )+};
}
integers!(u8 u16 u32 u64 i8 i16 i32 i64);

macro_rules! registers {
    ($($bytes:literal $real:ident)+) => {$(
        impl Value for Register<$bytes> {
            type Real = real::$real;

            fn random(words: &mut Words) -> Self {
                // Sometimes a register of equal lanes.
                let first = words.next();
                let repeats = words.any() % 8 == 0;
                let mut bytes = [0; $bytes];
                for quad in bytes.chunks_exact_mut(8) {
                    quad.copy_from_slice(&if repeats { first } else { words.next() }.to_le_bytes());
                }
                Self(bytes)
            }

            fn to_real(self) -> Self::Real {
                // SAFETY: both are as many bytes, of which all values are valid. Test:
                // `the_model_does_what_the_processor_does`. Gain: none, a test.
                unsafe { transmute(self.0) }
            }

            fn is_same(self, real: Self::Real) -> bool {
                // SAFETY: as above. Test: `the_model_does_what_the_processor_does`. Gain: none, a test.
                self.0 == unsafe { transmute::<Self::Real, [u8; $bytes]>(real) }
            }
        }
    )+};
}
registers!(16 __m128i 32 __m256i 64 __m512i);

/// Compares a function of the model with the instruction `$real`, and returns whether they agree on 3,000 inputs.
macro_rules! agree {
    ($model:expr, $real:expr, ($($arg:ident: $type:ty),*)) => {{
        #[allow(unused_mut, unused_variables, reason = "some have no arguments")]
        let mut words = Words::new();
        (0..3_000).all(|_| {
            $(let $arg = <$type>::random(&mut words);)*
            Value::is_same($model($($arg),*), $real($($arg.to_real()),*))
        })
    }};
}

/// Compares each intrinsic with its namesake, by the arguments that they take. Returns the names of those that differ.
macro_rules! differing {
    ($($args:tt: $($name:ident $(::<$constant:literal>)?)+;)+) => {{
        let mut differing = Vec::new();
        $($(
            if !agree!(model::$name $(::<$constant>)?, real::$name $(::<$constant>)?, $args) {
                differing.push(stringify!($name));
            }
        )+)+
        differing
    }};
}

type M128 = Register<16>;
type M256 = Register<32>;
type M512 = Register<64>;

#[target_feature(enable = "bmi2,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512cd,avx512vbmi,avx512vbmi2")]
#[target_feature(enable = "avx512vpopcntdq,avx512bitalg,gfni")]
fn differing_from_processor() -> Vec<&'static str> {
    differing! {
        (a: u64, mask: u64): _pext_u64;
        (): _mm512_setzero_si512;
        (a: i8): _mm256_set1_epi8;
        (a: i16): _mm_set1_epi16 _mm256_set1_epi16 _mm512_set1_epi16;
        (a: i32): _mm_cvtsi32_si128;
        (a: i64): _mm_cvtsi64_si128 _mm512_set1_epi64;
        (h: i64, g: i64, f: i64, e: i64, d: i64, c: i64, b: i64, a: i64): _mm512_set_epi64;
        (a: M128): _mm_cvtepu8_epi16 _mm256_cvtepu8_epi16 _mm512_cvtepu8_epi64;
        (a: M256): _mm512_cvtepu8_epi16 _mm256_extract_epi64::<0> _mm256_extract_epi64::<1>
            _mm256_extract_epi64::<2> _mm256_extract_epi64::<3>;
        (a: M512): _mm512_castsi512_si128 _mm512_castsi512_si256 _mm512_popcnt_epi64 _mm512_lzcnt_epi64
            _mm512_reduce_add_epi64;
        (a: M128, b: M128): _mm_add_epi16;
        (a: M256, b: M256): _mm256_sub_epi8 _mm256_add_epi16;
        (a: M512, b: M512): _mm512_sub_epi8 _mm512_add_epi8 _mm512_add_epi16 _mm512_and_si512 _mm512_or_si512
            _mm512_xor_si512 _mm512_andnot_si512 _mm512_add_epi64 _mm512_sub_epi64 _mm512_sllv_epi64
            _mm512_srlv_epi64 _mm512_test_epi64_mask _mm512_testn_epi64_mask _mm512_cmpeq_epi64_mask
            _mm512_gf2p8affine_epi64_epi8::<0> _mm512_gf2p8affine_epi64_epi8::<0x63>;
        (a: M512, count: M128): _mm512_sll_epi64 _mm512_srl_epi64;
        (k: u8, a: M512): _mm512_maskz_popcnt_epi64;
        (k: u64, a: M512): _mm512_maskz_compress_epi8;
        (k: u8, a: M512, b: M512): _mm512_mask_blend_epi64;
        (a: M512, b: M512, c: M512): _mm512_ternarylogic_epi64::<0xCA> _mm512_ternarylogic_epi64::<0xF8>
            _mm512_ternarylogic_epi64::<0x28> _mm512_ternarylogic_epi64::<0x10>;
        (s: M128, k: u8, a: M128, b: M128): _mm_mask_add_epi16;
        (s: M256, k: u16, a: M256, b: M256): _mm256_mask_add_epi16;
        (s: M512, k: u32, a: M512, b: M512): _mm512_mask_add_epi16;
        (s: M512, k: u8, a: M512, b: M512): _mm512_mask_and_epi64 _mm512_mask_or_epi64 _mm512_mask_xor_epi64
            _mm512_mask_add_epi64;
    }
}

/// Compares shifts and stores, whose calls have other forms.
#[target_feature(enable = "avx512f,avx512bw")]
fn shifts_and_stores_agree() -> bool {
    macro_rules! agree_by {
        ($($by:literal)+) => {
            true $(
                && agree!(model::_mm_slli_epi16::<$by>, real::_mm_slli_epi16::<$by>, (a: M128))
                && agree!(model::_mm256_slli_epi16::<$by>, real::_mm256_slli_epi16::<$by>, (a: M256))
                && agree!(model::_mm512_slli_epi16::<$by>, real::_mm512_slli_epi16::<$by>, (a: M512))
            )+
        };
    }
    macro_rules! agree_in_memory {
        ($($store:ident $type:ident)+) => {
            true $(&& {
                let mut words = Words::new();
                let (mut by_model, mut by_real) = ($type::random(&mut words), $type::random(&mut words));
                let stored = $type::random(&mut words);
                // SAFETY: both may be written, and are as large as the stored value. Test:
                // `the_model_does_what_the_processor_does`. Gain: none, a test.
                unsafe {
                    model::$store(&mut by_model, stored);
                    real::$store((&raw mut by_real).cast(), stored.to_real());
                }
                by_model == by_real
            })+
        };
    }
    agree_by!(0 1 6 15 16 255)
        && agree_in_memory!(_mm_storeu_si128 M128 _mm256_storeu_si256 M256 _mm512_storeu_si512 M512)
}

fn has_instructions() -> bool {
    let has = std::is_x86_feature_detected!("avx512vbmi2")
        && std::is_x86_feature_detected!("avx512vpopcntdq")
        && std::is_x86_feature_detected!("avx512bitalg")
        && std::is_x86_feature_detected!("gfni")
        && std::is_x86_feature_detected!("bmi2");
    if !has {
        println!("skipped: the real intrinsics, which this processor does not have");
    }
    has
}

#[test]
fn the_model_does_what_the_processor_does() {
    if has_instructions() {
        // SAFETY: the processor has been tested; all that have VBMI2 have the rest. Test:
        // `the_model_does_what_the_processor_does`, which this is. Gain: none, a test.
        unsafe {
            assert_eq!(differing_from_processor(), Vec::<&str>::new());
            assert!(shifts_and_stores_agree());
        }
    }
}

/// Instructions of the model, each broken in one point: the order of lanes, a mask, a sign, an operand.
#[test]
fn a_broken_model_is_found() {
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2,avx512vpopcntdq,avx512cd,gfni")]
    fn found() -> [bool; 9] {
        [
            !agree!(
                |a, b, c, d, e, f, g, h| model::_mm512_set_epi64(h, g, f, e, d, c, b, a),
                real::_mm512_set_epi64,
                (a: i64, b: i64, c: i64, d: i64, e: i64, f: i64, g: i64, h: i64)
            ),
            !agree!(|a, b| model::_mm512_andnot_si512(b, a), real::_mm512_andnot_si512, (a: M512, b: M512)),
            !agree!(
                |k: u64, a| model::_mm512_maskz_compress_epi8(k & !(1 << 63), a),
                real::_mm512_maskz_compress_epi8,
                (k: u64, a: M512)
            ),
            !agree!(
                |a: M512, b| model::_mm512_sllv_epi64(a, model::_mm512_and_si512(b, model::_mm512_set1_epi64(63))),
                real::_mm512_sllv_epi64,
                (a: M512, b: M512)
            ),
            !agree!(|a, b| !model::_mm512_test_epi64_mask(b, a), real::_mm512_test_epi64_mask, (a: M512, b: M512)),
            !agree!(
                |s, k: u8, a, b| model::_mm512_mask_or_epi64(s, k.reverse_bits(), a, b),
                real::_mm512_mask_or_epi64,
                (s: M512, k: u8, a: M512, b: M512)
            ),
            !agree!(
                |a, b, c| model::_mm512_ternarylogic_epi64::<0xF8>(c, b, a),
                real::_mm512_ternarylogic_epi64::<0xF8>,
                (a: M512, b: M512, c: M512)
            ),
            !agree!(
                |x, a| model::_mm512_gf2p8affine_epi64_epi8::<0>(a, x),
                real::_mm512_gf2p8affine_epi64_epi8::<0>,
                (x: M512, a: M512)
            ),
            !agree!(model::_mm512_popcnt_epi64, real::_mm512_lzcnt_epi64, (a: M512)),
        ]
    }
    if has_instructions() {
        // SAFETY: as above. Test: `a_broken_model_is_found`, which this is. Gain: none, a test.
        assert_eq!(unsafe { found() }, [true; 9]);
    }
}
