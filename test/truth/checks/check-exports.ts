import { isDeepStrictEqual } from 'node:util';
import { issueKey } from '../../lib/issue-key.js';
import type { TestService } from '../../lib/start-service.js';
import { postingOf, surelyGives } from '../given.js';
import type { TruthQuery } from '../meaning.js';
import { asTroubles, type Disagreement, type Trouble } from '../oracle/disagreement.js';
import { verdictOn } from '../oracle/oracle.js';
import { askWhole, type Row, type WholeAnswer } from '../questions/ask.js';
import type { ChangeKind, Round } from '../world/changes.js';
import type { Opening } from '../world/opening.js';
import type { Reader } from '../world/read-boards.js';
import { numberOf } from '../world/world.js';
import { checkAnswer } from './check-answer.js';

type Line = { change: string; id?: string; job?: Row; total?: number; changes?: number; cursor?: string | null };
/** An export as its reader keeps it. `jobs`: by their ids. */
type Copy = { query: TruthQuery; key: string; jobs: Map<string, Row>; cursor: string | null };

/** The exports of a run. */
export type Exports = {
  /** Begins or continues each export in a round whose boards have been read, and compares it with the search. */
  check(round: Round, before: Round | null): Promise<Disagreement[]>;
};
type Context = { service: TestService; reader: Reader; queries: readonly TruthQuery[] };

/** Creates exports of searches; each has its own key, since a key may have few. */
export function createExports({ service, reader, queries }: Context): Exports {
  const copies: Copy[] = [];
  return {
    async check(round, before) {
      const found: Disagreement[] = [];
      for (const [index, query] of queries.entries()) {
        const copy = copies[index] ?? (await openCopy(service, query));
        copies[index] = copy;
        await reader.readFor(query.body);
        const answer = await askWhole(service.search, query.body);
        found.push(...checkAnswer(answer, query, round.world));
        const troubles = await goOn(service, copy, { round, before, answer });
        found.push(...troubles.map((trouble) => ({ ...trouble, query: query.number })));
      }
      return found;
    },
  };
}

const openCopy = async ({ redis }: TestService, query: TruthQuery): Promise<Copy> => ({
  ...{ query, key: await issueKey(redis.url), jobs: new Map(), cursor: null },
});

type Now = { round: Round; before: Round | null; answer: WholeAnswer };

async function goOn(service: TestService, copy: Copy, { round, before, answer }: Now): Promise<Trouble[]> {
  const { body } = copy.query;
  const { sortBy: _sortBy, ...search } = body;
  const response = await fetch(`${service.url}/api/jobs/export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${copy.key}` },
    body: JSON.stringify(copy.cursor === null ? search : { ...search, cursor: copy.cursor }),
  });
  const text = await response.text();
  if (response.status !== 200) return asTroubles('export', [`status ${response.status}: ${text.slice(0, 300)}`]);
  const lines = text.split('\n').flatMap((line): Line[] => (line === '' ? [] : [JSON.parse(line)]));
  const former = new Map(copy.jobs);
  const troubles = applyLines(copy, lines);
  if (before === null) {
    const [begin] = lines;
    if (begin?.total !== copy.jobs.size)
      troubles.push(`begins with total ${begin?.total}, and has ${copy.jobs.size} jobs`);
  }
  const changes = before === null ? [] : changeTroubles({ query: copy.query, lines, former }, { round, before });
  return [...asTroubles('export', [...troubles, ...copyTroubles(copy, answer)]), ...changes];
}

/** Applies the lines in their order; returns what is wrong with them as such. */
function applyLines(copy: Copy, lines: readonly Line[]): string[] {
  const troubles: string[] = [];
  let changes = 0;
  for (const { change, id, job } of lines) {
    if (id === undefined) continue;
    changes += 1;
    const known = copy.jobs.has(id);
    if (change === 'added' ? known : !known) troubles.push(`${id} is ${change}, and was ${known ? '' : 'not '}there`);
    if (change === 'closed') copy.jobs.delete(id);
    else if (job !== undefined) copy.jobs.set(id, job);
    else troubles.push(`${id} is ${change} without its job`);
  }
  const end = lines.at(-1);
  if (end?.change !== 'end') troubles.push(`ends with ${JSON.stringify(end)}`);
  else if (end.changes !== changes) troubles.push(`ends with ${end.changes} changes, and has ${changes}`);
  copy.cursor = end?.cursor ?? null;
  return troubles;
}

