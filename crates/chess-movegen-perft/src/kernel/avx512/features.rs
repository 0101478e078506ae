/// Compiles functions with the instructions of this backend.
macro_rules! avx512 {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident $(<$($generic:ident: $bound:path),+>)? (
        $($arg:ident: $type:ty),* $(,)?
    ) $(-> $result:ty)? $body:block)+) => {$(
        $(#[$meta])*
        #[inline]
        #[cfg_attr(not(avx512_model), target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2,avx512f,avx512bw,avx512dq,avx512vl,avx512cd"))]
        #[cfg_attr(not(avx512_model), target_feature(enable = "avx512vbmi,avx512vbmi2,avx512vpopcntdq,avx512bitalg,gfni"))]
        $vis fn $name $(<$($generic: $bound),+>)? ($($arg: $type),*) $(-> $result)? $body
    )+};
}
pub(super) use avx512;
