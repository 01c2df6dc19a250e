//! Signatures of manifests, and thereby of every byte of the tables that they list.
//!
//! `manifest.json.minisig` stands beside the manifest, in the format of minisign (Frank Denis, 2015), which
//! checks it too: `minisign -V -p PUBLIC-KEY -m manifest.json`. This crate checks signatures; making them
//! takes a secret key, and is left to programs that have one.

use std::io;
use std::path::PathBuf;

use crate::disk::read_text;
use crate::error::StoreError;
use crate::folder::sync_folder;
use crate::store::Store;

const SIGNATURE_FILE: &str = "manifest.json.minisig";

/// The public half of a key that signs manifests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicKey(minisign_verify::PublicKey);

impl PublicKey {
    /// Reads what is in the file of a public key, or its second line alone; `None` if it is neither.
    pub fn parse(text: &str) -> Option<PublicKey> {
        let key = minisign_verify::PublicKey::decode(text)
            .or_else(|_| minisign_verify::PublicKey::from_base64(text.trim()));
        key.ok().map(PublicKey)
    }
}

impl Store {
    /// What is signed: the manifest, byte for byte as it stands on the disk.
    pub fn manifest_text(&self) -> String {
        self.manifest().encode()
    }

    fn signature_file(&self) -> PathBuf {
        self.dir().join(SIGNATURE_FILE)
    }

    /// Puts a signature beside the manifest, in place of the one that is there.
    ///
    /// # Errors
    /// Where the folder cannot be written to.
    pub fn write_signature(&self, signature: &str) -> Result<(), StoreError> {
        let path = self.signature_file();
        let failed = |cause| StoreError::io("write", &path)(cause);
        let mut out = self.disk().create(self.dir()).map_err(failed)?;
        out.write_all(signature.as_bytes()).map_err(failed)?;
        out.sync().map_err(failed)?;
        out.rename(&path).map_err(failed)?;
        sync_folder(&**self.disk(), self.dir())
    }

    /// Checks that the manifest was signed with a key; what was signed along with it, in words.
    ///
    /// # Errors
    /// [`Unsigned`](StoreError::Unsigned), [`Forged`](StoreError::Forged) or [`Io`](StoreError::Io).
    pub fn check_signature(&self, key: &PublicKey) -> Result<String, StoreError> {
        let file = self.signature_file();
        let text = match read_text(&**self.disk(), &file) {
            Ok(text) => text,
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => {
                return Err(StoreError::Unsigned { dir: self.dir().to_owned() });
            }
            Err(cause) => return Err(StoreError::io("read", &file)(cause)),
        };
        let forged = |what| StoreError::Forged { file: file.clone(), what };
        let signature = minisign_verify::Signature::decode(&text)
            .map_err(|_| forged("it is no signature of minisign"))?;
        let checked = key.0.verify(self.manifest_text().as_bytes(), &signature, false);
        checked.map_err(|error| match error {
            minisign_verify::Error::UnexpectedKeyId => forged("it was made with another key"),
            _ => forged("the manifest is not what was signed"),
        })?;
        Ok(signature.trusted_comment().to_owned())
    }
}
