//! From the text of an import to the file or package that it names.
//!
//! Knows paths and manifests' hints, nothing about the symbols inside files.

use crate::catalogue::{Catalogue, NONE};
use crate::hashing::{KeyMap, KeySet, hash, parts};
use crate::input::{FileInput, Hints};
use orienteer_languages::ModuleStyle;

/// Where an import leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// Out of the repository, as far as can be seen.
    External,
    File(u32),
    Package(u32),
}

/// A place, and the last parts of the path that name symbols in it rather than files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Location<'t> {
    pub place: Place,
    pub rest: &'t str,
}

impl Location<'_> {
    const EXTERNAL: Location<'static> = Location { place: Place::External, rest: "" };

    fn file(file: u32) -> Location<'static> {
        Location { place: Place::File(file), rest: "" }
    }
}

/// A path that a file can be named by: its own from byte `root` on.
#[derive(Clone, Copy, Debug)]
struct Entry {
    file: u32,
    root: u32,
    next: u32,
}

pub(crate) struct Modules<'a> {
    hints: &'a Hints,
    paths: KeyMap<u32>,
    entries: Vec<Entry>,
    /// Folders that hold a file which stands for them.
    index_folders: KeySet,
    packages: KeyMap<u32>,
    pub package_of: Vec<u32>,
}

