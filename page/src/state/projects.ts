/** The folders that the server answers about, loaded once and again when the server was away. */
import { computed, signal } from "@preact/signals";
import { ask } from "../api/client";
import type { Project, Projects } from "../api/types";
import { generation } from "./connection";

const list = signal<Project[]>([]);

function load(): () => void {
  const abort = new AbortController();
  ask<Projects>("api/v1/projects", abort.signal)
    .then((answer) => {
      list.value = answer.projects;
    })
    // The banner or the token dialog says what is wrong.
    .catch(() => undefined);
  return () => abort.abort();
}

export const projects = { list, load, round: computed(() => generation.value) };
