/** Small pieces that several views share. */
import type { Note, Origin, Place } from "../api/types";
import { Problem } from "../api/client";
import { visible } from "../source/visible";
import { copyShown } from "./copy";
import { percent } from "./markdown";

export function Score({ value }: { value: number }) {
  return (
    <span class="score" title="relative to the best">
      <span class="track" aria-hidden="true">
        <span class="fill" style={{ width: percent(Math.min(1, Math.max(0, value))) }} />
      </span>
      <span class="figure">{percent(value)}</span>
    </span>
  );
}

/** A fragment has no name; its place stands for it. */
export function nameOf({ name, path, line }: Place): string {
  return visible(name || `${path.slice(path.lastIndexOf("/") + 1)}:${line}`);
}

export function Kind({ place }: { place: Place }) {
  return (
    <span class="kind">
      {place.kind}
      {place.test && " · test"}
    </span>
  );
}

/** A path whose file name is read first. */
export function Path({ path, line }: { path: string; line?: number }) {
  const shown = visible(path);
  const cut = shown.lastIndexOf("/") + 1;
  return (
    <span class="path">
      <span class="folder">{shown.slice(0, cut)}</span>
      <span class="file">{shown.slice(cut)}</span>
      {line !== undefined && <span class="at">:{line}</span>}
    </span>
  );
}

export function CopyButton() {
  return (
    <button type="button" class="plain" onClick={() => void copyShown()} title="Copy as Markdown (c)" aria-label="Copy as Markdown">
      Copy<span class="wide-only"> as Markdown</span>
    </button>
  );
}

/** Which state of the tree an answer is about. */
export function Freshness({ origin }: { origin: Origin | undefined }) {
  if (origin === undefined) return <p class="freshness">not indexed yet</p>;
  return (
    <p class="freshness">
      snapshot <code>{origin.snapshot.slice(0, 12)}</code>
      {origin.state === "current" ? (
        <span class="fresh"> current</span>
      ) : (
        <span class="behind" title={origin.changed.map(visible).join("\n")}>
          {" "}
          {origin.changed_count.toLocaleString("en")} {origin.changed_count === 1 ? "file" : "files"} changed since
        </span>
      )}
      {origin.partial !== undefined && <span class="behind"> · {visible(origin.partial)}</span>}
    </p>
  );
}

/** Services that did not do their part, and what to do about it. */
export function Notes({ notes }: { notes: Note[] | undefined }) {
  if (notes === undefined || notes.length === 0) return null;
  return (
    <ul class="notes" aria-label="What the answer had to do without">
      {notes.map((note) => (
        <li key={note.text} class="behind">
          {visible(note.text)} <span class="hint">{visible(note.hint)}</span>
        </li>
      ))}
    </ul>
  );
}

export function Failure({ problem }: { problem: Error }) {
  return (
    <div class="failure" role="alert">
      <p>{visible(problem.message)}</p>
      {problem instanceof Problem && problem.hint !== undefined && <p class="hint">{visible(problem.hint)}</p>}
    </div>
  );
}

export function Empty({ title, children }: { title: string; children?: preact.ComponentChildren }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
