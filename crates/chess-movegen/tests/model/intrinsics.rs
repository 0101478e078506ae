//! The intrinsics of AVX-512 that the lane code uses, written naively from the description of each instruction in Intel's
//! Software Developer's Manual, volume 2. Names and arguments are those of `core::arch::x86_64`.

use core::array;

/// A register, as its bytes from the lowest on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Register<const BYTES: usize>(pub [u8; BYTES]);

pub type __m128i = Register<16>;
pub type __m256i = Register<32>;
pub type __m512i = Register<64>;
pub type __mmask8 = u8;

impl<const BYTES: usize> Register<BYTES> {
    /// Returns the register whose byte `i` is `byte(i)`.
    fn from_bytes(byte: impl FnMut(usize) -> u8) -> Self {
        Self(array::from_fn(byte))
    }

    /// Returns the register whose lane `i` of 16 bits is `lane(i)`.
    fn from_words(lane: impl Fn(usize) -> u16) -> Self {
        let mut bytes = [0; BYTES];
        for (i, word) in bytes.chunks_exact_mut(2).enumerate() {
            word.copy_from_slice(&lane(i).to_le_bytes());
        }
        Self(bytes)
    }

    /// Returns the register whose lane `i` of 64 bits is `lane(i)`.
    fn from_quads(lane: impl Fn(usize) -> u64) -> Self {
        let mut bytes = [0; BYTES];
        for (i, quad) in bytes.chunks_exact_mut(8).enumerate() {
            quad.copy_from_slice(&lane(i).to_le_bytes());
        }
        Self(bytes)
    }

    /// Returns lane `i` of 16 bits.
    fn word(self, i: usize) -> u16 {
        u16::from_le_bytes([self.0[2 * i], self.0[2 * i + 1]])
    }

    /// Returns lane `i` of 64 bits.
    fn quad(self, i: usize) -> u64 {
        u64::from_le_bytes(array::from_fn(|byte| self.0[8 * i + byte]))
    }
}

/// Tests bit `i` of a mask.
fn is_set(mask: u64, i: usize) -> bool {
    mask >> i & 1 != 0
}

/// Returns the lanes of 64 bits for which `test` holds.
fn lanes(test: impl Fn(usize) -> bool) -> __mmask8 {
    (0..8).fold(0, |mask, i| mask | u8::from(test(i)) << i)
}

/// Defines functions that are one expression each.
macro_rules! functions {
    ($($name:ident $(<$constant:ident>)? ($($arg:ident: $type:ty),*) -> $result:ty = $value:expr;)+) => {$(
        pub fn $name $(<const $constant: i32>)? ($($arg: $type),*) -> $result {
            $value
        }
    )+};
}

// Constants, conversions and casts.
functions! {
    _mm512_setzero_si512() -> __m512i = Register([0; 64]);
    _mm512_set1_epi64(a: i64) -> __m512i = Register::from_quads(|_| a as u64);
    _mm512_set_epi64(e7: i64, e6: i64, e5: i64, e4: i64, e3: i64, e2: i64, e1: i64, e0: i64) -> __m512i =
        Register::from_quads(|i| [e0, e1, e2, e3, e4, e5, e6, e7][i] as u64);
    _mm256_set1_epi8(a: i8) -> __m256i = Register([a as u8; 32]);
    _mm_set1_epi16(a: i16) -> __m128i = Register::from_words(|_| a as u16);
    _mm256_set1_epi16(a: i16) -> __m256i = Register::from_words(|_| a as u16);
    _mm512_set1_epi16(a: i16) -> __m512i = Register::from_words(|_| a as u16);
    _mm_cvtsi32_si128(a: i32) -> __m128i = Register::from_quads(|i| if i == 0 { u64::from(a as u32) } else { 0 });
    _mm_cvtsi64_si128(a: i64) -> __m128i = Register::from_quads(|i| if i == 0 { a as u64 } else { 0 });
    _mm512_castsi512_si128(a: __m512i) -> __m128i = Register::from_bytes(|i| a.0[i]);
    _mm512_castsi512_si256(a: __m512i) -> __m256i = Register::from_bytes(|i| a.0[i]);
    _mm_cvtepu8_epi16(a: __m128i) -> __m128i = Register::from_words(|i| u16::from(a.0[i]));
    _mm256_cvtepu8_epi16(a: __m128i) -> __m256i = Register::from_words(|i| u16::from(a.0[i]));
    _mm512_cvtepu8_epi16(a: __m256i) -> __m512i = Register::from_words(|i| u16::from(a.0[i]));
    _mm512_cvtepu8_epi64(a: __m128i) -> __m512i = Register::from_quads(|i| u64::from(a.0[i]));
    _mm256_extract_epi64<INDEX>(a: __m256i) -> i64 = a.quad(INDEX as usize) as i64;
}

