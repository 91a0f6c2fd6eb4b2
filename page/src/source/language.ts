/** Which grammar colours a file, by the end of its name. An unknown file is plain text. */

const GRAMMARS: Record<string, string> = {
  bash: "bash", sh: "bash", zsh: "bash",
  c: "c", h: "cpp", cc: "cpp", cpp: "cpp", cxx: "cpp", hh: "cpp", hpp: "cpp",
  cs: "csharp", css: "css", ex: "elixir", exs: "elixir", go: "go", hs: "haskell", java: "java",
  js: "javascript", mjs: "javascript", cjs: "javascript", jsx: "tsx", json: "json", kt: "kotlin", kts: "kotlin",
  lua: "lua", md: "markdown", html: "markup", htm: "markup", xml: "markup", svg: "markup", vue: "markup",
  php: "php", py: "python", pyi: "python", rst: "rest", rb: "ruby", rake: "ruby", rs: "rust", scala: "scala", sql: "sql",
  swift: "swift", toml: "toml", ts: "typescript", mts: "typescript", cts: "typescript", tsx: "tsx",
  yaml: "yaml", yml: "yaml", zig: "zig",
};

export function grammarOf(path: string): string {
  const ending = path.slice(path.lastIndexOf(".") + 1).toLowerCase();
  return GRAMMARS[ending] ?? "";
}
