//! Waiting for changes on the disk. The system tells of them; what it does not tell is noticed a little later.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::scan::{Scan, settled};

/// Events that come closer together than this belong to one save.
const QUIET: Duration = Duration::from_millis(50);
/// Whoever saves without end is not waited for any longer than this.
const LONGEST: Duration = Duration::from_millis(500);
/// How often it is looked whether the folders are still those that are watched.
const TICK: Duration = Duration::from_millis(250);
/// How often all files are looked at, for disks whose changes nobody tells.
const ROUND: Duration = Duration::from_secs(2);

/// Folders that are watched.
pub struct Watch {
    roots: Vec<PathBuf>,
    /// Which folder each of them was when it was last watched; nothing, while it is not there.
    watched: Vec<Option<u64>>,
    // Without one, the rounds still notice everything.
    watcher: Option<RecommendedWatcher>,
    events: Receiver<notify::Result<Event>>,
    last: Scan,
}

/// What was changed, and when it was first noticed.
#[derive(Debug)]
pub struct Saved {
    /// The files.
    pub files: Vec<PathBuf>,
    /// When the first of it was heard of.
    pub since: Instant,
}

impl Watch {
    /// Begins to watch folders.
    pub fn new(roots: Vec<PathBuf>) -> Self {
        let (sender, events) = channel();
        let watcher = notify::recommended_watcher(move |event| {
            // Nobody listens any more when the program ends.
            let _ = sender.send(event);
        });
        let watched = vec![None; roots.len()];
        let mut watch = Self { roots, watched, watcher: watcher.ok(), events, last: Scan::default() };
        watch.watch_anew();
        watch.last = Scan::of(&watch.roots);
        watch
    }

    /// Waits for the next save, and for its end.
    pub fn next(&mut self) -> Saved {
        let mut round = Instant::now();
        loop {
            let heard = match self.events.recv_timeout(TICK) {
                Ok(event) => matters(&event),
                Err(RecvTimeoutError::Timeout) => false,
                // Nobody tells anything: the rounds are left.
                Err(RecvTimeoutError::Disconnected) => {
                    std::thread::sleep(TICK);
                    false
                }
            };
            let since = Instant::now();
            let moved = self.watch_anew();
            let due = round.elapsed() >= ROUND;
            if !heard && !moved && !due {
                continue;
            }
            round = since;
            if heard {
                self.wait_for_quiet(since);
            }
            let files = self.changed();
            if !files.is_empty() {
                return Saved { files, since };
            }
        }
    }

    /// What was changed since it was last looked, once it stands still; mostly nothing.
    pub fn changed(&mut self) -> Vec<PathBuf> {
        let now = settled(&self.roots, &self.last);
        let files = now.changed_since(&self.last);
        self.last = now;
        files
    }

    fn wait_for_quiet(&self, since: Instant) {
        while since.elapsed() < LONGEST && self.events.recv_timeout(QUIET).is_ok() {}
    }

    /// Watches the folders that came or came back, and gives whether there were any, or whether any is gone.
    fn watch_anew(&mut self) -> bool {
        let mut moved = false;
        for (root, watched) in self.roots.iter().zip(&mut self.watched) {
            let now = identity(root);
            if now == *watched {
                continue;
            }
            moved = true;
            if let Some(watcher) = &mut self.watcher {
                // A folder that is gone is not watched any more; that is all that was wanted.
                let _ = watcher.unwatch(root);
                // One that cannot be watched is still looked at in rounds.
                let _ = if now.is_some() { watcher.watch(root, RecursiveMode::Recursive) } else { Ok(()) };
            }
            *watched = now;
        }
        moved
    }
}

/// Whether something may have been changed; reading a file changes nothing.
fn matters(event: &notify::Result<Event>) -> bool {
    event.as_ref().map_or(true, |event| !matches!(event.kind, EventKind::Access(_)))
}

/// Which folder it is, if there is one.
#[cfg(unix)]
fn identity(folder: &Path) -> Option<u64> {
    let facts = folder.metadata().ok()?;
    facts.is_dir().then(|| std::os::unix::fs::MetadataExt::ino(&facts))
}

#[cfg(not(unix))]
fn identity(folder: &Path) -> Option<u64> {
    folder.is_dir().then_some(0)
}
