//! What the system says, in our words.

use super::Words;
use std::io::{Error, ErrorKind};

impl Words {
    /// What went wrong with a file. An error that comes from Kiebitz says itself what it is; the system's own numbers
    /// ("os error 2") tell nobody anything.
    #[must_use]
    pub fn io_error(&self, error: &Error) -> String {
        if error.get_ref().is_some() {
            return error.to_string();
        }
        match error.kind() {
            ErrorKind::NotFound => self.t("file.not_found").into(),
            ErrorKind::PermissionDenied => self.t("file.denied").into(),
            ErrorKind::InvalidData => self.t("file.no_text").into(),
            ErrorKind::FileTooLarge => self.t("file.too_large").into(),
            ErrorKind::IsADirectory => self.t("file.folder").into(),
            ErrorKind::InvalidInput => self.t("file.no_plain_file").into(),
            ErrorKind::StorageFull => self.t("file.full").into(),
            _ => {
                let text = error.to_string();
                text.split(" (os error").next().unwrap_or_default().to_string()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    #[test]
    fn no_number_of_the_system_is_shown() {
        for language in Language::ALL {
            for number in 1..40 {
                let text = Words::from(language).io_error(&Error::from_raw_os_error(number));
                assert!(!text.contains("os error") && !text.is_empty(), "{text}");
            }
            let own = Error::new(ErrorKind::InvalidData, "line 3: no game");
            assert_eq!(Words::from(language).io_error(&own), "line 3: no game");
        }
    }
}
