//! Passwords that a person wants to be kept: in the system's keyring, and nowhere else.
//!
//! A keyring may ask its owner to unlock it, which takes as long as he takes: so a [`Keeper`] asks on a thread of its own.

#[cfg(feature = "gui")]
mod system;

#[cfg(feature = "gui")]
pub use system::SystemKeyring;

use super::secret::Secret;
use std::collections::HashMap;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Whose password it is.
///
/// ```
/// use kiebitz::net::passwords::LoginName;
/// let login = LoginName::new("localhost:7000", "anna");
/// assert_eq!((login.server.as_str(), login.name.as_str()), ("localhost:7000", "anna"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LoginName {
    /// Host and port.
    pub server: String,
    /// The name there.
    pub name: String,
}

impl LoginName {
    /// A name on a server.
    #[must_use]
    pub fn new(server: impl Into<String>, name: impl Into<String>) -> LoginName {
        LoginName { server: server.into(), name: name.into() }
    }
}

/// Why a password is not kept or not found.
///
/// ```
/// use kiebitz::net::passwords::StoreError;
/// assert!(StoreError::Missing.to_string().contains("keyring"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The system has no keyring, or it does not answer.
    #[error("there is no keyring")]
    Missing,
    /// The person did not unlock it.
    #[error("the keyring was not unlocked")]
    Locked,
    /// Something else, in the keyring's words.
    #[error("{0}")]
    Failed(String),
}

/// Where passwords are kept.
///
/// ```
/// use kiebitz::net::passwords::{LoginName, NoStore, PasswordStore};
/// fn is_kept(store: &dyn PasswordStore, login: &LoginName) -> bool {
///     store.find(login).is_ok_and(|found| found.is_some())
/// }
/// assert!(!is_kept(&NoStore, &LoginName::new("localhost:7000", "anna")));
/// ```
pub trait PasswordStore: Send + Sync {
    /// Whether there is one. Nobody is asked anything.
    ///
    /// # Errors
    /// If there is none.
    fn check(&self) -> Result<(), StoreError>;

    /// The password of a login, if it was kept.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn find(&self, login: &LoginName) -> Result<Option<Secret>, StoreError>;

    /// Keeps a password, in the place of the one before.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn keep(&self, login: &LoginName, password: &Secret) -> Result<(), StoreError>;

    /// Keeps it no longer.
    ///
    /// # Errors
    /// If the store cannot be used.
    fn forget(&self, login: &LoginName) -> Result<(), StoreError>;
}

/// A store that lives as long as the program: for tests, and to show what a store does.
///
/// ```
/// use kiebitz::net::Secret;
/// use kiebitz::net::passwords::{LoginName, MemoryStore, PasswordStore as _};
/// let (store, login) = (MemoryStore::default(), LoginName::new("localhost:7000", "anna"));
/// assert_eq!(store.find(&login), Ok(None));
/// store.keep(&login, &Secret::new("sesame"))?;
/// assert_eq!(store.find(&login)?.unwrap().expose(), "sesame");
/// store.forget(&login)?;
/// assert_eq!(store.find(&login), Ok(None));
/// # Ok::<(), kiebitz::net::passwords::StoreError>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryStore(Mutex<HashMap<LoginName, Secret>>);

