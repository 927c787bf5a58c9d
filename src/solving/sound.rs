//! Two soft sounds at the table: a card falls, and it is one's own turn.
//!
//! Kiebitz makes them itself, as waves in a file, and lets the player of the system play them: a sound library would want more
//! of a machine than the whole game does.

use std::f64::consts::TAU;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{io, thread};

/// A sound.
///
/// ```
/// use kiebitz::solving::sound::Sound;
/// assert!(Sound::Turn.wave().starts_with(b"RIFF"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sound {
    /// It is the person's turn: two notes.
    Turn,
    /// A card falls: a short rustle.
    Card,
}

/// Samples a second.
const RATE: u32 = 22_050;
/// A third of what could be: soft.
const LOUDNESS: f64 = 0.3;

impl Sound {
    const ALL: [Sound; 2] = [Sound::Turn, Sound::Card];

    fn file(self) -> &'static str {
        match self {
            Sound::Turn => "turn.wav",
            Sound::Card => "card.wav",
        }
    }

    fn seconds(self) -> f64 {
        match self {
            Sound::Turn => 0.5,
            Sound::Card => 0.09,
        }
    }

    /// How far out the wave is after so many seconds, from −1 to 1.
    fn at(self, seconds: f64) -> f64 {
        let note = |pitch: f64, begin: f64| {
            let since = seconds - begin;
            let swell = (since * 120.0).clamp(0.0, 1.0);
            if since < 0.0 { 0.0 } else { swell * (-7.0 * since).exp() * (TAU * pitch * since).sin() }
        };
        match self {
            Sound::Turn => 0.6 * note(587.33, 0.0) + 0.6 * note(880.0, 0.12),
            Sound::Card => {
                // Noise that is the same each time: the fraction of a wildly turning wave.
                let noise = (seconds * 91_173.0).sin() * 43_758.545;
                (noise.fract() * 2.0 - noise.fract().signum())
                    * (seconds * 900.0).min(1.0)
                    * (-45.0 * seconds).exp()
            }
        }
    }

    /// The sound as a WAV file: one channel, sixteen bits.
    #[must_use]
    pub fn wave(self) -> Vec<u8> {
        let count = (self.seconds() * f64::from(RATE)) as u32;
        let bytes = 2 * count;
        let mut wave = Vec::with_capacity(44 + bytes as usize);
        wave.extend(b"RIFF");
        wave.extend((36 + bytes).to_le_bytes());
        wave.extend(b"WAVEfmt ");
        wave.extend(16_u32.to_le_bytes());
        for number in [1_u16, 1] {
            wave.extend(number.to_le_bytes());
        }
        wave.extend(RATE.to_le_bytes());
        wave.extend((2 * RATE).to_le_bytes());
        for number in [2_u16, 16] {
            wave.extend(number.to_le_bytes());
        }
        wave.extend(b"data");
        wave.extend(bytes.to_le_bytes());
        for sample in 0..count {
            let height = self.at(f64::from(sample) / f64::from(RATE)).clamp(-1.0, 1.0) * LOUDNESS;
            wave.extend(((height * f64::from(i16::MAX)) as i16).to_le_bytes());
        }
        wave
    }
}

/// The programs that play a file, the best first, with what stands before its name.
#[cfg(not(any(target_os = "macos", windows)))]
const PLAYERS: [(&str, &[&str]); 3] = [("pw-play", &[]), ("paplay", &[]), ("aplay", &["-q"])];
#[cfg(target_os = "macos")]
const PLAYERS: [(&str, &[&str]); 1] = [("afplay", &[])];
#[cfg(windows)]
const PLAYERS: [(&str, &[&str]); 1] = [(
    "powershell.exe",
    &["-NoProfile", "-Command", "(New-Object Media.SoundPlayer $env:KIEBITZ_SOUND).PlaySync()"],
)];

