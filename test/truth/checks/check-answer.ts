import { narrowing, postingOf, surelyGives } from '../given.js';
import type { TruthQuery } from '../meaning.js';
import { asTroubles, type Disagreement, describe, type Trouble } from '../oracle/disagreement.js';
import { verdictOn } from '../oracle/oracle.js';
import type { Answer } from '../oracle/verdict.js';
import type { Row, WholeAnswer } from '../questions/ask.js';
import { boardFinds } from '../world/narrow.js';
import type { Opening } from '../world/opening.js';
import type { World } from '../world/world.js';
import { alsoOnTrouble } from './check-boards.js';
import { nearTroubles, orderTroubles } from './check-order.js';

/** The ids of postings that a row shows: its own and those of `alsoOn`. */
function postingsOf({ url, alsoOn }: Row): string[] {
  return [url, ...alsoOn.map((also) => also.url)].map(postingOf);
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
    if (row !== undefined && isOwnRow(row, each.opening, world))
      troubles.push(...boardTroubles(row, each.opening, query));
  }
  troubles.push(...totalTroubles(answer, verdicts), ...asTroubles('paging', answer.paging));
  troubles.push(
    ...asTroubles('near', nearTroubles(answer, query)),
    ...asTroubles('order', orderTroubles(answer, query, world)),
  );
  troubles.push(...asTroubles('why', whyTroubles(answer.rows)));
  if (query.wantsNotice && answer.notices.length === 0)
    troubles.push({ kind: 'notice', text: 'nothing is said of what was not used as written' });
  return troubles.map((trouble) => ({ ...trouble, query: query.number }));
}

type Judged = { opening: Opening } & Answer;

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
  const text = `${why}; answer: ${JSON.stringify(row.match.why)}`;
  return verdict === 'no' && isOwnRow(row, opening, world) ? { kind: 'breaks a filter', text, opening } : null;
}

/** Whether a row shows nothing but this opening; one that shows several is reported as merged. */
function isOwnRow(row: Row, opening: Opening, world: World): boolean {
  return postingsOf(row).every((id) => world.openingOf(id) === opening);
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

/** The boards of a row: all that list its opening, but for those whose own search does not find it. */
function boardTroubles(row: Row, opening: Opening, query: TruthQuery): Trouble[] {
  const text = alsoOnTrouble(row, opening, surelyGives(opening, query.meaning));
  return text === null ? [] : [{ kind: 'also on', text, opening }];
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
