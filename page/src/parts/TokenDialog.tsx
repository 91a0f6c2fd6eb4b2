/** Asks for the token of a server that wants one until it takes one. It is kept until the tab is closed. */
import { useEffect, useRef } from "preact/hooks";
import { giveToken, tokenState } from "../state/connection";

export function TokenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const wanted = tokenState.value !== "accepted";
  useEffect(() => {
    if (wanted) dialog.current?.showModal();
    else dialog.current?.close();
  }, [wanted]);
  const give = (event: Event) => {
    event.preventDefault();
    giveToken(field.current?.value ?? "");
  };
  return (
    <dialog ref={dialog} class="dialog" aria-labelledby="token-title">
      <h2 id="token-title">This server asks for a token</h2>
      <p>It is the one that <code>orient serve</code> was started with. The page keeps it until you close the tab.</p>
      <form onSubmit={give} class="row">
        <input ref={field} type="password" aria-label="Token" autocomplete="off" required />
        <button type="submit">Go on</button>
      </form>
      <p role="status">{tokenState.value === "refused" && "The server refused this token."}</p>
    </dialog>
  );
}