// Lanes of 8 bits.
functions! {
    _mm256_sub_epi8(a: __m256i, b: __m256i) -> __m256i = Register::from_bytes(|i| a.0[i].wrapping_sub(b.0[i]));
    _mm512_sub_epi8(a: __m512i, b: __m512i) -> __m512i = Register::from_bytes(|i| a.0[i].wrapping_sub(b.0[i]));
    _mm512_add_epi8(a: __m512i, b: __m512i) -> __m512i = Register::from_bytes(|i| a.0[i].wrapping_add(b.0[i]));
}

// Lanes of 64 bits, in addition to the operations on two lanes below. All lanes are shifted by the lowest 64 bits of `count`.
functions! {
    _mm512_mask_blend_epi64(k: __mmask8, a: __m512i, b: __m512i) -> __m512i =
        Register::from_quads(|i| if is_set(u64::from(k), i) { b.quad(i) } else { a.quad(i) });
    _mm512_sll_epi64(a: __m512i, count: __m128i) -> __m512i =
        _mm512_sllv_epi64(a, Register::from_quads(|_| count.quad(0)));
    _mm512_srl_epi64(a: __m512i, count: __m128i) -> __m512i =
        _mm512_srlv_epi64(a, Register::from_quads(|_| count.quad(0)));
    _mm512_popcnt_epi64(a: __m512i) -> __m512i = Register::from_quads(|i| u64::from(a.quad(i).count_ones()));
    _mm512_maskz_popcnt_epi64(k: __mmask8, a: __m512i) -> __m512i =
        _mm512_mask_blend_epi64(k, _mm512_setzero_si512(), _mm512_popcnt_epi64(a));
    _mm512_lzcnt_epi64(a: __m512i) -> __m512i = Register::from_quads(|i| u64::from(a.quad(i).leading_zeros()));
    _mm512_reduce_add_epi64(a: __m512i) -> i64 = (0..8).fold(0_u64, |sum, i| sum.wrapping_add(a.quad(i))) as i64;
    _mm512_test_epi64_mask(a: __m512i, b: __m512i) -> __mmask8 = lanes(|i| a.quad(i) & b.quad(i) != 0);
    _mm512_testn_epi64_mask(a: __m512i, b: __m512i) -> __mmask8 = lanes(|i| a.quad(i) & b.quad(i) == 0);
    _mm512_cmpeq_epi64_mask(a: __m512i, b: __m512i) -> __mmask8 = lanes(|i| a.quad(i) == b.quad(i));
}

/// Defines the operations on lanes of 16 bits, for a register of `$bytes` bytes.
macro_rules! words {
    ($bytes:literal $mask:ty: $add:ident $mask_add:ident $shift:ident $store:ident) => {
        pub fn $add(a: Register<$bytes>, b: Register<$bytes>) -> Register<$bytes> {
            Register::from_words(|i| a.word(i).wrapping_add(b.word(i)))
        }

        pub fn $mask_add(
            src: Register<$bytes>,
            k: $mask,
            a: Register<$bytes>,
            b: Register<$bytes>,
        ) -> Register<$bytes> {
            Register::from_words(|i| {
                if is_set(u64::from(k), i) { a.word(i).wrapping_add(b.word(i)) } else { src.word(i) }
            })
        }

        pub fn $shift<const BY: u32>(a: Register<$bytes>) -> Register<$bytes> {
            Register::from_words(|i| a.word(i).checked_shl(BY).unwrap_or(0))
        }

        /// Stores a register of 16-bit numbers, which have the byte order of the target. On little-endian machines, which include
        /// all that have the instruction, this stores any register.
        ///
        /// # Safety
        ///
        /// The memory may be written.
        pub unsafe fn $store(to: *mut Register<$bytes>, a: Register<$bytes>) {
            let bytes = Register::from_bytes(|i| a.word(i / 2).to_ne_bytes()[i % 2]);
            // SAFETY: the caller guarantees that the memory may be written, and the write needs no alignment. Test:
            // `every_backend_lists_what_the_portable_one_lists`. Gain: none, a model of an instruction for tests.
            unsafe { to.write_unaligned(bytes) }
        }
    };
}
words!(16 u8: _mm_add_epi16 _mm_mask_add_epi16 _mm_slli_epi16 _mm_storeu_si128);
words!(32 u16: _mm256_add_epi16 _mm256_mask_add_epi16 _mm256_slli_epi16 _mm256_storeu_si256);
words!(64 u32: _mm512_add_epi16 _mm512_mask_add_epi16 _mm512_slli_epi16 _mm512_storeu_si512);

