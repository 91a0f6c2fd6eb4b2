//! What an answer had to do without is said to agents, in text and as data.

use crate::client::{Client, Folder, text};
use serde_json::json;

#[tokio::test]
async fn agents_hear_what_is_missing() {
    let settings = "[services.dense]\nurl = \"http://localhost:1\"\nmodel = \"small\"\n";
    let folder =
        Folder::with(&[("bell.py", "def ring(bell):\n    return bell\n"), ("orient.toml", settings)]);
    let (mut client, _) = Client::connect(folder.options(), None).await;
    for (tool, arguments) in
        [("search", json!({ "query": "ring" })), ("context", json!({ "task": "ring the bell" }))]
    {
        let reply = client.call(tool, arguments).await;
        assert!(text(&reply).contains("dense embedder") && text(&reply).contains("orient index"), "{reply}");
        assert!(reply["structuredContent"].to_string().contains("dense embedder"), "{reply}");
    }
}
