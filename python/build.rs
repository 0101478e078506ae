//! Passes on what PyO3 knows of the interpreter: `cfg(Py_GIL_DISABLED)`.

fn main() {
    pyo3_build_config::use_pyo3_cfgs();
}
