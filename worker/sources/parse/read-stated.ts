/** Reads foreign values by a schema and takes what has another shape as not stated, as long as nothing needed is lost. */
import type { z } from 'zod';
import { type PageResponse, sourceChanged } from '../source.js';
import { readJson } from './read-json.js';

/** Passes over one value at most: each removes what the schema refuses, from the innermost part outwards. */
const mostPasses = 12;

type Stated<Value> = { value: Value; problem: null } | { value: null; problem: string };

/**
 * Parses a value. A member or list item that the schema refuses is removed, and then the object around it if that cannot be
 * without it; only a missing member of the outermost object is a `problem` ("title: must not be empty"). With a `substitute`, missing
 * members are filled instead.
 */
export function readStated<Value>(value: unknown, schema: z.ZodType<Value>, substitute?: string): Stated<Value> {
  let read = schema.safeParse(value);
  if (read.success) return { value: read.data, problem: null };
  const kept = structuredClone(value);
  const first = read.error.issues;
  for (let pass = 0; pass < mostPasses; pass++) {
    const missing = removeRefused(kept, read.error.issues, substitute);
    // The first message says what came; a later one only that nothing is there any more.
    if (missing !== null) return { value: null, problem: problemOf(first.find(isAt(missing)) ?? missing) };
    read = schema.safeParse(kept);
    if (read.success) return { value: read.data, problem: null };
  }
  return { value: null, problem: problemOf(first[0]) };
}

/** The JSON of a posting's own answer: other members than the needed ones may be missing or of another type. */
export function readStatedAnswer<Value>(response: PageResponse, schema: z.ZodType<Value>, expected: string): Value {
  const answer = readJson(response);
  const { value, problem } = readStated(answer, schema);
  if (problem === null) return value;
  throw sourceChanged(expected, JSON.stringify(answer)?.slice(0, 80) ?? 'nothing');
}

type Issue = z.core.$ZodIssue;

const isAt =
  ({ path }: Issue) =>
  (issue: Issue): boolean =>
    issue.path.join('.') === path.join('.');

const problemOf = (issue: Issue | undefined): string =>
  issue === undefined ? 'cannot be read' : `${issue.path.join('.')}: ${issue.message}`;

type Parent = Record<PropertyKey, unknown>;

/** Removes what each issue is about; where it is missing, what lacks it. Returns the first issue for which that is everything. */
function removeRefused(root: unknown, issues: readonly Issue[], substitute: string | undefined): Issue | null {
  // Items of lists are emptied first and dropped at the end, so that the paths of the others stay true.
  const lists = new Set<unknown[]>();
  for (const issue of issues) {
    const around = issue.path.slice(0, -1);
    const parent = valueAt(root, around);
    const key = issue.path.at(-1);
    if (key === undefined || (around.length === 0 && !isObject(parent))) return issue;
    // Absent although it had an issue: removed with what is around it, on account of another one.
    if (!isObject(parent)) continue;
    if (Object.hasOwn(parent, key)) remove(parent, key, lists);
    else if (substitute !== undefined) parent[key] = substituteFor(issue, substitute);
    else if (around.length === 0) return issue;
    else remove(valueAt(root, around.slice(0, -1)), around.at(-1) ?? '', lists);
  }
  for (const list of lists) dropEmptied(list);
  return null;
}

/** In place, and not by splice: a list may have more items than a call may have arguments. */
function dropEmptied(list: unknown[]): void {
  let kept = 0;
  for (const item of list) if (item !== undefined) list[kept++] = item;
  list.length = kept;
}

const substituteFor = (issue: Issue, text: string): unknown =>
  issue.code === 'invalid_type' && issue.expected === 'object' ? {} : text;

function remove(parent: unknown, key: PropertyKey, lists: Set<unknown[]>): void {
  if (!isObject(parent)) return;
  if (Array.isArray(parent)) {
    parent[Number(key)] = undefined;
    lists.add(parent);
  } else delete parent[key];
}

const isObject = (value: unknown): value is Parent => typeof value === 'object' && value !== null;

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let node = root;
  for (const key of path) {
    if (!isObject(node) || !Object.hasOwn(node, key)) return undefined;
    node = node[key];
  }
  return node;
}
