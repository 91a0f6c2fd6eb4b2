//! `orient serve` as people start it: an address on standard error, answers over HTTP, and an end when it is told so.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Command, Stdio};

fn orient(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_orient"));
    command.args(arguments).current_dir(folder).env("ORIENT_CACHE_DIR", folder.join(".cache"));
    command.env_remove("ORIENT_TOKEN").stdin(Stdio::null());
    command
}

fn status(address: &str, headers: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET /health HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.lines().next().unwrap_or_default().to_owned()
}

#[test]
#[cfg(unix)]
fn a_server_tells_its_address_and_ends_when_it_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = orient(folder.path(), &["serve", "--port", "0"]);
    let mut server =
        command.env("ORIENT_TOKEN", "a-token").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut errors = BufReader::new(server.stderr.take().unwrap());
    let mut said = String::new();
    errors.read_line(&mut said).unwrap();
    let address = said.split("http://").nth(1).and_then(|rest| rest.split('/').next()).unwrap_or_default();
    assert!(address.starts_with("127.0.0.1:"), "{said}");
    assert_eq!(status(address, ""), "HTTP/1.1 401 Unauthorized");
    assert_eq!(status(address, "authorization: Bearer a-token\r\n"), "HTTP/1.1 200 OK");
    Command::new("kill").args(["-TERM", &server.id().to_string()]).status().unwrap();
    let output = server.wait_with_output().unwrap();
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    assert_eq!((output.status.code(), output.stdout.len(), rest.as_str()), (Some(0), 0, ""));
}

#[test]
fn what_cannot_be_served_is_told_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let said = |arguments: &[&str]| {
        let output = orient(folder.path(), arguments).output().unwrap();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert_eq!(
        said(&["serve", "--host", "0.0.0.0", "--port", "0"]),
        "orient: 0.0.0.0:0 can be reached from other machines, and there is no token\n  hint: set ORIENT_TOKEN or --token-file, \
         or leave --host out to serve this machine alone\n"
    );
    assert_eq!(
        said(&["serve", "--path", "nowhere"]),
        "orient: nowhere does not exist\n  hint: check the path\n"
    );
    assert!(
        said(&["serve", "--token-file", "nowhere"]).starts_with("orient: cannot read the token in nowhere: ")
    );
    std::fs::write(folder.path().join("token"), " \n").unwrap();
    assert!(said(&["serve", "--token-file", "token"]).starts_with("orient: the token is empty"));
}
