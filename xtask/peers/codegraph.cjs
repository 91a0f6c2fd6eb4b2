// Times codegraph in one warm process for `cargo xtask bench search` and `cargo xtask bench context`.
//
// arguments: LIBRARY TREE QUESTIONS.jsonl RUNS query|explore. Prints one JSON object: `milliseconds` and `hits`, in the order
// of the questions. The calls and their limits are those of the commands of the same names.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const [library, tree, questions, runs, verb] = process.argv.slice(2);
const { default: CodeGraph } = require(library);

const milliseconds = (started) => Number(process.hrtime.bigint() - started) / 1e6;
const opening = process.hrtime.bigint();
const graph = CodeGraph.openSync(tree);
const opened = milliseconds(opening);
const lines = fs.readFileSync(questions, 'utf8').split('\n').filter((line) => line !== '');
const queries = lines.map((line) => JSON.parse(line).query);

const query = (text) => Math.min(graph.searchNodes(text, { limit: 11 }).length, 10);
const explore = async (text) => {
  const { ToolHandler } = require(path.join(path.dirname(process.execPath), 'lib', 'dist', 'mcp', 'tools'));
  // A handler of its own: one that has answered before leaves out what it has shown.
  const result = await new ToolHandler(graph).execute('codegraph_explore', { query: text });
  return result.isError ? 0 : 1;
};
const ask = verb === 'explore' ? explore : query;

// Questions that are asked once before the clock starts.
const WARM_UP = 10;
const median = (times) => times.sort((a, b) => a - b)[Math.floor((times.length - 1) / 2)];
const main = async () => {
  for (const text of queries.slice(0, WARM_UP)) await ask(text);
  const hits = queries.map(() => 0);
  const times = queries.map(() => []);
  for (let run = 0; run < Number(runs); run++) {
    for (const [at, text] of queries.entries()) {
      const started = process.hrtime.bigint();
      hits[at] = await ask(text);
      times[at].push(milliseconds(started));
    }
  }
  console.log(JSON.stringify({ opened_milliseconds: opened, milliseconds: times.map(median), hits }));
  graph.close();
};
main();
