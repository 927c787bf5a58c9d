//! The system's own keyring.

use super::{LoginName, PasswordStore, StoreError};
use crate::net::secret::Secret;

/// The keyring of the desktop (Secret Service), of macOS or of Windows.
///
/// ```no_run
/// use kiebitz::net::passwords::{PasswordStore as _, SystemKeyring};
/// println!("{:?}", SystemKeyring.check());
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemKeyring;

/// The name under which entries stand there.
const PROGRAM: &str = "kiebitz";

/// The Secret Service of freedesktop.org, over the session bus. The secret crosses that bus as it is: it belongs to the
/// person and to nobody else.
#[cfg(all(unix, not(target_os = "macos")))]
mod service {
    use super::{LoginName, PROGRAM, PasswordStore, Secret, StoreError, SystemKeyring};
    use std::collections::HashMap;
    use std::time::Duration;
    use zbus::blocking::connection::Builder;
    use zbus::blocking::fdo::DBusProxy;
    use zbus::blocking::{Connection, Proxy};
    use zbus::zvariant::{ObjectPath, OwnedObjectPath, OwnedValue, Value};

    const SERVICE: &str = "org.freedesktop.secrets";
    const ROOT: &str = "/org/freedesktop/secrets";
    const INTERFACE: &str = "org.freedesktop.Secret";
    /// No answer for so long: the keyring does not work. Waiting for its owner is no such answer.
    const PATIENCE: Duration = Duration::from_secs(20);
    /// What "nothing" is called on the bus.
    const NONE: &str = "/";

    /// A secret as it travels: session, parameters, the secret, its kind.
    type Travelling = (OwnedObjectPath, Vec<u8>, Vec<u8>, String);

    impl From<zbus::Error> for StoreError {
        fn from(error: zbus::Error) -> StoreError {
            match error {
                zbus::Error::MethodError(_, Some(text), _) => StoreError::Failed(text),
                zbus::Error::MethodError(..) | zbus::Error::InputOutput(_) | zbus::Error::Address(_) => {
                    StoreError::Missing
                }
                other => StoreError::Failed(other.to_string()),
            }
        }
    }

    fn connect() -> Result<Connection, StoreError> {
        let built = Builder::session().and_then(|builder| builder.method_timeout(PATIENCE).build());
        built.map_err(|_| StoreError::Missing)
    }

    /// A conversation with the keyring.
    struct Talk {
        connection: Connection,
        session: OwnedObjectPath,
    }

    fn attributes(login: &LoginName) -> HashMap<&str, &str> {
        HashMap::from([
            ("application", PROGRAM),
            ("server", login.server.as_str()),
            ("user", login.name.as_str()),
        ])
    }

    impl Talk {
        fn begin() -> Result<Talk, StoreError> {
            let connection = connect()?;
            let service = Proxy::new(&connection, SERVICE, ROOT, "org.freedesktop.Secret.Service")?;
            let (_, session): (OwnedValue, OwnedObjectPath) =
                service.call("OpenSession", &("plain", Value::from(""))).map_err(|_| StoreError::Missing)?;
            Ok(Talk { connection, session })
        }

        fn proxy(&self, path: &OwnedObjectPath, part: &str) -> Result<Proxy<'static>, StoreError> {
            let interface = format!("{INTERFACE}.{part}");
            Ok(Proxy::new(&self.connection, SERVICE, path.clone(), interface)?)
        }

