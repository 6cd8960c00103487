import type { Row, WholeAnswer } from './ask.js';
import { boardRows } from './board-rows.js';
import type { TruthQuery } from './meaning.js';
import { boardFinds } from './narrow.js';
import type { Opening } from './opening.js';
import { verdictOn } from './oracle.js';
import type { Answer } from './verdict.js';
import type { World } from './world.js';

/** One disagreement between the oracle and the service. */
export type Disagreement = {
  kind:
    | 'refused'
    | 'breaks a filter'
    | 'missing'
    | 'twice'
    | 'merged'
    | 'total'
    | 'paging'
    | 'order'
    | 'near'
    | 'why'
    | 'notice'
    | 'spelling'
    | 'unsteady'
    | 'understood otherwise';
  query: number;
  /** The opening concerned, if any. */
  opening?: Opening;
  /** What was expected and why, and what was returned. */
  text: string;
};

const narrowing = new Set(boardRows.filter((row) => row.narrows).map(({ id }) => id));

/** The ids of postings that a row shows: its own and those of `alsoOn`. */
function postingsOf({ url, alsoOn }: Row): string[] {
  return [url, ...alsoOn.map((also) => also.url)].map((each) => /\/jobs\/(\d+)/.exec(each)?.[1] ?? each);
}

/** Everything in a response that disagrees with the oracle. */
export function checkAnswer(answer: WholeAnswer, query: TruthQuery, world: World): Disagreement[] {
  if (answer.status !== 200)
    return [{ kind: 'refused', query: query.number, text: `status ${answer.status}: ${answer.problem}` }];
  const now = Date.now();
  const { shown, troubles } = rowsByOpening(answer, world);
  const verdicts = world.openings.map((opening) => ({
    opening,
    ...verdictOn(opening, { meaning: query.meaning, now }),
  }));
  for (const each of verdicts) {
    const row = shown.get(each.opening);
    const trouble =
      row === undefined
        ? missing(each, { query, now, answer })
        : row.match.near === true
          ? wrongNear(each, query, now)
          : wrongRow(each, row, world);
    if (trouble !== null) troubles.push(trouble);
  }
  troubles.push(...totalTroubles(answer, verdicts), ...asTroubles('paging', answer.paging));
  troubles.push(
    ...asTroubles('near', nearTroubles(answer, query)),
    ...asTroubles('order', orderTroubles(answer, query)),
  );
  troubles.push(...asTroubles('why', whyTroubles(answer.rows)));
  if (query.wantsNotice && answer.notices.length === 0)
    troubles.push({ kind: 'notice', text: 'nothing is said of what was not used as written' });
  return troubles.map((trouble) => ({ ...trouble, query: query.number }));
}

type Trouble = Omit<Disagreement, 'query'>;
type Judged = { opening: Opening } & Answer;

const asTroubles = (kind: Disagreement['kind'], texts: readonly string[]): Trouble[] =>
  texts.map((text) => ({ kind, text }));

/** The row that shows each opening; a row for several openings, or several rows for one, are errors. */
function rowsByOpening({ rows }: WholeAnswer, world: World): { shown: Map<Opening, Row>; troubles: Trouble[] } {
  const troubles: Trouble[] = [];
  const shown = new Map<Opening, Row>();
  for (const row of rows) {
    const openings = new Set(postingsOf(row).map((id) => world.openingOf(id)));
    if (openings.has(undefined)) troubles.push({ kind: 'merged', text: `the row ${row.url} shows an unknown address` });
    const known = [...openings].filter((each) => each !== undefined);
    if (known.length > 1)
      troubles.push({ kind: 'merged', text: `one row for openings ${known.map(describe).join(' and ')}` });
    for (const opening of known) {
      const text = `stands in rows ${shown.get(opening)?.url} and ${row.url}`;
      if (shown.has(opening) && known.length === 1) troubles.push({ kind: 'twice', text, opening });
      shown.set(opening, row);
    }
  }
  return { shown, troubles };
}

function wrongNear({ opening, verdict }: Judged, { meaning }: TruthQuery, now: number): Trouble | null {
  const filters = verdictOn(opening, { meaning: { ...meaning, keyword: null }, now });
  if (filters.verdict === 'no') return { kind: 'breaks a filter', text: `a near match, but ${filters.why}`, opening };
  return verdict === 'yes' ? { kind: 'near', text: 'meets everything, and is shown as a near match', opening } : null;
}

function wrongRow({ opening, verdict, why }: Judged, row: Row, world: World): Trouble | null {
  // A row that also shows another opening is reported as merged.
  const ownRow = postingsOf(row).every((id) => world.openingOf(id) === opening);
  const text = `${why}; answer: ${JSON.stringify(row.match.why)}`;
  return verdict === 'no' && ownRow ? { kind: 'breaks a filter', text, opening } : null;
}