/// The system's player of sounds, with our sounds in a folder.
///
/// ```no_run
/// use kiebitz::solving::sound::{Sound, Speaker};
/// if let Some(speaker) = Speaker::find(&std::env::temp_dir()) {
///     speaker.play(Sound::Turn)?;
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Speaker {
    program: PathBuf,
    before: &'static [&'static str],
    folder: PathBuf,
    /// Whether one is playing: another one meanwhile would only be noise.
    busy: Arc<AtomicBool>,
}

impl Speaker {
    /// The player of this system; its files go to the folder. `None` if there is no player.
    #[must_use]
    pub fn find(folder: &Path) -> Option<Speaker> {
        let paths = std::env::var_os("PATH").unwrap_or_default();
        Speaker::among(&std::env::split_paths(&paths).collect::<Vec<_>>(), folder)
    }

    fn among(paths: &[PathBuf], folder: &Path) -> Option<Speaker> {
        PLAYERS.iter().find_map(|(name, before)| {
            let program = paths.iter().map(|path| path.join(name)).find(|path| path.is_file())?;
            Some(Speaker { program, before, folder: folder.to_path_buf(), busy: Arc::default() })
        })
    }

    /// Plays a sound beside everything else; nothing if one is being played.
    ///
    /// # Errors
    /// If the sound cannot be written or the player cannot be started.
    pub fn play(&self, sound: Sound) -> io::Result<()> {
        if self.busy.swap(true, Ordering::AcqRel) {
            return Ok(());
        }
        let started = self.start(sound);
        if started.is_err() {
            self.busy.store(false, Ordering::Release);
        }
        started
    }

    fn start(&self, sound: Sound) -> io::Result<()> {
        let file = self.folder.join(sound.file());
        if !file.is_file() {
            std::fs::create_dir_all(&self.folder)?;
            for one in Sound::ALL {
                crate::storage::write_atomic(&self.folder.join(one.file()), &one.wave())
                    .map_err(io::Error::other)?;
            }
        }
        let mut player = Command::new(&self.program);
        player.args(self.before);
        if cfg!(windows) {
            player.env("KIEBITZ_SOUND", &file);
        } else {
            player.arg(&file);
        }
        let mut child = player.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn()?;
        let busy = Arc::clone(&self.busy);
        thread::spawn(move || {
            child.wait().ok();
            busy.store(false, Ordering::Release);
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sounds_are_soft_begin_and_end_in_silence() {
        for sound in Sound::ALL {
            let wave = sound.wave();
            let length = u32::from_le_bytes(wave[40..44].try_into().unwrap()) as usize;
            assert_eq!(wave.len(), 44 + length);
            let samples: Vec<i16> =
                wave[44..].chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect();
            let loudest = samples.iter().map(|sample| sample.unsigned_abs()).max().unwrap();
            assert!((1_000..13_000).contains(&loudest), "{sound:?} {loudest}");
            assert_eq!(samples[0], 0);
            assert!(
                samples[samples.len() - 20..].iter().all(|sample| sample.unsigned_abs() < 700),
                "{sound:?}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn the_systems_player_gets_the_file() {
        use crate::storage::testing::Folder;
        use std::os::unix::fs::PermissionsExt as _;
        let folder = Folder::new();
        let sounds = folder.0.join("sounds");
        assert!(Speaker::among(std::slice::from_ref(&folder.0), &sounds).is_none());
        let (program, heard) = (folder.0.join(PLAYERS[0].0), folder.0.join("heard"));
        // A player that writes down what it is given.
        std::fs::write(&program, format!("#!/bin/sh\nprintf %s \"$*\" >'{}'\n", heard.display())).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let speaker = Speaker::among(std::slice::from_ref(&folder.0), &sounds).unwrap();
        speaker.play(Sound::Card).unwrap();
        while speaker.busy.load(Ordering::Acquire) {
            thread::yield_now();
        }
        let file = std::fs::read_to_string(heard).unwrap();
        assert!(file.ends_with("card.wav"), "{file}");
        assert_eq!(std::fs::read(sounds.join("card.wav")).unwrap(), Sound::Card.wave());
    }
}
