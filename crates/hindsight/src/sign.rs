//! `key` and `sign`: keys of minisign, and signatures of manifests with them.

use std::fs::{self, File};
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use ct_codecs::{Base64, Decoder};
use hindsight_solve::default_budget;
use hindsight_store::{PublicKey, SystemDisk, read_text};
use minisign::{KeyPair, PublicKey as SigningKey, SecretKey, SecretKeyBox};

use crate::args::{DataArgs, GameArgs};
use crate::failure::Failure;
use crate::open;

/// The variable that may have the password of a secret key.
const PASSWORD: &str = "HINDSIGHT_KEY_PASSWORD";
/// Where a secret key says how its password is made into a key: nothing stands for no password.
const DERIVATION: Range<usize> = 2..4;
/// How many bytes at the end of a secret key are its checksum.
const CHECKSUM: usize = 32;

/// Makes a pair of keys, `NAME.key` to sign with and `NAME.pub` for everybody.
pub fn make_keys(name: &Path, out: &mut impl Write) -> Result<(), Failure> {
    let [secret, public] = ["key", "pub"].map(|suffix| with_suffix(name, suffix));
    if let Some(there) = [&secret, &public].into_iter().find(|path| path.exists()) {
        return Err(Failure::Other(format!("{} is there already", there.display())));
    }
    let made = match std::env::var(PASSWORD) {
        Ok(password) => KeyPair::generate_encrypted_keypair(Some(password)),
        Err(_) => KeyPair::generate_unencrypted_keypair(),
    };
    let texts = made.and_then(|KeyPair { pk, sk }| {
        Ok([
            sk.to_box(Some("a secret key of Hindsight"))?.into_string(),
            pk.to_box()?.into_string(),
        ])
    });
    let [secret_text, public_text] = texts.map_err(|error| Failure::Other(error.to_string()))?;
    write_new(&secret, &secret_text, 0o600)?;
    write_new(&public, &public_text, 0o666)?;
    let kept = if std::env::var_os(PASSWORD).is_some() { "" } else { ", without a password" };
    writeln!(out, "{} signs, and is to be kept secret{kept}", secret.display())?;
    writeln!(out, "{} checks signatures, and is for everybody", public.display())?;
    Ok(())
}

/// Signs the tables of a game.
pub fn run(
    game: &GameArgs,
    data: &DataArgs,
    key: &Path,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let oracle = open::oracle(game, &data.dir, default_budget().0)?;
    let key = secret_key(key)?;
    let refused = |error: minisign::PError| Failure::Other(error.to_string());
    // A key without a checksum may be damaged: what it signs is checked with its other half.
    let half = SigningKey::from_secret_key(&key).map_err(refused)?;
    let signed = oracle.sign(|text, comment| -> Result<String, Failure> {
        let signature = minisign::sign(Some(&half), &key, text.as_bytes(), Some(comment), None);
        Ok(signature.map_err(refused)?.into_string())
    })?;
    for comment in signed {
        writeln!(out, "signed {comment}")?;
    }
    Ok(())
}

/// A public key, from its file or as it stands there.
pub fn public_key(key: &str) -> Result<PublicKey, Failure> {
    if let Some(key) = PublicKey::parse(key) {
        return Ok(key);
    }
    let text = read_key(Path::new(key))?;
    let refused = || Failure::Other(format!("{key} is no public key of minisign"));
    PublicKey::parse(&text).ok_or_else(refused)
}

fn secret_key(path: &Path) -> Result<SecretKey, Failure> {
    let text = read_key(path)?;
    let boxed = || SecretKeyBox::from_string(&text);
    if let Some(key) = without_checksum(&text) {
        return Ok(key);
    }
    let key = boxed().and_then(SecretKey::from_unencrypted_box).or_else(|unencrypted| {
        match std::env::var(PASSWORD) {
            Ok(password) => SecretKey::from_box(boxed()?, Some(password)),
            // The password is asked for where somebody can be asked.
            Err(_) if io::stdin().is_terminal() => SecretKey::from_box(boxed()?, None),
            Err(_) => Err(unencrypted),
        }
    });
    key.map_err(|error| {
        let password = format!("a password is taken from {PASSWORD} or asked for on a terminal");
        Failure::Other(format!("cannot sign with {}: {error}; {password}", path.display()))
    })
}

/// A secret key as `minisign -G -W` makes it: it has no password, and zeros in place of a checksum, which the
/// crate refuses as damaged.
fn without_checksum(text: &str) -> Option<SecretKey> {
    let bytes = Base64::decode_to_vec(text.lines().nth(1)?.trim(), None).ok()?;
    let checksum = bytes.len().checked_sub(CHECKSUM)?;
    let is_zero = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
    let is_meant = is_zero(bytes.get(DERIVATION)?) && is_zero(&bytes[checksum..]);
    is_meant.then(|| SecretKey::from_bytes(&bytes).ok())?
}

fn read_key(path: &Path) -> Result<String, Failure> {
    read_text(&SystemDisk, path).map_err(|error| failed("read", path, &error))
}

fn write_new(path: &Path, text: &str, mode: u32) -> Result<(), Failure> {
    let file = File::options().write(true).create_new(true).mode(mode).open(path);
    let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| {
        // Half a key is none.
        let _ = fs::remove_file(path);
        failed("write", path, &error)
    })
}

fn failed(what: &str, path: &Path, error: &io::Error) -> Failure {
    Failure::Other(format!("cannot {what} {}: {error}", path.display()))
}

fn with_suffix(name: &Path, suffix: &str) -> PathBuf {
    let mut path = name.as_os_str().to_owned();
    path.push(".");
    path.push(suffix);
    path.into()
}
