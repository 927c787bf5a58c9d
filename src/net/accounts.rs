//! Who may play on a host: accounts in a file with hashed passwords, or anybody.

use super::message::is_name;
use super::secret::Secret;
use crate::storage::{WriteError, write_atomic};
use argon2::password_hash::{PasswordHash, PasswordHasher as _, PasswordVerifier as _, SaltString};
use argon2::{Algorithm, Argon2, Params, Version};
use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher as _, RandomState};
use std::io;
use std::path::Path;

/// Names that an open host remembers; nobody invents so many in good faith.
const MOST_NAMES: usize = 10_000;

/// Whom a host lets in.
///
/// ```
/// use kiebitz::net::{Secret, accounts::Accounts};
/// let mut accounts = Accounts::open();
/// assert!(accounts.verify("anna", &Secret::new("sesame")), "who comes first has the name");
/// assert!(!accounts.verify("anna", &Secret::new("other")));
/// ```
#[derive(Debug)]
pub enum Accounts {
    /// Those in this list.
    Listed(BTreeMap<String, String>),
    /// Anybody. A name belongs to whoever used it first, as long as the host runs; what is kept of his password is a
    /// number that means nothing without a key that is drawn anew each time.
    Open {
        /// The numbers.
        seen: HashMap<String, u64>,
        /// The key.
        key: RandomState,
    },
}

/// Why the file of accounts cannot be used.
///
/// ```
/// use kiebitz::net::{Secret, accounts::{AccountError, Accounts}};
/// let error = Accounts::add(std::path::Path::new("accounts"), "a:b", &Secret::new("sesame"));
/// assert!(matches!(error, Err(AccountError::Name(_))));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AccountError {
    /// A line that is none.
    #[error("line {0}: 'name:hash' is wanted")]
    Line(usize),
    /// The name is taken.
    #[error("'{0}' has an account already")]
    Exists(String),
    /// It cannot be a name.
    #[error("'{0}' is no name: a letter, then two to fifteen printable characters without ':'")]
    Name(String),
    /// It cannot be a password.
    #[error("a password has 3 to 64 printable characters without a blank")]
    Password,
    /// No random numbers, or the password cannot be hashed.
    #[error("the password cannot be hashed: {0}")]
    Hash(String),
    /// The file.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// 19 MB and two rounds, the least that is recommended: a login takes a few hundredths of a second.
fn hasher() -> Argon2<'static> {
    Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::default())
}

/// The hash of a password, with fresh salt.
///
/// # Errors
/// If the system has no random numbers.
pub fn hash(password: &Secret) -> Result<String, AccountError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| AccountError::Hash(error.to_string()))?;
    let failed = |error: argon2::password_hash::Error| AccountError::Hash(error.to_string());
    let salt = SaltString::encode_b64(&bytes).map_err(failed)?;
    Ok(hasher().hash_password(password.expose().as_bytes(), &salt).map_err(failed)?.to_string())
}

impl Accounts {
    /// A host for anybody.
    #[must_use]
    pub fn open() -> Accounts {
        Accounts::Open { seen: HashMap::new(), key: RandomState::new() }
    }

    /// The accounts of a file: `name:hash`, one a line; `#` begins a comment.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> Result<Accounts, AccountError> {
        let mut listed = BTreeMap::new();
        for (number, line) in std::fs::read_to_string(path)?.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let account =
                line.split_once(':').filter(|(name, hash)| is_name(name) && PasswordHash::new(hash).is_ok());
            let (name, hash) = account.ok_or(AccountError::Line(number + 1))?;
            listed.insert(name.to_string(), hash.to_string());
        }
        Ok(Accounts::Listed(listed))
    }

    /// Adds an account to a file, which is begun if it is not there.
    ///
    /// # Errors
    /// If the name is taken or none, or the file cannot be written.
    pub fn add(path: &Path, name: &str, password: &Secret) -> Result<(), AccountError> {
        if !is_name(name) {
            return Err(AccountError::Name(name.into()));
        }
        if !password.is_valid() {
            return Err(AccountError::Password);
        }
        let old = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            other => other?,
        };
        let taken =
            |line: &str| line.split_once(':').is_some_and(|(known, _)| known.eq_ignore_ascii_case(name));
        if old.lines().any(taken) {
            return Err(AccountError::Exists(name.into()));
        }
        let gap = if old.is_empty() || old.ends_with('\n') { "" } else { "\n" };
        write_atomic(path, format!("{old}{gap}{name}:{}\n", hash(password)?).as_bytes())?;
        only_for_the_owner(path);
        Ok(())
    }

    /// Lets somebody in for this run only, whatever the file says: the host's own players.
    ///
    /// # Errors
    /// If the password cannot be hashed.
    pub fn admit(&mut self, name: &str, password: &Secret) -> Result<(), AccountError> {
        match self {
            Accounts::Listed(listed) => {
                listed.insert(name.to_string(), hash(password)?);
            }
            Accounts::Open { seen, key } => {
                seen.insert(name.to_string(), key.hash_one(password.expose()));
            }
        }
        Ok(())
    }

    /// Whether this is the password of this name.
    pub fn verify(&mut self, name: &str, password: &Secret) -> bool {
        match self {
            Accounts::Listed(listed) => {
                let hash = listed.get(name).and_then(|hash| PasswordHash::new(hash).ok());
                hash.is_some_and(|hash| hasher().verify_password(password.expose().as_bytes(), &hash).is_ok())
            }
            Accounts::Open { seen, key } => {
                let number = key.hash_one(password.expose());
                if seen.len() >= MOST_NAMES && !seen.contains_key(name) {
                    return false;
                }
                *seen.entry(name.to_string()).or_insert(number) == number
            }
        }
    }
}

/// Takes the right to read a file from everybody else, where the system knows such a thing.
pub(super) fn only_for_the_owner(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)).ok();
    }
    #[cfg(not(unix))]
    let _ = path;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::testing::Folder;

    #[test]
    fn accounts_are_kept_as_hashes() {
        let folder = Folder::new();
        let path = folder.0.join("accounts");
        let (right, wrong) = (Secret::new("sesame"), Secret::new("Sesame"));
        Accounts::add(&path, "anna", &right).unwrap();
        Accounts::add(&path, "bert", &wrong).unwrap();
        assert!(matches!(Accounts::add(&path, "Anna", &wrong), Err(AccountError::Exists(_))));
        assert!(matches!(Accounts::add(&path, "a:b", &wrong), Err(AccountError::Name(_))));
        assert!(matches!(Accounts::add(&path, "carl", &Secret::new("a b")), Err(AccountError::Password)));
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("anna:$argon2id$") && !text.contains("sesame"), "{text}");
        let mut accounts = Accounts::read(&path).unwrap();
        assert!(accounts.verify("anna", &right) && !accounts.verify("anna", &wrong));
        assert!(!accounts.verify("carl", &right));
        std::fs::write(&path, "anna:sesame\n").unwrap();
        assert!(matches!(Accounts::read(&path), Err(AccountError::Line(1))));
    }

    #[test]
    fn on_an_open_host_a_name_belongs_to_the_first() {
        let mut accounts = Accounts::open();
        let (mine, yours) = (Secret::new("one"), Secret::new("two"));
        assert!(accounts.verify("anna", &mine) && accounts.verify("anna", &mine));
        assert!(!accounts.verify("anna", &yours) && accounts.verify("bert", &yours));
    }
}
