//! The system's keyring, for real. It needs one, so it is run by hand:
//!
//!     dbus-run-session -- sh -c 'printf test | gnome-keyring-daemon --unlock --components=secrets
//!         cargo test --test net -- --ignored keyring'

use kiebitz::net::Secret;
use kiebitz::net::passwords::{LoginName, PasswordStore as _, SystemKeyring};

#[test]
#[ignore = "needs a keyring that is unlocked"]
fn a_password_goes_into_the_keyring_and_out_again() {
    let login = LoginName::new("localhost:1", format!("test{}", std::process::id()));
    assert_eq!(SystemKeyring.check(), Ok(()));
    assert_eq!(SystemKeyring.find(&login), Ok(None));
    for password in ["first", "sécond ♣"] {
        SystemKeyring.keep(&login, &Secret::new(password)).unwrap();
        assert_eq!(SystemKeyring.find(&login).unwrap().unwrap().expose(), password);
    }
    let other = LoginName::new("localhost:2", login.name.clone());
    assert_eq!(SystemKeyring.find(&other), Ok(None), "another server is another login");
    SystemKeyring.forget(&login).unwrap();
    assert_eq!(SystemKeyring.find(&login), Ok(None));
}
