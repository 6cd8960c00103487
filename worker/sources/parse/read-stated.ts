/** Reads foreign values by a schema and takes what has another shape as not stated, as long as nothing needed is lost. */
import type { z } from 'zod';
import type { PageResponse } from '../source.js';
import { sourceChanged } from '../source-errors.js';
import { readJson } from './read-json.js';

/** Passes over one value at most: each removes what the schema refuses, from the innermost part outwards. */
const mostPasses = 12;

export type Stated<Value> = { value: Value; problem: null } | { value: null; problem: string };

/**
 * Parses a value. A member or list item that the schema refuses is removed, and then the object around it if that cannot be
 * without it; only a missing member of the outermost object is a `problem` ("title: must not be empty").
 */
export function readStated<Value>(value: unknown, schema: z.ZodType<Value>): Stated<Value> {
  let read = schema.safeParse(value);
  if (read.success) return { value: read.data, problem: null };
  const kept = structuredClone(value);
  const first = read.error.issues;
  for (let pass = 0; pass < mostPasses; pass++) {
    const { issues } = read.error;
    const needed = removeAll(
      kept,
      issues.map(({ path }) => path),
    );
    const missing = needed === null ? undefined : issues[needed];
    // The first message says what came; a later one only that nothing is there any more.
    if (missing !== undefined) return { value: null, problem: problemOf(first.find(isAt(missing)) ?? missing) };
    read = schema.safeParse(kept);
    if (read.success) return { value: read.data, problem: null };
  }
  return { value: null, problem: problemOf(first[0]) };
}

const isAt =
  ({ path }: z.core.$ZodIssue) =>
  (issue: z.core.$ZodIssue): boolean =>
    issue.path.join('.') === path.join('.');

/** The JSON of a posting's own answer: other members than the needed ones may be missing or of another type. */
export function readStatedAnswer<Value>(response: PageResponse, schema: z.ZodType<Value>, expected: string): Value {
  const answer = readJson(response);
  const { value, problem } = readStated(answer, schema);
  if (problem === null) return value;
  throw sourceChanged(expected, JSON.stringify(answer)?.slice(0, 80) ?? 'nothing');
}

const problemOf = (issue: z.core.$ZodIssue | undefined): string =>
  issue === undefined ? 'cannot be read' : `${issue.path.join('.')}: ${issue.message}`;

type Path = readonly PropertyKey[];
type Parent = Record<PropertyKey, unknown> | unknown[];

/** Removes the value at each path; where there is none, what lacks it. Returns the first path that cannot be removed. */
function removeAll(root: unknown, paths: readonly Path[]): number | null {
  // Items of lists are emptied first and dropped at the end, so that the paths of the others stay true.
  const lists = new Set<unknown[]>();
  for (const [at, path] of paths.entries()) {
    if (path.length === 0) return at;
    const isThere = parentOf(root, path) !== null;
    const target = isThere ? path : path.slice(0, -1);
    const parent = target.length === 0 ? null : parentOf(root, target);
    const key = target.at(-1);
    // Absent although its object is there: removed on account of an earlier path.
    if (parent === null || key === undefined) {
      if (target.length === 0) return at;
      continue;
    }
    if (Array.isArray(parent)) {
      parent[Number(key)] = undefined;
      lists.add(parent);
    } else delete parent[key];
  }
  for (const list of lists) list.splice(0, list.length, ...list.filter((item) => item !== undefined));
  return null;
}

/** The object or list that has the last key of a path as its own; `null` when it has not. */
function parentOf(root: unknown, path: Path): Parent | null {
  let node: unknown = root;
  for (const [at, key] of path.entries()) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return null;
    if (at === path.length - 1) return node as Parent;
    node = (node as Record<PropertyKey, unknown>)[key];
  }
  return null;
}
