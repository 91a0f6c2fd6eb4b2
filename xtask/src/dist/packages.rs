//! One file for each way to install: tar, Debian, npm, PyPI. What a machine has no tool for is not made, and that is said.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{BESIDE, Release, done, has, told};
use crate::{Outcome, workspace};

const SUMMARY: &str = "From a task in plain language to the code that it touches";

fn folder(path: &Path) -> Result<&Path, String> {
    std::fs::create_dir_all(path).map_err(told(path))?;
    Ok(path)
}

fn write(path: &Path, text: impl AsRef<[u8]>) -> Outcome {
    folder(path.parent().unwrap_or(Path::new(".")))?;
    std::fs::write(path, text).map_err(told(path))
}

fn copy(from: &Path, to: &Path) -> Outcome {
    folder(to.parent().unwrap_or(Path::new(".")))?;
    std::fs::copy(from, to).map(drop).map_err(told(from))
}

/// Folder in which packages are put together; gone when all are made.
pub(super) const MAKING: &str = "making";

fn scratch(release: &Release, name: &str) -> Result<PathBuf, String> {
    let path = release.folder.join(MAKING).join(name);
    let _ = std::fs::remove_dir_all(&path);
    folder(&path)?;
    Ok(path)
}

fn say(release: &Release, arguments: &[&str]) -> Result<Vec<u8>, String> {
    done(Command::new(&release.program).args(arguments))
}

/// Manuals and completions, as packages of a system have them.
fn with_pages(release: &Release, share: &Path) -> Outcome {
    write(&share.join("man/man1/orient.1"), say(release, &["man"])?)?;
    write(&share.join("bash-completion/completions/orient"), say(release, &["completions", "bash"])?)?;
    write(&share.join("zsh/site-functions/_orient"), say(release, &["completions", "zsh"])?)?;
    write(&share.join("fish/vendor_completions.d/orient.fish"), say(release, &["completions", "fish"])?)
}

pub(super) fn archive(release: &Release) -> Outcome {
    let name = format!("orient-{}-{}", release.version, release.triple);
    let making = scratch(release, "archive")?;
    let inside = making.join(&name);
    copy(&release.program, &inside.join("orient"))?;
    BESIDE.iter().try_for_each(|file| copy(&workspace::root().join(file), &inside.join(file)))?;
    with_pages(release, &inside.join("share"))?;
    let file = release.folder.join(format!("{name}.tar.gz"));
    let tar = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mtime=@0", "-czf"];
    done(Command::new("tar").args(tar).arg(&file).arg(&name).current_dir(&making)).map(drop)
}

pub(super) fn debian(release: &Release) -> Outcome {
    let Some(architecture) = architecture(&release.triple, "amd64", "arm64").filter(|_| has("dpkg-deb"))
    else {
        println!("not made: a Debian package (no dpkg-deb, or no name for {})", release.triple);
        return Ok(());
    };
    let making = scratch(release, "debian")?;
    copy(&release.program, &making.join("usr/bin/orient"))?;
    with_pages(release, &making.join("usr/share"))?;
    let documents = making.join("usr/share/doc/orienteer");
    BESIDE.iter().try_for_each(|file| copy(&workspace::root().join(file), &documents.join(file)))?;
    let control = format!(
        "Package: orienteer\nVersion: {}\nArchitecture: {architecture}\nMaintainer: The Orienteer project\n\
         Section: devel\nPriority: optional\nDescription: {SUMMARY}\n Ranked, explained, with real source lines, packed into a budget of tokens.\n",
        release.version
    );
    write(&making.join("DEBIAN/control"), control)?;
    let file = release.folder.join(format!("orienteer_{}_{architecture}.deb", release.version));
    done(Command::new("dpkg-deb").args(["--build", "--root-owner-group"]).arg(&making).arg(&file)).map(drop)
}

