/** A real repository for figures and pictures: the one that is named, or the project's own. */
import { resolve } from "node:path";

const OWN = resolve("..");

export interface Corpus {
  root: string;
  /** What is typed, letter by letter. */
  question: string;
}

export function corpus(): Corpus {
  const named = process.env.ORIENT_PAGE_CORPUS;
  if (named !== undefined && named !== "") {
    return { root: resolve(named), question: process.env.ORIENT_PAGE_QUESTION ?? "where is a request body parsed" };
  }
  return { root: OWN, question: "when are old snapshots removed" };
}