        fn service(&self) -> Result<Proxy<'static>, StoreError> {
            Ok(Proxy::new(&self.connection, SERVICE, ROOT, format!("{INTERFACE}.Service"))?)
        }

        /// Lets the keyring ask its owner something, if it wants to; what came of it.
        fn prompt(&self, path: &OwnedObjectPath) -> Result<Option<OwnedValue>, StoreError> {
            if path.as_str() == NONE {
                return Ok(None);
            }
            let prompt = self.proxy(path, "Prompt")?;
            let mut answers = prompt.receive_signal("Completed")?;
            prompt.call::<_, _, ()>("Prompt", &"")?;
            let answer = answers.next().ok_or(StoreError::Missing)?;
            let (dismissed, result): (bool, OwnedValue) =
                answer.body().deserialize().map_err(|error| StoreError::Failed(error.to_string()))?;
            if dismissed { Err(StoreError::Locked) } else { Ok(Some(result)) }
        }

        fn unlock(&self, what: &[OwnedObjectPath]) -> Result<(), StoreError> {
            let (_, prompt): (Vec<OwnedObjectPath>, OwnedObjectPath) =
                self.service()?.call("Unlock", &(what,))?;
            self.prompt(&prompt).map(|_| ())
        }

        /// The entries of a login, unlocked.
        fn entries(&self, login: &LoginName) -> Result<Vec<OwnedObjectPath>, StoreError> {
            let (mut open, locked): (Vec<OwnedObjectPath>, Vec<OwnedObjectPath>) =
                self.service()?.call("SearchItems", &(attributes(login),))?;
            if !locked.is_empty() {
                self.unlock(&locked)?;
                open.extend(locked);
            }
            Ok(open)
        }

        /// The keyring that is meant when none is named; it is made if there is none yet.
        fn collection(&self) -> Result<OwnedObjectPath, StoreError> {
            let service = self.service()?;
            let known: OwnedObjectPath = service.call("ReadAlias", &("default",))?;
            if known.as_str() != NONE {
                return Ok(known);
            }
            let label = HashMap::from([("org.freedesktop.Secret.Collection.Label", Value::from("Login"))]);
            let (made, prompt): (OwnedObjectPath, OwnedObjectPath) =
                service.call("CreateCollection", &(label, "default"))?;
            match self.prompt(&prompt)? {
                Some(result) => {
                    OwnedObjectPath::try_from(result).map_err(|error| StoreError::Failed(error.to_string()))
                }
                None => Ok(made),
            }
        }
    }

    impl PasswordStore for SystemKeyring {
        fn check(&self) -> Result<(), StoreError> {
            let connection = connect()?;
            let bus = DBusProxy::new(&connection)?;
            let running = bus.list_names().map_err(|_| StoreError::Missing)?;
            let waiting = bus.list_activatable_names().map_err(|_| StoreError::Missing)?;
            let there = running.iter().chain(&waiting).any(|name| name.as_str() == SERVICE);
            if there { Ok(()) } else { Err(StoreError::Missing) }
        }

        fn find(&self, login: &LoginName) -> Result<Option<Secret>, StoreError> {
            let talk = Talk::begin()?;
            let Some(entry) = talk.entries(login)?.into_iter().next() else { return Ok(None) };
            let (secret,): (Travelling,) =
                talk.proxy(&entry, "Item")?.call("GetSecret", &(&talk.session,))?;
            let text = String::from_utf8(secret.2).map_err(|error| StoreError::Failed(error.to_string()))?;
            Ok(Some(Secret::new(text)))
        }

        fn keep(&self, login: &LoginName, password: &Secret) -> Result<(), StoreError> {
            let talk = Talk::begin()?;
            let collection = talk.collection()?;
            talk.unlock(std::slice::from_ref(&collection))?;
            let label = format!("Kiebitz: {} @ {}", login.name, login.server);
            let properties = HashMap::from([
                ("org.freedesktop.Secret.Item.Label", Value::from(label)),
                ("org.freedesktop.Secret.Item.Attributes", Value::from(attributes(login))),
            ]);
            let session: ObjectPath<'_> = talk.session.as_ref();
            let secret = (session, Vec::<u8>::new(), password.expose().as_bytes(), "text/plain");
            let (_, prompt): (OwnedObjectPath, OwnedObjectPath) =
                talk.proxy(&collection, "Collection")?.call("CreateItem", &(properties, secret, true))?;
            talk.prompt(&prompt).map(|_| ())
        }

        fn forget(&self, login: &LoginName) -> Result<(), StoreError> {
            let talk = Talk::begin()?;
            for entry in talk.entries(login)? {
                let prompt: OwnedObjectPath = talk.proxy(&entry, "Item")?.call("Delete", &())?;
                talk.prompt(&prompt)?;
            }
            Ok(())
        }
    }
}

/// The stores of macOS and Windows.
#[cfg(any(target_os = "macos", windows))]
mod service {
    use super::{LoginName, PROGRAM, PasswordStore, Secret, StoreError, SystemKeyring};
    use keyring::{Entry, Error};

    fn entry(login: &LoginName) -> Result<Entry, StoreError> {
        Entry::new(&format!("{PROGRAM} {}", login.server), &login.name).map_err(told)
    }

    fn told(error: Error) -> StoreError {
        match error {
            Error::NoDefaultStore => StoreError::Missing,
            Error::NoStorageAccess(_) => StoreError::Locked,
            other => StoreError::Failed(other.to_string()),
        }
    }

    impl PasswordStore for SystemKeyring {
        fn check(&self) -> Result<(), StoreError> {
            Entry::store_status().as_ref().map_err(|_| StoreError::Missing).copied()
        }

        fn find(&self, login: &LoginName) -> Result<Option<Secret>, StoreError> {
            match entry(login)?.get_password() {
                Ok(password) => Ok(Some(Secret::new(password))),
                Err(Error::NoEntry) => Ok(None),
                Err(error) => Err(told(error)),
            }
        }

        fn keep(&self, login: &LoginName, password: &Secret) -> Result<(), StoreError> {
            entry(login)?.set_password(password.expose()).map_err(told)
        }

        fn forget(&self, login: &LoginName) -> Result<(), StoreError> {
            match entry(login)?.delete_credential() {
                Ok(()) | Err(Error::NoEntry) => Ok(()),
                Err(error) => Err(told(error)),
            }
        }
    }
}