/// Defines operations on two lanes of 64 bits, and the same under a mask, which keeps the lanes of the first argument elsewhere.
macro_rules! quads {
    ($($name:ident $($masked:ident)?: |$a:ident, $b:ident| $lane:expr;)+) => {$(
        pub fn $name(a: __m512i, b: __m512i) -> __m512i {
            Register::from_quads(|i| {
                let ($a, $b) = (a.quad(i), b.quad(i));
                $lane
            })
        }

        $(
            pub fn $masked(src: __m512i, k: __mmask8, a: __m512i, b: __m512i) -> __m512i {
                _mm512_mask_blend_epi64(k, src, $name(a, b))
            }
        )?
    )+};
}
quads! {
    _mm512_and_si512 _mm512_mask_and_epi64: |a, b| a & b;
    _mm512_or_si512 _mm512_mask_or_epi64: |a, b| a | b;
    _mm512_xor_si512 _mm512_mask_xor_epi64: |a, b| a ^ b;
    _mm512_andnot_si512: |a, b| !a & b;
    _mm512_add_epi64 _mm512_mask_add_epi64: |a, b| a.wrapping_add(b);
    _mm512_sub_epi64: |a, b| a.wrapping_sub(b);
    _mm512_sllv_epi64: |a, b| if b < 64 { a << b } else { 0 };
    _mm512_srlv_epi64: |a, b| if b < 64 { a >> b } else { 0 };
}

pub fn _pext_u64(a: u64, mask: u64) -> u64 {
    (0..64).filter(|&i| is_set(mask, i)).zip(0..).fold(0, |result, (i, next)| result | (a >> i & 1) << next)
}

pub fn _mm512_maskz_compress_epi8(k: u64, a: __m512i) -> __m512i {
    let mut kept = (0..64).filter(|&i| is_set(k, i));
    Register::from_bytes(|_| kept.next().map_or(0, |i| a.0[i]))
}

/// Returns the bits of `TABLE` at the indices that the bits of `a`, `b` and `c` form, from the highest.
pub fn _mm512_ternarylogic_epi64<const TABLE: i32>(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
    Register::from_quads(|lane| {
        // The bits at which the operand equals bit `i` of the index.
        let like = |register: __m512i, index: usize, i: usize| {
            if is_set(index as u64, i) { register.quad(lane) } else { !register.quad(lane) }
        };
        let indices = (0..8).filter(|&index| is_set(TABLE as u64, index));
        indices.fold(0, |result, index| result | like(a, index, 2) & like(b, index, 1) & like(c, index, 0))
    })
}

/// Multiplies each byte of `x`, as a vector of bits, by the matrix in the same lane of `a`, whose rows are bytes, the row
/// for bit 0 last, and adds `B`.
pub fn _mm512_gf2p8affine_epi64_epi8<const B: i32>(x: __m512i, a: __m512i) -> __m512i {
    Register::from_bytes(|i| {
        let matrix = &a.0[i / 8 * 8..][..8];
        (0..8).fold(0, |result, bit| {
            let parity = (matrix[7 - bit] & x.0[i]).count_ones() as u8 & 1;
            result | (parity ^ (B as u8 >> bit & 1)) << bit
        })
    })
}
