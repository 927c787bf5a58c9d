//! What the system says, in our words.

use super::Words;
use std::io::{Error, ErrorKind};
use std::path::Path;

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
            ErrorKind::AddrInUse => self.t("net.in_use").into(),
            ErrorKind::AddrNotAvailable => self.t("net.not_here").into(),
            _ => {
                let text = error.to_string();
                text.split(" (os error").next().unwrap_or_default().to_string()
            }
        }
    }

    /// The same of this file: it may be its folder that is missing.
    #[must_use]
    pub fn file_error(&self, path: &Path, error: &Error) -> String {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists());
        match folder {
            Some(folder) if error.kind() == ErrorKind::NotFound => {
                self.fill("file.no_such_folder", &[("folder", &folder.display())])
            }
            _ => self.io_error(error),
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
            let words = Words::from(language);
            let missing = Error::from(ErrorKind::NotFound);
            assert!(words.file_error(Path::new("/nowhere/at/all.ron"), &missing).contains("/nowhere/at"));
            assert_eq!(words.file_error(Path::new("all.ron"), &missing), words.io_error(&missing));
            let own = Error::new(ErrorKind::InvalidData, "line 3: no game");
            assert_eq!(Words::from(language).io_error(&own), "line 3: no game");
        }
    }
}
