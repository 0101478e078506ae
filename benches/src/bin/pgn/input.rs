use std::fs;

/// Games to read.
pub(crate) struct Input {
    pub(crate) name: String,
    pub(crate) bytes: Vec<u8>,
}

impl Input {
    /// Reads the files of an argument `NAME=FILE,FILE`.
    pub(crate) fn parse(argument: &str) -> Result<Self, String> {
        let (name, files) = argument.split_once('=').ok_or(format!("{argument}: not NAME=FILES"))?;
        let mut bytes = Vec::new();
        for file in files.split(',') {
            bytes.extend(fs::read(file).map_err(|error| format!("{file}: {error}"))?);
            bytes.extend(b"\n\n");
        }
        Ok(Self { name: name.to_owned(), bytes })
    }
}
