/// The content of a proof: the unit type where a proof can be given, and a type without values where it cannot.
#[cfg(any(target_arch = "x86_64", avx512_model))]
type Given = ();
#[cfg(not(any(target_arch = "x86_64", avx512_model)))]
type Given = core::convert::Infallible;

/// Proof of a processor with AVX2, BMI1, BMI2, LZCNT and POPCNT.
///
/// A caller that holds this proof may call functions with these target features; the `SAFETY` comment of such a call refers to
/// the proof. The type exists on every target, so that code which takes a proof compiles everywhere. It has no value if the
/// processor or the compiler lacks the instructions.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(#[allow(dead_code, reason = "without a value the proof cannot be given")] Given);

/// Proof of a processor with all of [`Avx2`], with AVX-512 F, BW, CD, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ, and
/// with GFNI.
///
/// Like [`Avx2`], it exists on every target.
#[derive(Clone, Copy, Debug)]
pub struct Avx512(Avx2);

#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
impl Avx2 {
    /// # Safety
    ///
    /// The processor must have the instructions that the type lists.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        Self(())
    }
}

#[cfg(all(target_arch = "x86_64", not(avx512_model)))]
impl Avx512 {
    /// # Safety
    ///
    /// The processor must have the instructions that the type lists.
    #[inline]
    pub(super) const unsafe fn assume() -> Self {
        // SAFETY: the instructions of `Avx512` include those of `Avx2`.
        // Test: `every_backend_lists_what_the_portable_one_lists`. Gain: see `Backend::run`.
        Self(unsafe { Avx2::assume() })
    }
}

#[cfg(avx512_model)]
impl Avx512 {
    /// Returns the proof that code may use the model, which every processor runs.
    #[inline(always)]
    pub(super) const fn of_model() -> Self {
        Self(Avx2(()))
    }
}

impl From<Avx512> for Avx2 {
    #[inline(always)]
    fn from(proof: Avx512) -> Self {
        proof.0
    }
}