/** Counts of results longer than paging reaches; below, each missing opening is named. */
function totalTroubles({ total }: WholeAnswer, verdicts: readonly Judged[]): Trouble[] {
  const count = (word: string): number => verdicts.filter(({ verdict }) => verdict === word).length;
  const [least, most] = [count('yes'), count('yes') + count('maybe')];
  if (total <= 1000 || (total >= least && total <= most)) return [];
  return [{ kind: 'total', text: `${total} found, where ${least} to ${most} fit` }];
}

/** A missing opening that must be present, unless a board with its own search may omit it and its report says so. */
function missing(
  { opening, verdict }: Judged,
  { query, now, answer }: { query: TruthQuery; now: number; answer: WholeAnswer },
): Trouble | null {
  if (verdict !== 'yes' || answer.total > 1000) return null;
  const silent = new Set(answer.sources.filter(({ detail }) => detail === null).map(({ name }) => name));
  const found = boardFinds(opening, query.meaning);
  const boards = (board: string): boolean => !narrowing.has(board) || found || silent.has(board);
  // What a board with its own search files differently may be missing, if its report says so.
  if (verdictOn(opening, { meaning: query.meaning, now, boards }).verdict !== 'yes') return null;
  const only = opening.postings.every(({ board }) => narrowing.has(board));
  const text = only ? `must be there; its board narrows and ${found ? 'finds it' : 'says nothing'}` : 'must be there';
  return { kind: 'missing', text, opening };
}

function nearTroubles({ rows, exact, total }: WholeAnswer, query: TruthQuery): string[] {
  const near = rows.filter(({ match }) => match.near === true);
  const troubles: string[] = [];
  if (near.length === 0)
    return exact !== null && exact !== total ? [`page.exact ${exact} without a near match, total ${total}`] : [];
  if (!query.mayBroaden) troubles.push(`${near.length} near matches for a keyword with operators`);
  if (total > 100) troubles.push(`${near.length} near matches among ${total}`);
  if (exact !== total - near.length) troubles.push(`page.exact ${exact}, but ${total - near.length} rows are not near`);
  const firstNear = rows.findIndex(({ match }) => match.near === true);
  if (rows.slice(firstNear).some(({ match }) => match.near !== true))
    troubles.push('a near match stands above an exact one');
  return troubles;
}

function orderTroubles({ rows }: WholeAnswer, { body }: TruthQuery): string[] {
  const recent = ['recent', 'newest', 'Date'].includes(body.sortBy ?? '');
  const exact = rows.filter(({ match }) => match.near !== true);
  const key = (row: Row): number => (recent ? Date.parse(row.postedAt ?? '1970-01-01') : row.match.score);
  const at = exact.findIndex((row, index) => index > 0 && key(row) > key(exact[index - 1] ?? row));
  if (at < 0) return [];
  const name = recent ? 'postedAt' : 'match.score';
  return [
    `row ${at} has ${name} ${key(exact[at] ?? (rows[0] as Row))} after ${key(exact[at - 1] ?? (rows[0] as Row))}`,
  ];
}

/** Statements of `match.why` about the title must be true. */
function whyTroubles(rows: readonly Row[]): string[] {
  const folded = (text: string): string => ` ${(text.toLowerCase().match(/[\p{L}\p{N}+#.]+/gu) ?? []).join(' ')} `;
  for (const row of rows)
    for (const sentence of row.match.why) {
      const said = /^title has "([^"]+)"(?: for ".*")?$/.exec(sentence)?.[1];
      if (said !== undefined && !folded(row.title).includes(folded(said).trimEnd().trimStart()))
        return [`"${row.title}": ${sentence}`];
    }
  return [];
}

/** An opening on one line. */
export function describe(opening: Opening): string {
  const { number, title, company, places, remoteRegions, nature, validUntil } = opening;
  const where =
    places.length > 0
      ? places.map(({ city, region }) => `${city}/${region}`).join('+')
      : `remote ${remoteRegions.join()}`;
  const stated = opening.postings.map(({ board, facts }) => {
    const { workplace, jobType, level, pay, postedAt } = facts;
    const age = postedAt === null ? null : Math.round((Date.now() - postedAt) / 360_000) / 10;
    const paid = pay === null ? null : `${pay.currency} ${pay.min}–${pay.max ?? ''}/${pay.per}`;
    return `${board}: ${[workplace, jobType, level, paid, age === null ? null : `${age} h`].map((each) => each ?? '–').join(', ')}`;
  });
  const ends = validUntil === null ? '' : ` until ${new Date(validUntil).toISOString().slice(0, 10)}`;
  return `#${number} "${title}" ${company} ${where} (${nature}${ends}) [${stated.join(' | ')}]`;
}
