//! Addresses of services, and the one rule about keys: never in the clear to a host that is not exactly loopback.
//!
//! Nothing here resolves a name or opens a connection. The address is read by the parser that the HTTP client uses, so that
//! the two cannot disagree about which part of it is the host.

use std::net::{Ipv4Addr, Ipv6Addr};

use ureq::http::Uri;

use crate::failure::{Failure, Kind, Phase, Service};

/// A checked address without a slash at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    base: String,
}

impl Address {
    /// Refuses what is no http address, what carries a user, and a key that would travel in the clear.
    pub(crate) fn checked(service: Service, url: &str, with_key: bool) -> Result<Address, Failure> {
        let bad = |why: &str| Failure::new(service, Phase::Configure, Kind::BadAddress, why);
        let uri: Uri = url.trim().parse().map_err(|_| bad("the url cannot be read"))?;
        let encrypted = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(bad("the url has to begin with http:// or https://")),
        };
        let authority = uri.authority().ok_or_else(|| bad("the url has no host"))?;
        if authority.as_str().contains('@') {
            return Err(bad("the url names a user: give the key by itself"));
        }
        if uri.query().is_some() {
            return Err(bad("the url has a query"));
        }
        if with_key && !encrypted && !is_loopback(authority.host()) {
            let detail = format!("no key is sent to {} without TLS", authority.host());
            return Err(Failure::new(service, Phase::Configure, Kind::PlainHttpWithKey, detail));
        }
        Ok(Address { base: url.trim().trim_end_matches('/').to_owned() })
    }

    /// The address of a path of the service, of which the setting may already name the beginning.
    pub(crate) fn with_path(&self, path: &[&str]) -> String {
        let known = (1..=path.len()).rev().find(|&count| self.base.ends_with(&joined(&path[..count])));
        format!("{}{}", self.base, joined(&path[known.unwrap_or(0)..]))
    }

    pub(crate) fn base(&self) -> &str {
        &self.base
    }
}

/// Whether an address is exactly this machine: whatever cannot be read as one is not.
pub fn is_on_this_machine(url: &str) -> bool {
    let uri: Option<Uri> =
        Address::checked(Service::Qdrant, url, false).ok().and_then(|_| url.trim().parse().ok());
    uri.is_some_and(|uri| uri.host().is_some_and(is_loopback))
}

fn joined(segments: &[&str]) -> String {
    segments.iter().map(|segment| format!("/{segment}")).collect()
}

/// Exactly this machine: the reserved name, or a number of its loopback network. A name that only begins so is somebody else.
fn is_loopback(host: &str) -> bool {
    let bare = host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    match bare {
        Some(inner) => inner.parse::<Ipv6Addr>().is_ok_and(|number| number.is_loopback()),
        None => {
            host.eq_ignore_ascii_case("localhost")
                || host.parse::<Ipv4Addr>().is_ok_and(|number| number.is_loopback())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(url: &str) -> Option<Kind> {
        Address::checked(Service::DenseEmbedder, url, true).err().map(|failure| failure.kind)
    }

    #[test]
    fn a_key_goes_to_this_machine_or_through_tls() {
        for url in [
            "http://localhost:8080",
            "http://LocalHost/v1",
            "http://127.0.0.1:1/",
            "http://127.9.8.7",
            "http://[::1]:80/x",
            "https://models.example",
        ] {
            assert_eq!(kind_of(url), None, "{url}");
            assert_eq!(is_on_this_machine(url), !url.starts_with("https"), "{url}");
        }
    }

    #[test]
    fn a_key_goes_to_nobody_else_in_the_clear() {
        for url in [
            "http://models.example",
            "http://localhost.evil.example",
            "http://localhost.",
            "http://127.0.0.1.evil.example",
            "http://127.1",
            "http://0x7f000001",
            "http://2130706433",
            "http://0.0.0.0",
            "http://10.0.0.1",
            "http://[::2]",
            "http://[::ffff:127.0.0.1]",
        ] {
            assert_eq!(kind_of(url), Some(Kind::PlainHttpWithKey), "{url}");
            assert!(!is_on_this_machine(url), "{url}");
        }
    }

    #[test]
    fn what_is_no_plain_address_is_refused() {
        for url in [
            "",
            "localhost:8080",
            "ftp://localhost",
            "file:///etc/passwd",
            "http://",
            "http://localhost@evil.example",
            "http://me:secret@localhost",
            "http://localhost:80@evil.example/",
            "http://localhost\\@evil.example",
            "http://localhost?x=1",
        ] {
            assert_eq!(kind_of(url), Some(Kind::BadAddress), "{url}");
            assert!(!is_on_this_machine(url), "{url}");
        }
    }

    #[test]
    fn a_path_that_the_setting_names_is_not_added_twice() {
        let openai = ["v1", "embeddings"];
        for (url, expected) in [
            ("http://localhost:1", "http://localhost:1/v1/embeddings"),
            ("http://localhost:1/", "http://localhost:1/v1/embeddings"),
            ("http://localhost:1/v1", "http://localhost:1/v1/embeddings"),
            ("http://localhost:1/api/v1/embeddings", "http://localhost:1/api/v1/embeddings"),
        ] {
            let address = Address::checked(Service::DenseEmbedder, url, false).unwrap();
            assert_eq!(address.with_path(&openai), expected, "{url}");
        }
    }
}
