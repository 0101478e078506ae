/// What stands in a proof: nothing where it can be given, and a type without values where it cannot.
#[cfg(x86_backends)]
type Given = ();
#[cfg(not(x86_backends))]
type Given = core::convert::Infallible;

/// Proof of a processor with AVX2, BMI1, BMI2, LZCNT and POPCNT.
///
/// Whoever has a function with these target features may call it with this proof at hand: that is what the `SAFETY`
/// comment of the call says. The type exists on every target, so that code which asks for a proof compiles there; where
/// the processor or the compiler has no such instructions, it has no value.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(#[allow(dead_code, reason = "without a value the proof cannot be given")] Given);

/// Proof of a processor with all of [`Avx2`], and with AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ, and
/// GFNI.
///
/// As [`Avx2`], it exists on every target.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Avx2);

#[cfg(x86_backends)]
impl Avx2 {
    /// # Safety
    ///
    /// The processor has what the type says.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        Self(())
    }
}

#[cfg(x86_backends)]
impl Avx512 {
    /// # Safety
    ///
    /// The processor has what the type says.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        // SAFETY: the one includes the other.
        Self(unsafe { Avx2::assume() })
    }
}

impl From<Avx512> for Avx2 {
    #[inline(always)]
    fn from(proof: Avx512) -> Self {
        proof.0
    }
}