/** An export has the exact matches of its search, and says of each what the search says. */
function copyTroubles({ jobs }: Copy, answer: WholeAnswer): string[] {
  if (answer.status !== 200 || answer.total > 1000) return [];
  const exact = answer.rows.filter(({ match }) => match.near !== true);
  const troubles = exact.flatMap((row) => {
    const record = stated(row);
    const held = jobs.get(row.id);
    if (held === undefined) return [`lacks ${row.url} (${row.id}), which its search has`];
    const job = stated(held);
    if (isDeepStrictEqual(job, record)) return [];
    const names = (Object.keys(record) as (keyof typeof record)[]).filter(
      (name) => !isDeepStrictEqual(job[name], record[name]),
    );
    return [
      `${row.url} differs in ${names.map((name) => `${name}: ${JSON.stringify(job[name])}, in the search ${JSON.stringify(record[name])}`).join('; ')}`,
    ];
  });
  const ids = new Set(exact.map(({ id }) => id));
  const strange = [...jobs.values()].filter(({ id }) => !ids.has(id));
  return [...troubles, ...strange.map(({ url, id }) => `has ${url} (${id}), which its search has not`)];
}

/** What a record states: what was seen of its opening changes while it does not. */
function stated(row: Row): Omit<Row, 'match' | 'seen' | 'label'> {
  const { match: _match, seen: _seen, label: _label, evidence, ...others } = row;
  const { label: _by, ...sentences } = evidence;
  return { ...others, evidence: sentences };
}

type Told = { query: TruthQuery; lines: readonly Line[]; former: ReadonlyMap<string, Row> };

/** What a round must tell: every certain change of what meets the search, and nothing of what is as it was. */
function changeTroubles(
  { query, lines, former }: Told,
  { round, before }: Pick<Now, 'round'> & { before: Round },
): Trouble[] {
  const told = new Map<number, Set<string>>();
  for (const { change, id, job } of lines) {
    const row = job ?? former.get(id ?? '');
    if (row === undefined) continue;
    const number = numberOf(postingOf(row.url));
    told.set(number, (told.get(number) ?? new Set()).add(change));
  }
  const [old, current] = [before, round].map(({ world }) => byNumber(world.openings));
  const numbers = new Set([...(old?.keys() ?? []), ...(current?.keys() ?? [])]);
  return [...numbers].flatMap((number): Trouble[] => {
    const [was, is] = [old?.get(number), current?.get(number)];
    const opening = is ?? was;
    if (opening === undefined) return [];
    const words = told.get(number) ?? new Set<string>();
    const expected = expectedChange(query, { was, is, kind: round.changes.get(number) });
    if (expected === null || expected.some((each) => isDeepStrictEqual(new Set(each), words))) return [];
    const text = `${round.changes.get(number) ?? 'not changed'}: told ${[...words].join(', ') || 'nothing'}, where ${expected.map((each) => each.join(' and ') || 'nothing').join(' or ')} is due`;
    return [{ kind: 'changes', text, opening }];
  });
}

const byNumber = (openings: readonly Opening[]) => new Map(openings.map((opening) => [opening.number, opening]));

type Changed = { was: Opening | undefined; is: Opening | undefined; kind: ChangeKind | undefined };

/** What may be told of an opening; `null` where the contract leaves it open. */
function expectedChange(query: TruthQuery, { was, is, kind }: Changed): string[][] | null {
  const [before, after] = [was, is].map((opening) => surely(query, opening));
  if (before === null || after === null) return null;
  if (!before) return after ? [['added']] : [[]];
  if (!after) return [['closed']];
  // Another posting of an opening may be the one that is shown, and its id with it.
  if (was?.postings.length !== is?.postings.length) return [['changed'], ['closed', 'added'], ['added', 'closed']];
  // The board that lists it too is not named by the sources yet.
  if (kind === undefined || kind === 'copied') return [[]];
  return kind === 'reposted' ? [['closed', 'added'], ['changed']] : [['changed']];
}

/** Whether an opening certainly is (`true`) or is not (`false`) among what meets a search; `null` = it may be. */
function surely({ meaning }: TruthQuery, opening: Opening | undefined): boolean | null {
  if (opening === undefined) return false;
  const now = Date.now();
  const { verdict } = verdictOn(opening, { meaning, now });
  if (verdict !== 'yes') return verdict === 'no' ? false : null;
  return verdictOn(opening, { meaning, now, boards: surelyGives(opening, meaning) }).verdict === 'yes' ? true : null;
}
