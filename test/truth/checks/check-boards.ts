import { isDeepStrictEqual } from 'node:util';
import type { TestService } from '../../lib/start-service.js';
import { narrowing, postingOf } from '../given.js';
import type { Disagreement } from '../oracle/disagreement.js';
import { askPage, type Row, type Seen } from '../questions/ask.js';
import type { Opening } from '../world/opening.js';
import type { World } from '../world/world.js';

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
  const again = stated.find(({ url }, at) => stated.findIndex((each) => each.url === url) < at);
  if (again !== undefined) return `names ${again.url} twice`;
  const named = stated.map((each) => each.source);
  const lacking = opening.postings.map(({ board }) => board).find((board) => given(board) && !named.includes(board));
  return lacking === undefined ? null : `names ${named.join(', ')}, and not ${lacking}`;
}

/**
 * Compares the record of `GET /api/jobs/{id}` with that of a search that has just returned it; `null` = equal. By its id a job
 * names all boards that are known to list it: also one that narrows and gave it to another search.
 */
export async function compareById(service: TestService, row: Row, world: World): Promise<string | null> {
  const { status, body } = await service.get(`/api/jobs/${row.id}`);
  if (status !== 200) return `${row.id} (${row.url}) is ${status} by its id`;
  const opening = world.openingOf(postingOf(row.url));
  const trouble = opening === undefined ? 'is unknown' : alsoOnTrouble(body, opening, () => false);
  if (trouble !== null) return `${row.url} by id ${trouble}`;
  const other = (body as Row).alsoOn.filter((each) => !row.alsoOn.some((its) => isDeepStrictEqual(its, each)));
  const isKnownOnMore = other.length > 0 && other.every(({ source }) => narrowing.has(source));
  const expected = isKnownOnMore ? { ...row, alsoOn: [...row.alsoOn, ...other] } : row;
  const isSame = (name: keyof Row): boolean =>
    name === 'alsoOn' && isKnownOnMore
      ? isDeepStrictEqual(inOrder(expected.alsoOn), inOrder(body.alsoOn))
      : name === 'seen'
        ? isSeenAgain(row, body.seen)
        : isDeepStrictEqual(expected[name], body[name]);
  const differing = (Object.keys(row) as (keyof Row)[]).filter(
    (name) => name !== 'match' && !isSame(name) && !mayDiffer(row, name, isKnownOnMore),
  );
  const unlike = seenTrouble(body as Row & { lastSeenAt: string });
  if (unlike !== null) return `${row.url} by id ${unlike}`;
  if (differing.length === 0) return null;
  const both = differing.map((name) => `${name} ${JSON.stringify(row[name])}, by id ${JSON.stringify(body[name])}`);
  return `${row.url} differs: ${both.join('; ')}`;
}

/** What is wrong with when a record by its id says that its opening was seen; `null` = nothing. */
function seenTrouble({ firstSeenAt, lastSeenAt, seen }: Row & { lastSeenAt: string }): string | null {
  if (seen.first !== firstSeenAt) return `was first seen at ${seen.first}, and firstSeenAt is ${firstSeenAt}`;
  return seen.last < lastSeenAt ? `was last seen at ${seen.last}, before lastSeenAt, ${lastSeenAt}` : null;
}

/**
 * Whether what was seen is told by id as a search told it before. A board that narrows may have given the posting to a later
 * search, whose reading is another: it is never earlier, and does not know what else the board lists unless it was asked for all.
 */
function isSeenAgain({ source, seen }: Row, byId: Seen): boolean {
  if (!narrowing.has(source)) return isDeepStrictEqual(seen, byId);
  const { first: _first, last, sameElsewhere, ...rest } = byId;
  const { first: _before, last: lastBefore, sameElsewhere: sameBefore, ...restBefore } = seen;
  const isSame = sameElsewhere === sameBefore || sameElsewhere === null || sameBefore === null;
  return last >= lastBefore && isSame && isDeepStrictEqual(rest, restBefore);
}

/** The boards of a record stand in the order of the collections that were read. */
const inOrder = (boards: Row['alsoOn']): string[] => boards.map((each) => JSON.stringify(each)).sort();

/** What a record has of itself, whatever other board lists it. */
const own: ReadonlySet<string> = new Set(['id', 'source', 'title', 'company', 'url', 'location', 'alsoOn']);

/**
 * A board that narrows may give a posting to several searches, each of which first saw it at its own time. It completes facts
 * for these.
 */
const mayDiffer = ({ source, alsoOn }: Row, name: string, isKnownOnMore: boolean): boolean =>
  (name === 'firstSeenAt' && narrowing.has(source)) ||
  ((isKnownOnMore || alsoOn.some((other) => narrowing.has(other.source))) && !own.has(name));

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
