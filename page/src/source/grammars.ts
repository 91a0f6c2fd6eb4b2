/** The grammars of what the index knows, in one chunk that is loaded when the first line of code is shown. Gives tokens, never markup. */
import type { Syntax } from "refractor";
import { refractor } from "refractor/core";
import bash from "refractor/bash";
import c from "refractor/c";
import cpp from "refractor/cpp";
import csharp from "refractor/csharp";
import css from "refractor/css";
import elixir from "refractor/elixir";
import go from "refractor/go";
import haskell from "refractor/haskell";
import java from "refractor/java";
import javascript from "refractor/javascript";
import json from "refractor/json";
import kotlin from "refractor/kotlin";
import lua from "refractor/lua";
import markdown from "refractor/markdown";
import markup from "refractor/markup";
import php from "refractor/php";
import python from "refractor/python";
import rest from "refractor/rest";
import ruby from "refractor/ruby";
import rust from "refractor/rust";
import scala from "refractor/scala";
import sql from "refractor/sql";
import swift from "refractor/swift";
import toml from "refractor/toml";
import tsx from "refractor/tsx";
import typescript from "refractor/typescript";
import yaml from "refractor/yaml";
import zig from "refractor/zig";
import type { Token } from "./segments";

const GRAMMARS: Syntax[] = [
  bash, c, cpp, csharp, css, elixir, go, haskell, java, javascript, json, kotlin, lua, markdown, markup, php, python,
  rest, ruby, rust, scala, sql, swift, toml, tsx, typescript, yaml, zig,
];
for (const grammar of GRAMMARS) refractor.register(grammar);

type Tree = ReturnType<typeof refractor.highlight>;
type Branch = Tree["children"][number];

export function tokens(text: string, grammar: string): Token[] {
  if (!refractor.registered(grammar)) return [{ text, token: "" }];
  const found: Token[] = [];
  const walk = (branch: Branch, token: string) => {
    if (branch.type === "text") found.push({ text: branch.value, token });
    if (branch.type !== "element") return;
    const names = branch.properties.className;
    const own = Array.isArray(names) ? String(names[1] ?? "") : "";
    for (const child of branch.children) walk(child, own === "" ? token : own);
  };
  for (const child of refractor.highlight(text, grammar).children) walk(child, "");
  return found;
}
