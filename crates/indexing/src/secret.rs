//! Files that are never read, whatever the ignore rules say: keys, credentials, environment files.

const EXTENSIONS: &[&str] = &[
    "pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "asc", "gpg", "age", "pkcs12", "tfstate",
    "tfvars", "env",
];

const NAMES: &[&str] = &[
    "credentials",
    "credentials.json",
    "credentials.yml",
    "credentials.yaml",
    ".netrc",
    "_netrc",
    ".npmrc",
    ".pypirc",
    ".htpasswd",
    ".pgpass",
    ".git-credentials",
    ".flaskenv",
    ".s3cfg",
    ".boto",
    ".vault_pass",
    "credentials.csv",
    "kubeconfig",
    "secrets.properties",
    ".dockercfg",
    "secrets.json",
    "secrets.yml",
    "secrets.yaml",
    "secrets.toml",
    "secret.yml",
    "secret.yaml",
    "token.json",
    "master.key",
    "vault.yml",
    "vault.yaml",
];

/// Whatever follows: `.envrc`, `.env.production`, `.env~`.
const ALWAYS: &[&str] = &[".env"];

/// Followed by nothing, or by something that is not the name of source.
const PREFIXES: &[&str] =
    &["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "service-account", "service_account", "client_secret"];

/// Endings of source, which is about secrets and has none.
const SOURCE: &[&str] = &[".py", ".js", ".ts", ".go", ".rs", ".java", ".rb", ".md", ".rst"];

/// What editors and careful people append to a name.
const BACKUPS: &[&str] = &["~", ".bak", ".backup", ".old", ".orig", ".save", ".swp"];

/// Suffixes that mark the harmless half of a pair, where the name alone decides.
const HARMLESS: &[&str] = &[".pub"];

const FOLDERS: &[&str] = &[".ssh", ".gnupg", ".aws", ".azure", ".kube"];

/// Whether a path names something that must not be read.
pub fn is_secret(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let name = original(name);
    if ALWAYS.iter().any(|prefix| name.starts_with(prefix)) {
        return true;
    }
    if HARMLESS.iter().any(|suffix| name.ends_with(suffix)) {
        return false;
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    is_prefixed(name)
        || NAMES.contains(&name)
        || EXTENSIONS.contains(&extension)
        || is_in_secret_folder(folders)
}

fn is_in_secret_folder(folders: &str) -> bool {
    // All of them are hidden, which few folders are.
    let may_be = folders.starts_with('.') || memchr::memmem::find(folders.as_bytes(), b"/.").is_some();
    may_be && folders.split('/').any(|part| FOLDERS.contains(&part))
}

/// The name of which this is a copy, or the name itself: `.netrc` of `.netrc.bak` and `#.netrc#`.
fn original(name: &str) -> &str {
    let name = name.strip_prefix('#').map_or(name, |rest| rest.trim_end_matches('#'));
    BACKUPS.iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name)
}

fn is_prefixed(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| {
        name.strip_prefix(prefix).is_some_and(|rest| {
            rest.is_empty()
                || rest.starts_with(['.', '-', '_']) && !SOURCE.iter().any(|end| rest.ends_with(end))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_known_by_name() {
        for path in [
            ".env",
            "a/.env.production",
            "deploy/server.pem",
            "home/.ssh/config",
            "id_rsa",
            "x/credentials.json",
            ".ENV",
            ".envrc",
            ".env~",
            "#.env#",
            ".env.production.md",
            "deploy/prod.env",
            ".netrc.bak",
            "key.pem.old",
            "state.tfstate.backup",
            "prod.tfvars",
            "client_secret_1.json",
        ] {
            assert!(is_secret(path), "{path}");
        }
    }

    #[test]
    fn code_about_secrets_is_not_secret() {
        for path in [
            "environment.rs",
            "src/env.rs",
            "credentials.py",
            "id_rsa.pub",
            "keys/mod.rs",
            "client_secret.py",
            "env",
            "notes.bak",
            "secrets.py",
        ] {
            assert!(!is_secret(path), "{path}");
        }
    }
}
