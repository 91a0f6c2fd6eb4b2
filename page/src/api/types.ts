/** What the server answers, field by field. Nothing here knows how an answer is shown. */

export interface Origin {
  project: string;
  snapshot: string;
  state: "current" | "behind";
  changed: string[];
  changed_count: number;
  partial?: string;
}

export interface Place {
  path: string;
  line: number;
  end_line: number;
  kind: string;
  name: string;
  module?: string;
  /** Empty `path` and line 0 stand for what is outside the source, an empty `name` for a fragment. */
  test: boolean;
  /** What other questions take to mean exactly this unit. */
  unit: string;
}

export interface Line {
  number: number;
  text: string;
  /** Half-open ranges in UTF-16 code units of `text`. */
  marks?: [number, number][];
  /** The text is not the whole line. */
  cut?: boolean;
}

export interface Project {
  id: string;
  name: string;
  root: string;
  indexed: boolean;
}

export interface Progress {
  stage: string;
  done: number;
  total: number;
}

export interface LanguageCount {
  name: string;
  files: number;
  units?: number;
  lines?: number;
}

export interface Projects {
  projects: Project[];
}

export interface Status {
  /** Absent where nothing is indexed yet. */
  origin?: Origin;
  files: number;
  units: number;
  edges: number;
  languages: LanguageCount[];
  problems: { path: string; message: string }[];
  problem_count: number;
  index_bytes: number;
  memory_bytes: number;
  version: string;
  vectors: boolean;
  indexing?: Progress;
}

export interface Hit {
  place: Place;
  score: number;
  lines: Line[];
  lines_more?: number;
  signature?: string;
  signature_marks?: [number, number][];
  /** The file is not as the snapshot has it, so nothing of it is quoted. */
  changed?: boolean;
}

export interface SearchAnswer {
  origin: Origin;
  results: Hit[];
  /** Units that were ranked. */
  candidates?: number;
  next_offset?: number;
  notes?: Note[];
}

export interface ContextItem {
  place: Place;
  form: string;
  tokens: number;
  score: number;
  reasons: string[];
  lines: Line[];
}

export interface LeftOut {
  place: Place;
  score: number;
  why: string;
}

/** What an answer had to do without. */
export interface Note {
  service: string;
  kind: string;
  text: string;
  hint: string;
}

export interface ContextAnswer {
  origin: Origin;
  budget: number;
  tokens: number;
  text: string;
  items: ContextItem[];
  left_out: LeftOut[];
  left_out_count: number;
  notes?: Note[];
}

export interface WhyAnswer {
  origin: Origin;
  place: Place;
  outcome: string;
  rank?: number;
  score: number;
  steps: { stage: string; text: string }[];
  parts: { name: string; value: number; weight: number; product: number }[];
  factors: { name: string; factor: number }[];
}

export interface GraphNode extends Place {
  role?: string;
}

export interface GraphEdge {
  from: string;
  to: string;
  kind: string;
  confidence: number;
}

export interface GraphAnswer {
  origin: Origin;
  center: string;
  nodes: GraphNode[];
  edges: GraphEdge[];
  cut: boolean;
}

export interface SourceAnswer {
  origin: Origin;
  path: string;
  language: string;
  from: number;
  to: number;
  total_lines: number;
  lines: Line[];
  current: boolean;
}

/** An error as RFC 9457 has it. */
export interface ProblemDocument {
  type?: string;
  title: string;
  status: number;
  detail?: string;
  hint?: string;
}
