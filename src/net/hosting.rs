//! A table of one's own beside the window: the host on a thread of its own, and AIs that sit at it.

use super::accounts::Accounts;
use super::client::{Client, Login};
use super::robot::{Plan, Robot, Sitting};
use super::secret::Secret;
use super::server::journal::Journal;
use super::server::{Host, Limits, Options, Settings, own_address};
use crate::player::{Style, Tables};
use crate::search::{Cancel, Resources};
use crate::storage::RealDisk;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Memory of each AI in MB: their searches are small.
const MEMORY: usize = 64;
/// The AIs try to come back for as long as the table is open.
const RETRY: Duration = Duration::from_secs(86_400);

/// A host at work. Dropping it closes the table.
///
/// ```
/// use kiebitz::net::hosting::Hosting;
/// let hosting = Hosting::start(0, &[], None, None).unwrap();
/// assert!(hosting.local_address().starts_with("127.0.0.1:"));
/// ```
pub struct Hosting {
    stop: Cancel,
    address: SocketAddr,
    failed: Arc<Mutex<Option<io::Error>>>,
}

impl Hosting {
    /// Opens a table on this port (0 for one that is free). The first of the AIs makes it and asks the others, and the person if
    /// he is named. With a journal whatever runs is taken up again after the program was ended.
    ///
    /// # Errors
    /// If the port or the journal cannot be used.
    pub fn start(
        port: u16,
        ais: &[&str],
        person: Option<&str>,
        journal: Option<&Path>,
    ) -> io::Result<Hosting> {
        let mut accounts = Accounts::open();
        let mut robots = Vec::new();
        for name in ais {
            // Nobody else may come under an AI's name.
            let mut bytes = [0; 16];
            getrandom::fill(&mut bytes).map_err(io::Error::other)?;
            let password = Secret::new(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>());
            accounts.admit(name, &password).map_err(io::Error::other)?;
            robots.push(((*name).to_string(), password));
        }
        let journal = match journal {
            Some(path) => {
                if let Some(folder) = path.parent() {
                    std::fs::create_dir_all(folder)?;
                }
                let (journal, entries, _) = Journal::open(RealDisk::shared(), path)?;
                Some((journal, entries))
            }
            None => None,
        };
        let address = SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), port);
        let (settings, limits) = (Settings::default(), Limits::default());
        let mut host = Host::open(Options { address, settings, accounts, journal, limits })?;
        let hosting = Hosting { stop: Cancel::default(), address: host.address(), failed: Arc::default() };
        let (stop, failed) = (hosting.stop.clone(), Arc::clone(&hosting.failed));
        thread::spawn(move || {
            if let Err(error) = host.run(&stop, &mut |_| {}) {
                *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
        });
        let guests: Vec<String> = ais.iter().skip(1).copied().chain(person).map(String::from).collect();
        for (at, (name, password)) in robots.into_iter().enumerate() {
            let plan = Plan {
                seat: if at == 0 { Sitting::Create(None) } else { Sitting::Invited },
                invite: if at == 0 { guests.clone() } else { Vec::new() },
                games: None,
                patience: None,
                style: Style { seed: at as u64 + 1, ..Style::default() },
                resources: Resources::new(MEMORY, 1),
            };
            let login = Login { server: hosting.local_address(), name, password, retry: RETRY };
            let stop = hosting.stop.clone();
            thread::spawn(move || {
                let client = Client::connect(login, || {});
                Robot::new(&client, Tables::shipped(), plan, 0).run(&stop, &mut |_| {});
            });
        }
        Ok(hosting)
    }

    /// Where it is reached on this machine.
    #[must_use]
    pub fn local_address(&self) -> String {
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), self.address.port()).to_string()
    }

    /// Where others reach it, as far as that can be told.
    #[must_use]
    pub fn public_address(&self) -> String {
        own_address().map_or_else(
            || self.address.port().to_string(),
            |ip| SocketAddr::new(ip, self.address.port()).to_string(),
        )
    }

    /// Why it has stopped by itself; told once.
    #[must_use]
    pub fn take_failure(&self) -> Option<io::Error> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl Drop for Hosting {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}
