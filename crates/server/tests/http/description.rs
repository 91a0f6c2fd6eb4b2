//! The description of the API, as it is served. A change of it is a change for everybody who asks.

use crate::api::good;
use crate::client::House;
use expect_test::expect_file;

#[test]
fn the_description_is_what_was_agreed() {
    let house = House::open(|_| {});
    let mut description = good(&house, "/api/v1/openapi.json");
    description["info"]["version"] = "VERSION".into();
    let text = serde_json::to_string_pretty(&description).unwrap();
    expect_file!["openapi.json"].assert_eq(&(text + "\n"));
    house.close();
}
