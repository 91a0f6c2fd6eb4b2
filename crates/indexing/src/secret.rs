//! Files that are never read, whatever the ignore rules say: keys, credentials, environment files.

const EXTENSIONS: &[&str] =
    &["pem", "key", "p12", "pfx", "jks", "keystore", "kdbx", "ppk", "asc", "gpg", "age", "pkcs12", "tfstate"];

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

const PREFIXES: &[&str] =
    &[".env", "id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "service-account", "service_account"];

/// Suffixes that mark the harmless half of a pair, where the name alone decides.
const HARMLESS: &[&str] = &[".pub"];

const FOLDERS: &[&str] = &[".ssh", ".gnupg", ".aws", ".azure", ".kube"];

/// Whether a path names something that must not be read.
pub fn is_secret(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let mut parts = lower.rsplit('/');
    let name = parts.next().unwrap_or_default();
    if HARMLESS.iter().any(|suffix| name.ends_with(suffix)) {
        return false;
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    is_prefixed(name)
        || NAMES.contains(&name)
        || EXTENSIONS.contains(&extension)
        || parts.any(|part| FOLDERS.contains(&part))
}

fn is_prefixed(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| {
        name.strip_prefix(prefix).is_some_and(|rest| {
            let source = [".py", ".js", ".ts", ".go", ".rs", ".java", ".rb", ".md", ".rst"];
            rest.is_empty()
                || rest.starts_with(['.', '-', '_']) && !source.iter().any(|end| rest.ends_with(end))
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
            ".envrc_parser.py",
            "secrets.py",
        ] {
            assert!(!is_secret(path), "{path}");
        }
    }
}
