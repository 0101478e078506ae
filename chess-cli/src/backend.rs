/// How sliders are looked up in this program: `bmi2` or `portable`.
///
/// This is decided when the program is compiled, by the same feature that chess-magic's build script asks for.
pub(crate) const NAME: &str =
    if cfg!(all(target_arch = "x86_64", target_feature = "bmi2")) { "bmi2" } else { "portable" };
