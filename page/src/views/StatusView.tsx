/** What the index holds, how fresh it is and what it could not read. */
import { useAnswer } from "../api/answer";
import { address } from "../api/client";
import type { LanguageCount, Status } from "../api/types";
import { Empty, Failure, Path } from "../parts/Pieces";
import { visible } from "../source/visible";
import { projects } from "../state/projects";
import { ready } from "../state/progress";
import { route } from "../state/route";
import { bytes } from "./bytes";
import { plural } from "./Fill";

export function StatusView() {
  // A snapshot that became ready is a reason to ask again.
  const status = useAnswer<Status>(address("status", { project: route.value.project }), 0, ready.value);
  if (status.problem) return <Failure problem={status.problem} />;
  if (!status.data) return <Empty title="Looking at the index" />;
  return (
    <div class="status" data-answers={status.of ?? ""}>
      <h1>{name(status.data)}</h1>
      <div class="tiles">
        <Snapshot status={status.data} />
        <Holdings status={status.data} />
        <Machine status={status.data} />
      </div>
      <Languages languages={status.data.languages} />
      <Problems status={status.data} />
    </div>
  );
}

function name(status: Status): string {
  const project = projects.list.value.find(({ id }) => id === status.origin?.project);
  return visible(project?.name ?? "The index");
}

function Snapshot({ status: { origin } }: { status: Status }) {
  if (origin === undefined) {
    return (
      <section class="card tile">
        <h2>Snapshot</h2>
        <p class="behind">not indexed yet</p>
      </section>
    );
  }
  const fresh = origin.state === "current";
  return (
    <section class="card tile">
      <h2>Snapshot</h2>
      <p class="large">
        <code>{origin.snapshot.slice(0, 12)}</code>
      </p>
      <p class={fresh ? "fresh" : "behind"}>
        {fresh ? "current with the files" : `${plural(origin.changed_count, "file")} changed since`}
      </p>
      {!fresh && (
        <ul class="changed">
          {origin.changed.map((path) => (
            <li key={path}>
              <Path path={path} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Holdings({ status }: { status: Status }) {
  return (
    <section class="card tile">
      <h2>Holds</h2>
      <Figures
        rows={[
          ["files", status.files.toLocaleString("en")],
          ["units", status.units.toLocaleString("en")],
          ["edges", status.edges.toLocaleString("en")],
          ["meaning", status.vectors ? "vectors" : "words only"],
        ]}
      />
    </section>
  );
}

function Machine({ status }: { status: Status }) {
  return (
    <section class="card tile">
      <h2>Uses</h2>
      <Figures
        rows={[
          ["index on disk", bytes(status.index_bytes)],
          ["memory", bytes(status.memory_bytes)],
          ["version", status.version],
        ]}
      />
    </section>
  );
}

function Figures({ rows }: { rows: [string, string][] }) {
  return (
    <dl class="figures">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Languages({ languages }: { languages: LanguageCount[] }) {
  const most = Math.max(1, ...languages.map(({ files }) => files));
  return (
    <section class="card">
      <h2>Languages</h2>
      <ul class="bars">
        {languages.toSorted((a, b) => b.files - a.files).map(({ name: language, files, units }) => (
          <li key={language}>
            <span class="label">{language}</span>
            <span class="track" aria-hidden="true">
              <span class="fill" style={{ width: `${(100 * files) / most}%` }} />
            </span>
            <span class="figure">
              {files.toLocaleString("en")} {files === 1 ? "file" : "files"}
              {units !== undefined && <span class="quiet">{units.toLocaleString("en")} units</span>}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Problems({ status: { problems, problem_count } }: { status: Status }) {
  if (problem_count === 0) {
    return (
      <section class="card">
        <h2>Problems</h2>
        <p class="fresh">none: every file was read as a whole</p>
      </section>
    );
  }
  return (
    <section class="card compact">
      <h2>
        Problems <span class="tokens">{problem_count.toLocaleString("en")}</span>
      </h2>
      <ul>
        {problems.map(({ path, message }, index) => (
          <li key={index}>
            <Path path={path} />
            <span class="note">{visible(message)}</span>
          </li>
        ))}
      </ul>
      {problem_count > problems.length && <p class="cut">and {(problem_count - problems.length).toLocaleString("en")} more</p>}
    </section>
  );
}
