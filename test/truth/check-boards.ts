import { isDeepStrictEqual } from 'node:util';
import type { TestService } from '../lib/start-service.js';
import { askPage, type Row } from './ask.js';
import type { Disagreement } from './disagreement.js';
import { narrowing, postingOf } from './given.js';
import type { Opening } from './opening.js';
import type { World } from './world.js';

type Shown = Pick<Row, 'source' | 'url' | 'alsoOn'>;

/** What is wrong with the boards that a record names; `given` tells those that must be among them. `null` = nothing. */
export function alsoOnTrouble(
  { source, url, alsoOn }: Shown,
  opening: Opening,
  given: (board: string) => boolean,
): string | null {
  const stated = [{ source, url }, ...alsoOn];
  const strange = stated.find(
    (each) => !opening.postings.some(({ id, board }) => id === postingOf(each.url) && board === each.source),
  );
  if (strange !== undefined) return `names ${strange.url} on ${strange.source}, where it does not stand`;
  const named = stated.map((each) => each.source);
  const lacking = opening.postings.map(({ board }) => board).find((board) => given(board) && !named.includes(board));
  return lacking === undefined ? null : `names ${named.join(', ')}, and not ${lacking}`;
}

/** Compares the record of `GET /api/jobs/{id}` with that of a search that has just returned it; `null` = equal. */
export async function compareById(service: TestService, row: Row): Promise<string | null> {
  const { status, body } = await service.get(`/api/jobs/${row.id}`);
  if (status !== 200) return `${row.id} (${row.url}) is ${status} by its id`;
  const differing = (Object.keys(row) as (keyof Row)[]).filter(
    (name) => name !== 'match' && !isDeepStrictEqual(row[name], body[name]) && !mayDiffer(row, name),
  );
  if (differing.length === 0) return null;
  const both = differing.map((name) => `${name} ${JSON.stringify(row[name])}, by id ${JSON.stringify(body[name])}`);
  return `${row.url} differs: ${both.join('; ')}`;
}

/** A board that narrows may give a posting to several searches, each of which first saw it at its own time. */
const mayDiffer = ({ source }: Row, name: string): boolean => name === 'firstSeenAt' && narrowing.has(source);

/** How many openings are read by their ids before any search lists them. */
const mostUnlisted = 80;

/**
 * Reads openings by their ids on a service that no search has listed them on: one that finds nothing has had its boards read.
 * `rows`: of other services with the same boards. Those of several boards come first.
 */
export async function checkUnlisted(service: TestService, world: World, rows: readonly Row[]): Promise<Disagreement[]> {
  await askPage(service.search, { keyword: 'title:nosuchword' });
  const known = new Map<Opening, Row>();
  for (const row of rows) {
    const opening = world.openingOf(postingOf(row.url));
    // A narrowing board has given nothing to this search.
    if (opening?.postings.every(({ board }) => !narrowing.has(board))) known.set(opening, row);
  }
  const several = ([{ postings }]: [Opening, Row]): number => new Set(postings.map(({ board }) => board)).size;
  const asked = [...known].sort((one, other) => several(other) - several(one)).slice(0, mostUnlisted);
  const found: Disagreement[] = [];
  for (const [opening, { id }] of asked) {
    const { status, body } = await service.get(`/api/jobs/${id}`);
    const text = status === 200 ? alsoOnTrouble(body, opening, () => true) : `is ${status} by its id ${id}`;
    if (text !== null) found.push({ kind: 'by id', query: 0, opening, text: `before a search listed it: ${text}` });
  }
  return found;
}
