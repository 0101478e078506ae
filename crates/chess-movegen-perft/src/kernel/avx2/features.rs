/// Compiles functions with the instructions of this backend.
macro_rules! avx2 {
    ($($(#[$meta:meta])* $vis:vis fn $name:ident $(<$($generic:ident: $bound:path),+>)? (
        $($arg:ident: $type:ty),* $(,)?
    ) $(-> $result:ty)? $body:block)+) => {$(
        $(#[$meta])*
        #[inline]
        #[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt,avx2")]
        $vis fn $name $(<$($generic: $bound),+>)? ($($arg: $type),*) $(-> $result)? $body
    )+};
}
pub(super) use avx2;
