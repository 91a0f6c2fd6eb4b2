// Times the search of codegraph's `query` in one warm process for `cargo xtask bench search`.
//
// arguments: LIBRARY TREE QUESTIONS.jsonl RUNS. Prints one JSON object: `milliseconds` and `hits`, in the order of the
// questions. The call and its limit are those of the command.
'use strict';

const fs = require('node:fs');

const [library, tree, questions, runs] = process.argv.slice(2);
const { default: CodeGraph } = require(library);

const milliseconds = (started) => Number(process.hrtime.bigint() - started) / 1e6;
const opening = process.hrtime.bigint();
const graph = CodeGraph.openSync(tree);
const opened = milliseconds(opening);
const lines = fs.readFileSync(questions, 'utf8').split('\n').filter((line) => line !== '');
const queries = lines.map((line) => JSON.parse(line).query);

// Questions that are asked once before the clock starts.
const WARM_UP = 10;
const hits = queries.map(() => 0);
const ask = (query) => graph.searchNodes(query, { limit: 11 });
const timed = (query, at) => {
  const started = process.hrtime.bigint();
  const found = ask(query);
  const taken = milliseconds(started);
  hits[at] = Math.min(found.length, 10);
  return taken;
};
queries.slice(0, WARM_UP).forEach(ask);
const rounds = Array.from({ length: Number(runs) }, () => queries.map(timed));
const median = (times) => times.sort((a, b) => a - b)[Math.floor((times.length - 1) / 2)];
const medians = queries.map((_, at) => median(rounds.map((round) => round[at])));
console.log(JSON.stringify({ opened_milliseconds: opened, milliseconds: medians, hits }));
graph.close();
