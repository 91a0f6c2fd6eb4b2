/** What concerns every view: the server is gone, or it is indexing. */
import { offline } from "../state/connection";
import { progress } from "../state/progress";

export function Banner() {
  return (
    <div role="status" class="banners">
      {offline.value && (
        <p class="banner offline">
          <strong>The server does not answer.</strong> What you see is its last answer; the page goes on by itself when{" "}
          <code>orient serve</code> is back.
        </p>
      )}
      {!offline.value && progress.value !== undefined && <Indexing {...progress.value} />}
    </div>
  );
}

function Indexing({ stage, done, total }: { stage: string; done: number; total: number }) {
  return (
    <p class="banner indexing">
      <span>
        Indexing: {stage} {total > 0 && `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`}
      </span>
      <progress aria-label="Indexing" {...(total > 0 ? { value: done, max: total } : {})} />
    </p>
  );
}