impl<'a> Modules<'a> {
    pub(crate) fn new(catalogue: &Catalogue<'a>, hints: &'a Hints) -> Modules<'a> {
        let count = catalogue.files.len();
        let mut modules = Modules {
            hints,
            paths: KeyMap::with_capacity_and_hasher(count * 4, Default::default()),
            entries: Vec::with_capacity(count * 4),
            index_folders: KeySet::default(),
            packages: KeyMap::default(),
            package_of: vec![NONE; count],
        };
        for file in (0..count as u32).rev() {
            modules.enter(catalogue, file);
        }
        modules
    }

    fn enter(&mut self, catalogue: &Catalogue<'_>, file: u32) {
        let input = &catalogue.files[file as usize];
        let speech = catalogue.speech(file);
        if !speech.is_code {
            return;
        }
        let stem_path = without_extension(input.path);
        match speech.style() {
            ModuleStyle::DottedPath => self.enter_suffixes(stem_path, file),
            ModuleStyle::RelativePath => {
                self.enter_path(stem_path, 0, file);
                self.enter_path(input.path, 0, file);
            }
            ModuleStyle::CratePath => self.enter_path(stem_path, 0, file),
            ModuleStyle::Include => {
                self.enter_suffixes(input.path, file);
                self.enter_suffixes(stem_path, file);
            }
            ModuleStyle::Directory => self.join_package(file, hash(folder(input.path)).0),
            ModuleStyle::Declared => self.join_package(file, declared_key(input)),
            ModuleStyle::Global => {}
        }
        if speech.index_stems.contains(&hash(last_part(stem_path))) {
            let folder = folder(input.path);
            self.index_folders.insert(hash(folder).0);
            match speech.style() {
                ModuleStyle::DottedPath => self.enter_suffixes(folder, file),
                _ => self.enter_path(folder, 0, file),
            }
        }
    }

    fn enter_suffixes(&mut self, path: &str, file: u32) {
        self.enter_path(path, 0, file);
        for (position, _) in path.match_indices('/') {
            self.enter_path(path, position + 1, file);
        }
    }

    fn enter_path(&mut self, path: &str, root: usize, file: u32) {
        let entry = self.entries.len() as u32;
        let next = self.paths.insert(hash(&path[root..]).0, entry).unwrap_or(NONE);
        self.entries.push(Entry { file, root: root as u32, next });
    }

    fn join_package(&mut self, file: u32, key: u64) {
        let next = self.packages.len() as u32;
        self.package_of[file as usize] = *self.packages.entry(key).or_insert(next);
    }

    fn candidates(&self, path: &str) -> impl Iterator<Item = Entry> + '_ {
        let mut current = self.paths.get(&hash(path).0).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let entry = *self.entries.get(current as usize)?;
            current = entry.next;
            Some(entry)
        })
    }

    /// The file at exactly this path (extension optional) that `from` can use.
    fn exact(&self, catalogue: &Catalogue<'_>, from: u32, path: &str) -> Option<u32> {
        let family = catalogue.speech(from).family;
        self.candidates(path)
            .filter(|entry| entry.root == 0 && catalogue.speech(entry.file).family == family)
            .map(|entry| entry.file)
            .find(|file| *file != from)
    }

    /// The module that the text of an import in `from` names.
    pub(crate) fn locate<'t>(&self, catalogue: &Catalogue<'_>, from: u32, text: &'t str) -> Location<'t> {
        let found = match catalogue.speech(from).style() {
            ModuleStyle::DottedPath => self.dotted(catalogue, from, text).map(Location::file),
            ModuleStyle::RelativePath => self.relative(catalogue, from, text).map(Location::file),
            ModuleStyle::Include => self.included(catalogue, from, text).map(Location::file),
            ModuleStyle::Directory => self.directory(text),
            ModuleStyle::Declared => self.declared(text),
            ModuleStyle::CratePath => self.crate_path(catalogue, from, text),
            ModuleStyle::Global => None,
        };
        found.unwrap_or(Location::EXTERNAL)
    }

    /// The module `name` inside the module that `text` names, or inside the folder that `parent` stands for.
    pub(crate) fn child(
        &self,
        catalogue: &Catalogue<'_>,
        from: u32,
        parent: Place,
        text: &str,
        name: &str,
    ) -> Option<u32> {
        if let Place::File(file) = parent {
            let speech = catalogue.speech(file);
            let path = catalogue.files[file as usize].path;
            let is_index = speech.index_stems.contains(&hash(last_part(without_extension(path))));
            let folder = if is_index { folder(path) } else { without_extension(path) };
            return self.exact(catalogue, from, &join(folder, name));
        }
        (catalogue.speech(from).style() == ModuleStyle::DottedPath && parent == Place::External)
            .then(|| {
                let separator = if text.ends_with('.') { "" } else { "." };
                self.dotted(catalogue, from, &format!("{text}{separator}{name}"))
            })
            .flatten()
    }

    fn dotted(&self, catalogue: &Catalogue<'_>, from: u32, text: &str) -> Option<u32> {
        let importer = catalogue.files[from as usize].path;
        let level = text.bytes().take_while(|byte| *byte == b'.').count();
        let mut path = String::with_capacity(importer.len() + text.len());
        if level > 0 {
            let mut base = folder(importer);
            for _ in 1..level {
                base = folder(base);
            }
            path.push_str(base);
        }
        for part in parts(&text[level..]) {
            if !path.is_empty() {
                path.push('/');
            }
            path.push_str(part);
        }
        if level > 0 {
            self.exact(catalogue, from, &path)
        } else {
            self.under_some_root(catalogue, from, &path)
        }
    }

    /// The best of the files whose path ends in `path`, where what stands before can be a root of sources.
    fn under_some_root(&self, catalogue: &Catalogue<'_>, from: u32, path: &str) -> Option<u32> {
        let importer = catalogue.files[from as usize].path;
        let speech = catalogue.speech(from);
        let single = !path.contains('/');
        let mut best = None;
        for entry in self.candidates(path).take(256) {
            if catalogue.speech(entry.file).family != speech.family || entry.file == from {
                continue;
            }
            let root = &catalogue.files[entry.file as usize].path[..entry.root as usize];
            let around = importer.starts_with(root);
            let named =
                speech.policy.source_roots.iter().any(|name| last_part(root.trim_end_matches('/')) == name);
            if !self.is_root(root, around) || (single && !around && !named) {
                continue;
            }
            let rank = (around, common(root, importer), std::cmp::Reverse(entry.root));
            if best.as_ref().is_none_or(|(held, _)| rank > *held) {
                best = Some((rank, entry.file));
            }
        }
        best.map(|(_, file)| file)
    }

    /// Sources can be relative to a folder that is no package and, seen from outside, in none.
    fn is_root(&self, root: &str, around: bool) -> bool {
        let mut path = root.trim_end_matches('/');
        while !path.is_empty() {
            if self.index_folders.contains(&hash(path).0) {
                return false;
            }
            path = if around { "" } else { folder(path) };
        }
        true
    }

    fn relative(&self, catalogue: &Catalogue<'_>, from: u32, text: &str) -> Option<u32> {
        let importer = catalogue.files[from as usize].path;
        let text = text.split(['?', '#']).next().unwrap_or(text);
        if text.starts_with('.') {
            return self.file_or_index(catalogue, from, &normalize(folder(importer), text)?);
        }
        self.aliased(catalogue, from, text).or_else(|| self.in_package(catalogue, from, text))
    }

    /// The path itself, or with the extension that the written one was compiled from.
    fn file_or_index(&self, catalogue: &Catalogue<'_>, from: u32, path: &str) -> Option<u32> {
        self.exact(catalogue, from, path).or_else(|| {
            let stem = without_extension(path);
            (stem.len() < path.len()).then(|| self.exact(catalogue, from, stem)).flatten()
        })
    }

    fn aliased(&self, catalogue: &Catalogue<'_>, from: u32, text: &str) -> Option<u32> {
        let importer = catalogue.files[from as usize].path;
        let holds = |alias: &&crate::input::Alias| is_under(importer, &alias.folder);
        self.hints.aliases.iter().filter(holds).find_map(|alias| {
            let path = match alias.pattern.strip_suffix('*') {
                Some(prefix) => {
                    let rest = text.strip_prefix(prefix)?;
                    format!("{}{rest}", alias.target.strip_suffix('*').unwrap_or(&alias.target))
                }
                None if alias.pattern == text => alias.target.clone(),
                None => return None,
            };
            self.file_or_index(catalogue, from, &normalize("", &path)?)
        })
    }

    /// `name` or `name/path` of a package of this repository; sources are looked for where packages keep them.
    fn in_package(&self, catalogue: &Catalogue<'_>, from: u32, text: &str) -> Option<u32> {
        let roots = &catalogue.speech(from).policy.source_roots;
        self.hints.packages.iter().find_map(|(folder, name)| {
            let rest = text.strip_prefix(name.as_str())?;
            if !(rest.is_empty() || rest.starts_with('/')) {
                return None;
            }
            let rest = rest.trim_start_matches('/');
            let inside = |root: &str| {
                let base = join(folder, root);
                let path = if rest.is_empty() { base } else { join(&base, rest) };
                self.file_or_index(catalogue, from, &path)
            };
            roots.iter().find_map(|root| inside(root)).or_else(|| inside(""))
        })
    }

    fn included(&self, catalogue: &Catalogue<'_>, from: u32, text: &str) -> Option<u32> {
        let importer = catalogue.files[from as usize].path;
        let beside = normalize(folder(importer), text);
        if let Some(found) = beside.and_then(|path| self.exact(catalogue, from, &path)) {
            return Some(found);
        }
        let path = text.trim_start_matches("./").trim_start_matches("../");
        let family = catalogue.speech(from).family;
        let usable = |entry: &Entry| catalogue.speech(entry.file).family == family && entry.file != from;
        let root_of = |entry: &Entry| &catalogue.files[entry.file as usize].path[..entry.root as usize];
        self.candidates(path)
            .take(256)
            .filter(usable)
            .max_by_key(|entry| {
                (common(root_of(entry), importer), std::cmp::Reverse((entry.root, entry.file)))
            })
            .map(|entry| entry.file)
    }

    fn directory(&self, text: &str) -> Option<Location<'static>> {
        let package = |path: &str| self.packages.get(&hash(path).0).copied();
        for (folder, module) in &self.hints.go_modules {
            let Some(rest) = text.strip_prefix(module.as_str()) else { continue };
            if rest.is_empty() || rest.starts_with('/') {
                let path = join(folder, rest.trim_start_matches('/'));
                return package(&path).map(|package| Location { place: Place::Package(package), rest: "" });
            }
        }
        // Without a manifest that claims the path: the longest end of it, at least two parts, that is a folder here.
        let starts = std::iter::once(0).chain(text.match_indices('/').map(|(position, _)| position + 1));
        starts
            .map(|start| &text[start..])
            .filter(|end| end.contains('/'))
            .find_map(package)
            .map(|package| Location { place: Place::Package(package), rest: "" })
    }

    /// The longest beginning of the text that is a declared package; what is left names types in it.
    fn declared<'t>(&self, text: &'t str) -> Option<Location<'t>> {
        let mut end = text.len();
        loop {
            if let Some(package) = self.packages.get(&package_key(&text[..end])) {
                let rest = text[end..].trim_start_matches(['.', ':', '/', '\\']);
                return Some(Location { place: Place::Package(*package), rest });
            }
            end = text[..end].rfind(['.', ':', '/', '\\'])?;
        }
    }

    /// Follows the parts of a path through the files of a module tree; what is left names symbols.
    fn crate_path<'t>(&self, catalogue: &Catalogue<'_>, from: u32, text: &'t str) -> Option<Location<'t>> {
        let (mut base, mut rest) = self.crate_base(catalogue, from, text)?;
        let mut found = self.exact_or_self(catalogue, from, &base);
        while let Some(part) = parts(rest).next() {
            let path = join(&base, part);
            let Some(file) = self.exact_or_self(catalogue, from, &path) else { break };
            found = Some(file);
            base = path;
            rest = after(rest, part);
        }
        found.map(|file| Location { place: Place::File(file), rest })
    }

    /// The folder at which a path begins, and the path without the word that said so.
    fn crate_base<'t>(
        &self,
        catalogue: &Catalogue<'_>,
        from: u32,
        text: &'t str,
    ) -> Option<(String, &'t str)> {
        let policy = &catalogue.speech(from).policy;
        let path = catalogue.files[from as usize].path;
        let first = parts(text).next()?;
        let here = self.module_folder(catalogue, from);
        if policy.root_words.iter().any(|word| word == first) {
            return Some((self.crate_root(path), after(text, first)));
        }
        if policy.self_words.iter().any(|word| word == first) {
            return Some((here, after(text, first)));
        }
        if policy.super_words.iter().any(|word| word == first) {
            let (mut base, mut rest) = (folder(&here).to_owned(), after(text, first));
            while let Some(word) =
                parts(rest).next().filter(|part| policy.super_words.iter().any(|word| word == part))
            {
                base = folder(&base).to_owned();
                rest = after(rest, word);
            }
            return Some((base, rest));
        }
        let is_named = |(_, name): &&(String, String)| name.len() == first.len() && same_crate(name, first);
        if let Some((folder, _)) = self.hints.packages.iter().find(is_named) {
            return Some((join(folder, "src"), after(text, first)));
        }
        self.exact_or_self(catalogue, from, &join(&here, first)).map(|_| (here, text))
    }

    fn exact_or_self(&self, catalogue: &Catalogue<'_>, from: u32, path: &str) -> Option<u32> {
        let own = self.module_folder(catalogue, from) == path;
        if own { Some(from) } else { self.exact(catalogue, from, path) }
    }

    /// The folder that a file's child modules are in.
    fn module_folder(&self, catalogue: &Catalogue<'_>, file: u32) -> String {
        let path = catalogue.files[file as usize].path;
        let stem_path = without_extension(path);
        let is_index = catalogue.speech(file).index_stems.contains(&hash(last_part(stem_path)));
        if is_index { folder(path).to_owned() } else { stem_path.to_owned() }
    }

    /// The folder of a package's sources: that of the nearest manifest, or the path up to `src`.
    fn crate_root(&self, path: &str) -> String {
        let owning = self.hints.packages.iter().filter(|(folder, _)| is_under(path, folder));
        if let Some((folder, _)) = owning.max_by_key(|(folder, _)| folder.len()) {
            let source = join(folder, "src");
            return if is_under(path, &source) { source } else { crate::modules::folder(path).to_owned() };
        }
        match path.rfind("src/") {
            Some(position) if position == 0 || path.as_bytes()[position - 1] == b'/' => {
                path[..position + 3].to_owned()
            }
            _ => folder(path).to_owned(),
        }
    }
}

