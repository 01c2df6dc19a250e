//! `site`: the page as files, for servers that run no program.

use std::io::Write;
use std::path::Path;

use hindsight_answers::Bounds;
use hindsight_games::games;
use hindsight_serve::{SiteError, WrittenSite, write_site};
use hindsight_solve::Bytes;

use crate::args::DataArgs;
use crate::failure::Failure;
use crate::numbers;

/// Writes a site.
pub fn run(folder: &Path, data: &DataArgs, out: &mut impl Write) -> Result<(), Failure> {
    let written = write_site(folder, games(), &data.dir).map_err(|error| match error {
        SiteError::NotOurs(_) => Failure::Usage(error.to_string()),
        SiteError::Io(..) => Failure::Other(error.to_string()),
    })?;
    let WrittenSite { files, bytes, small, with_tables } = written;
    writeln!(
        out,
        "{}: {files} files, {}; {small} variants have at most {} slots and are solved in the browser, \
         {with_tables} have tables",
        folder.display(),
        Bytes(bytes),
        numbers::grouped(Bounds::IN_BROWSER.slots)
    )?;
    Ok(())
}