impl MemoryStore {
    fn with<R>(&self, f: impl FnOnce(&mut HashMap<LoginName, Secret>) -> R) -> R {
        f(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl PasswordStore for MemoryStore {
    fn check(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn find(&self, login: &LoginName) -> Result<Option<Secret>, StoreError> {
        Ok(self.with(|kept| kept.get(login).cloned()))
    }

    fn keep(&self, login: &LoginName, password: &Secret) -> Result<(), StoreError> {
        self.with(|kept| kept.insert(login.clone(), password.clone()));
        Ok(())
    }

    fn forget(&self, login: &LoginName) -> Result<(), StoreError> {
        self.with(|kept| kept.remove(login));
        Ok(())
    }
}

/// No store at all.
///
/// ```
/// use kiebitz::net::passwords::{NoStore, PasswordStore as _, StoreError};
/// assert_eq!(NoStore.check(), Err(StoreError::Missing));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct NoStore;

impl PasswordStore for NoStore {
    fn check(&self) -> Result<(), StoreError> {
        Err(StoreError::Missing)
    }

    fn find(&self, _: &LoginName) -> Result<Option<Secret>, StoreError> {
        Err(StoreError::Missing)
    }

    fn keep(&self, _: &LoginName, _: &Secret) -> Result<(), StoreError> {
        Err(StoreError::Missing)
    }

    fn forget(&self, _: &LoginName) -> Result<(), StoreError> {
        Err(StoreError::Missing)
    }
}

/// What a [`Keeper`] tells.
///
/// ```
/// use kiebitz::net::passwords::{Keeper, MemoryStore, Told};
/// use std::sync::Arc;
/// let keeper = Keeper::new(Arc::new(MemoryStore::default()), || {});
/// keeper.check();
/// assert_eq!(keeper.wait(), Some(Told::Checked(Ok(()))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// Whether there is a store.
    Checked(Result<(), StoreError>),
    /// The password of this login, if it was kept.
    Found(LoginName, Option<Secret>),
    /// A password was not found, kept or forgotten.
    Failed(StoreError),
}

enum Order {
    Check,
    Find(LoginName),
    Keep(LoginName, Secret),
    Forget(LoginName),
}

/// A store that is asked in the background, one thing after the other.
///
/// ```
/// use kiebitz::net::Secret;
/// use kiebitz::net::passwords::{Keeper, LoginName, MemoryStore, Told};
/// use std::sync::Arc;
/// let keeper = Keeper::new(Arc::new(MemoryStore::default()), || {});
/// let login = LoginName::new("localhost:7000", "anna");
/// keeper.keep(login.clone(), Secret::new("sesame"));
/// keeper.find(login.clone());
/// assert_eq!(keeper.wait(), Some(Told::Found(login, Some(Secret::new("sesame")))));
/// ```
pub struct Keeper {
    orders: Sender<Order>,
    told: Receiver<Told>,
}

impl Keeper {
    /// Puts a thread beside the store; `wake` is called when it has told something.
    #[must_use]
    pub fn new(store: Arc<dyn PasswordStore>, wake: impl Fn() + Send + 'static) -> Keeper {
        let (orders, inbox) = mpsc::channel();
        let (tell, told) = mpsc::channel();
        thread::spawn(move || {
            for order in inbox {
                let answer = match order {
                    Order::Check => Some(Told::Checked(store.check())),
                    Order::Find(login) => Some(match store.find(&login) {
                        Ok(found) => Told::Found(login, found),
                        Err(error) => Told::Failed(error),
                    }),
                    Order::Keep(login, password) => store.keep(&login, &password).err().map(Told::Failed),
                    Order::Forget(login) => store.forget(&login).err().map(Told::Failed),
                };
                if answer.is_some_and(|answer| tell.send(answer).is_err()) {
                    return;
                }
                wake();
            }
        });
        Keeper { orders, told }
    }

    fn order(&self, order: Order) {
        self.orders.send(order).ok();
    }

    /// Asks whether there is a store.
    pub fn check(&self) {
        self.order(Order::Check);
    }

    /// Looks for a password.
    pub fn find(&self, login: LoginName) {
        self.order(Order::Find(login));
    }

    /// Keeps a password.
    pub fn keep(&self, login: LoginName, password: Secret) {
        self.order(Order::Keep(login, password));
    }

    /// Keeps a password no longer.
    pub fn forget(&self, login: LoginName) {
        self.order(Order::Forget(login));
    }

    /// What was told since the last time.
    #[must_use]
    pub fn take(&self) -> Vec<Told> {
        self.told.try_iter().collect()
    }

    /// Waits for the next thing that is told.
    #[must_use]
    pub fn wait(&self) -> Option<Told> {
        self.told.recv().ok()
    }
}
