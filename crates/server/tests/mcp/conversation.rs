//! A scripted conversation: hello, the list of tools, each of them, and every way to ask wrongly.

use crate::client::{Client, Folder, comparable, text};
use expect_test::expect_file;
use orienteer_engine::count_tokens;
use serde_json::{Value, json};
use std::fmt::Write;

const FILES: &[(&str, &str)] = &[
    (
        "shop/basket.py",
        r#""""What a customer wants to buy."""

from shop.price import discounted


class Basket:
    """Goods and how many of each."""

    def __init__(self):
        self.goods = {}

    def put(self, good, count=1):
        """Puts goods into the basket."""
        self.goods[good] = self.goods.get(good, 0) + count

    def total(self):
        """What all goods cost together, with discounts."""
        return sum(discounted(good, count) for good, count in self.goods.items())
"#,
    ),
    (
        "shop/price.py",
        r#""""Prices and discounts."""


def discounted(good, count):
    """The price of some of a good; ten cost as much as nine."""
    return good.price * (count - count // 10)
"#,
    ),
    (
        "tests/test_basket.py",
        r#"from shop.basket import Basket


def test_empty_basket_costs_nothing():
    assert Basket().total() == 0
"#,
    ),
];

#[tokio::test]
async fn a_conversation() {
    let folder = Folder::with(FILES);
    let (mut client, welcome) = Client::connect(folder.options(), None).await;
    let mut page = format!("initialize\n{:#}\n", welcome["result"]);
    let tools = client.ask("tools/list", json!({})).await;
    writeln!(page, "\ntools/list\n{:#}", tools["result"]).unwrap();
    let huge = "words ".repeat(50_000);
    let calls = [
        ("feedback", json!({ "useful": ["Basket"] })),
        ("context", json!({ "task": "why does a basket cost too much with discounts" })),
        (
            "context",
            json!({ "task": "discounts of a basket", "max_tokens": 120, "format": "compact", "again": true }),
        ),
        ("context", json!({ "files": ["shop/price.py"], "max_tokens": 300, "again": true })),
        ("feedback", json!({ "useful": ["discounted"] })),
        ("feedback", json!({ "useful": ["nowhere"] })),
        ("feedback", json!({})),
        ("search", json!({ "query": "price discount" })),
        ("search", json!({ "query": "basket", "limit": 1, "globs": ["tests/**"], "kinds": ["function"] })),
        ("search", json!({ "query": "basket", "max_tokens": 120 })),
        ("search", json!({ "query": "zeppelin" })),
        ("symbol", json!({ "name": "Basket.total" })),
        ("symbol", json!({ "name": "Basket.totl" })),
        ("symbol", json!({ "name": "basket.TOTAL" })),
        ("context", json!({})),
        (
            "context",
            json!({ "task": "ten cost as much as nine", "files": ["shop/price.py"], "max_tokens": 150 }),
        ),
        ("context", json!({ "task": "the" })),
        ("context", json!({ "task": "basket", "max_tokens": 3 })),
        ("context", json!({ "task": "basket", "format": "poem" })),
        ("context", json!({ "files": ["shop/nowhere.py"] })),
        ("context", json!({ "files": ["/etc/hosts"] })),
        ("context", json!({ "task": huge })),
        ("search", json!({ "query": 7 })),
        ("search", json!({ "question": "basket" })),
        ("search", json!({ "query": "basket", "limit": 0 })),
        ("search", json!({ "query": "basket", "kinds": ["poem"] })),
        ("search", json!({ "query": "basket", "languages": ["klingon"] })),
        ("search", json!({ "query": "basket", "globs": ["{"] })),
        ("symbol", json!({ "name": " " })),
        ("symbol", json!({ "name": "x".repeat(150_000) })),
    ];
    for (tool, arguments) in calls {
        let result = client.call(tool, arguments.clone()).await;
        check_size(&arguments, &result);
        write_call(&mut page, tool, &arguments, &result);
    }
    let unknown = client.ask("tools/call", json!({ "name": "destroy", "arguments": {} })).await;
    writeln!(page, "\ndestroy {{}}\nprotocol error {}", unknown["error"]).unwrap();
    let missing = client.ask("tools/paint", json!({})).await;
    writeln!(page, "\ntools/paint\nprotocol error {}", missing["error"]).unwrap();
    expect_file!["conversation.txt"].assert_eq(&comparable(&page, &folder));
}

fn write_call(page: &mut String, tool: &str, arguments: &Value, result: &Value) {
    let asked = arguments.to_string();
    let asked = if asked.len() > 200 { format!("{} ... {} bytes", &asked[..30], asked.len()) } else { asked };
    let error = if result["isError"] == true { " (error)" } else { "" };
    writeln!(page, "\n{tool} {asked}{error}\n{}", text(result)).unwrap();
    if let Some(data) = result.get("structuredContent") {
        writeln!(page, "{data}").unwrap();
    }
}

/// What comes is never more than was asked for, in either form.
fn check_size(arguments: &Value, result: &Value) {
    let tokens = arguments["max_tokens"].as_u64().unwrap_or(4_000).max(100) as usize;
    assert!(count_tokens(text(result)) <= tokens, "{result}");
    let data = result.get("structuredContent").map_or(0, |data| count_tokens(&data.to_string()));
    assert!(data <= tokens, "{result}");
}

#[tokio::test]
async fn answers_are_never_over_their_limit() {
    let folder = Folder::with(&[]);
    for number in 0..40 {
        let body = format!("    row = read_row({number})\n    return shelf(row, \"quoted {number}\")\n");
        let module: String =
            (0..5).map(|part| format!("def shelf_{number}_{part}(shelf):\n{body}\n")).collect();
        folder.write(&format!("library/rather_long_name_of_a_module_{number}.py"), &module);
    }
    folder.write("library/shelf.py", "def shelf(row, label):\n    return row\n");
    let (mut client, _) = Client::connect(folder.options(), None).await;
    for tokens in [100, 130, 250, 700, 1_500] {
        for (tool, mut arguments) in [
            ("context", json!({ "task": "read a row of the shelf" })),
            ("context", json!({ "task": "read a row of the shelf", "format": "json" })),
            ("search", json!({ "query": "read a row of the shelf", "limit": 100, "per_file": 0 })),
            ("symbol", json!({ "name": "shelf" })),
        ] {
            arguments["max_tokens"] = tokens.into();
            let result = client.call(tool, arguments.clone()).await;
            assert_ne!(result["isError"], true, "{result}");
            assert!(text(&result).contains("snapshot"), "{result}");
            check_size(&arguments, &result);
        }
    }
}
