/// The words of a line, which any white space separates, with their places.
#[derive(Clone)]
pub(crate) struct Words<'a> {
    line: &'a str,
    /// Bytes that have been read.
    at: usize,
}

/// A word and the number of bytes before it in the line.
#[derive(Clone, Copy)]
pub(crate) struct Word<'a> {
    pub(crate) text: &'a str,
    pub(crate) offset: usize,
}

impl<'a> Words<'a> {
    pub(crate) const fn new(line: &'a str) -> Self {
        Self { line, at: 0 }
    }

    /// The next word, which stays unread.
    pub(crate) fn peek(&self) -> Option<Word<'a>> {
        let rest = &self.line[self.at..];
        let text = rest.trim_start();
        let offset = self.line.len() - text.len();
        let text = &text[..text.find(char::is_whitespace).unwrap_or(text.len())];
        (!text.is_empty()).then_some(Word { text, offset })
    }

    /// Reads the next word if `is_wanted` accepts its text.
    pub(crate) fn next_if(&mut self, is_wanted: impl FnOnce(&str) -> bool) -> Option<Word<'a>> {
        let word = self.peek().filter(|word| is_wanted(word.text))?;
        self.at = word.offset + word.text.len();
        Some(word)
    }

    /// The bytes before the next word, or of the whole line if there is none.
    pub(crate) fn offset(&self) -> usize {
        self.peek().map_or(self.line.len(), |word| word.offset)
    }

    /// The rest of the line without white space around it.
    pub(crate) fn rest(&self) -> &'a str {
        self.line[self.at..].trim()
    }

    /// Reads up to the next word that `is_end` accepts, or to the end of the line, and gives the text in between without white
    /// space around it. The word itself stays unread.
    pub(crate) fn until(&mut self, mut is_end: impl FnMut(&Self, &str) -> bool) -> &'a str {
        let start = self.at;
        while let Some(word) = self.peek() {
            if is_end(self, word.text) {
                return self.line[start..word.offset].trim();
            }
            self.next();
        }
        self.line[start..].trim()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        self.next_if(|_| true)
    }
}