fn declared_key(input: &FileInput<'_>) -> u64 {
    let module = input.facts.text(input.facts.module);
    // Files that declare nothing share a scope with the files beside them.
    if module.is_empty() { hash(folder(input.path)).0 ^ 1 } else { package_key(module) }
}

fn package_key(text: &str) -> u64 {
    let mut joined = String::with_capacity(text.len());
    for part in parts(text) {
        joined.push('/');
        joined.push_str(part);
    }
    hash(&joined).0
}

fn same_crate(name: &str, word: &str) -> bool {
    name.bytes().zip(word.bytes()).all(|(left, right)| left == right || (left == b'-' && right == b'_'))
}

/// What stands behind the first occurrence of `part` and its separator.
fn after<'t>(text: &'t str, part: &str) -> &'t str {
    let start = text.find(part).map_or(text.len(), |position| position + part.len());
    text[start..].trim_start_matches(['.', ':', '/', '\\'])
}

pub(crate) fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |position| &path[..position])
}

pub(crate) fn last_part(path: &str) -> &str {
    path.rfind('/').map_or(path, |position| &path[position + 1..])
}

pub(crate) fn without_extension(path: &str) -> &str {
    let name_start = path.rfind('/').map_or(0, |position| position + 1);
    match path[name_start..].rfind('.') {
        Some(position) if position > 0 => &path[..name_start + position],
        _ => path,
    }
}

pub(crate) fn join(folder: &str, name: &str) -> String {
    match (folder, name) {
        ("", _) => name.to_owned(),
        (_, "") => folder.to_owned(),
        _ => format!("{folder}/{name}"),
    }
}

fn is_under(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'))
}

/// Length of the common beginning of two paths.
fn common(left: &str, right: &str) -> usize {
    left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count()
}

/// `base/text` without `.` and `..`; nothing if it leaves the tree.
pub(crate) fn normalize(base: &str, text: &str) -> Option<String> {
    let mut stack: Vec<&str> = base.split('/').filter(|part| !part.is_empty()).collect();
    for part in text.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(stack.pop()?),
            _ => stack.push(part),
        }
    }
    Some(stack.join("/"))
}