pub(super) fn npm(release: &Release) -> Outcome {
    let Some(processor) = architecture(&release.triple, "x64", "arm64").filter(|_| has("npm")) else {
        println!("not made: a package for npm (no npm, or no name for {})", release.triple);
        return Ok(());
    };
    let making = scratch(release, "npm")?;
    copy(&release.program, &making.join("bin/orient"))?;
    BESIDE.iter().try_for_each(|file| copy(&workspace::root().join(file), &making.join(file)))?;
    let manifest = serde_json::json!({
        "name": format!("orienteer-linux-{processor}"), "version": release.version, "description": SUMMARY,
        "license": "(Apache-2.0 OR MIT)", "os": ["linux"], "cpu": [processor], "bin": { "orient": "bin/orient" },
    });
    write(&making.join("package.json"), format!("{manifest:#}\n"))?;
    done(
        Command::new("npm")
            .args(["pack", "--silent", "--pack-destination"])
            .arg(&release.folder)
            .current_dir(&making),
    )
    .map(drop)
}

pub(super) fn wheel(release: &Release) -> Outcome {
    let Some(processor) = architecture(&release.triple, "x86_64", "aarch64").filter(|_| has("python3"))
    else {
        println!("not made: a wheel (no python3, or no name for {})", release.triple);
        return Ok(());
    };
    let Release { version, .. } = release;
    let making = scratch(release, "wheel")?;
    let about = making.join(format!("orienteer-{version}.dist-info"));
    copy(&release.program, &making.join(format!("orienteer-{version}.data/scripts/orient")))?;
    write(
        &about.join("METADATA"),
        format!(
            "Metadata-Version: 2.1\nName: orienteer\nVersion: {version}\nSummary: {SUMMARY}\nLicense: Apache-2.0 OR MIT\n"
        ),
    )?;
    let systems: Vec<String> =
        systems(release)?.iter().map(|system| format!("{system}_{processor}")).collect();
    let tags: String = systems.iter().map(|system| format!("Tag: py3-none-{system}\n")).collect();
    write(
        &about.join("WHEEL"),
        format!("Wheel-Version: 1.0\nGenerator: xtask\nRoot-Is-Purelib: false\n{tags}"),
    )?;
    let file = release.folder.join(format!("orienteer-{version}-py3-none-{}.whl", systems.join(".")));
    done(Command::new("python3").args(["-c", WHEEL]).arg(&file).current_dir(&making)).map(drop)
}

/// What a machine must have, as installers of Python call it: the C library that the program was linked with, or any at all.
fn systems(release: &Release) -> Result<Vec<String>, String> {
    if release.is_static {
        return Ok(vec!["manylinux_2_17".to_owned(), "musllinux_1_1".to_owned()]);
    }
    let told = done(Command::new("getconf").arg("GNU_LIBC_VERSION"))?;
    let told = String::from_utf8_lossy(&told).into_owned();
    let number = told.trim().rsplit(' ').next().unwrap_or_default().replace('.', "_");
    Ok(vec![format!("manylinux_{number}")])
}

/// Packs the folder that it runs in, with the record of hashes that installers compare.
const WHEEL: &str = r#"
import base64, hashlib, pathlib, sys, zipfile
files = sorted(path for path in pathlib.Path(".").rglob("*") if path.is_file())
about = next(path for path in pathlib.Path(".").iterdir() if path.name.endswith(".dist-info"))
lines = []
for path in files:
    digest = base64.urlsafe_b64encode(hashlib.sha256(path.read_bytes()).digest()).rstrip(b"=").decode()
    lines.append(f"{path.as_posix()},sha256={digest},{path.stat().st_size}\n")
record = about / "RECORD"
record.write_text("".join(lines) + f"{record.as_posix()},,\n")
with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as wheel:
    for path in [*files, record]:
        entry = zipfile.ZipInfo(path.as_posix(), (1980, 1, 1, 0, 0, 0))
        # With the kind of a plain file: without it installers take no notice of the rest.
        entry.external_attr = (0o100755 if "scripts" in path.parts else 0o100644) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        wheel.writestr(entry, path.read_bytes())
"#;

/// None for systems that nobody named yet.
fn architecture<'a>(triple: &str, intel: &'a str, arm: &'a str) -> Option<&'a str> {
    match triple.split_once('-') {
        Some(("x86_64", rest)) if rest.contains("linux") => Some(intel),
        Some(("aarch64", rest)) if rest.contains("linux") => Some(arm),
        _ => None,
    }
}
