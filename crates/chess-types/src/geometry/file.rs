use crate::geometry::eight::eight_in_a_row;

eight_in_a_row! {
    /// A file of the board, numbered a = 0 to h = 7.
    ///
    /// # Examples
    ///
    /// ```
    /// use chess_types::File;
    ///
    /// let file: File = "c".parse()?;
    /// assert_eq!(file.offset(2), Some(File::E));
    /// assert_eq!(file.offset(-3), None);
    /// assert_eq!(file.flip(), File::F);
    /// assert_eq!(File::ALL.into_iter().filter(|&other| file.distance(other) == 1).count(), 2);
    /// # Ok::<(), chess_types::ParseFileError>(())
    /// ```
    File: A B C D E F G H,
    noun: "file", first: "a", last: "h",
    text: from_letter letter,
    /// A text is not one letter from a to h.
    error: ParseFileError "a file is one letter from a to h",
}

impl File {
    /// The file with this lower-case letter, `a` to `h`; `None` for any other byte.
    #[inline]
    pub const fn from_letter(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'a') as usize)
    }

    /// The lower-case letter, `a` to `h`.
    #[inline]
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}
