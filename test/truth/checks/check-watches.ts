import type { TestService } from '../../lib/start-service.js';
import { narrowing, postingOf } from '../given.js';
import type { TruthQuery } from '../meaning.js';
import type { Disagreement } from '../oracle/disagreement.js';
import { verdictOn } from '../oracle/oracle.js';
import { type Answer, maybe, no, yes } from '../oracle/verdict.js';
import type { Round } from '../world/changes.js';
import type { Opening } from '../world/opening.js';
import { numberOf } from '../world/world.js';
import type { Receiver } from './watch-receiver.js';

/** The watches of a run. */
export type Watches = {
  /** Creates watches before the boards of a round are read; the first of all watches has no search. */
  add(queries: readonly TruthQuery[], round: number): Promise<void>;
  /** Waits until what a round has for certain is told; returns what is not. */
  check(round: number): Promise<Disagreement[]>;
  /** What was told, and should not have been. */
  finish(): Disagreement[];
};

type Context = { service: TestService; key: string; receiver: Receiver; rounds: readonly Round[] };
/**
 * A watch; `from`: the first round whose openings are new to it. What was read in the second before it was made may be told, but
 * for what a board lists at its first reading.
 */
type Watch = { id: string; query: TruthQuery; from: number };

/** How long a delivery may take on a busy machine. */
const patienceMs = 60_000;

/** Creates watches over searches, told by their receiver. */
export function createWatches({ service, key, receiver, rounds }: Context): Watches {
  const watches: Watch[] = [];
  const headers = { authorization: `Bearer ${key}` };
  const due = (watch: Watch, round: number): Opening[] =>
    round < watch.from
      ? []
      : news(rounds, round).filter((opening) => verdictFor(watch, opening, { rounds, round }).verdict === 'yes');
  const toldTo = (watch: number): number[] => receiver.told(watch).map(({ url }) => numberOf(postingOf(url)));
  return {
    async add(queries, round) {
      for (const query of queries) {
        const { sortBy: _sortBy, ...search } = query.body;
        const response = await fetch(`${service.url}/api/watches`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ search, url: receiver.urlOf(watches.length) }),
        });
        const text = await response.text();
        if (response.status !== 201) throw new Error(`The watch of ${JSON.stringify(search)} was not made: ${text}`);
        const { id, secret } = JSON.parse(text) as { id: string; secret: string };
        receiver.setSecret(watches.length, secret);
        watches.push({ id, query, from: Math.max(1, round) });
      }
    },
    async check(round) {
      const end = Date.now() + patienceMs;
      const lacking = (): { watch: Watch; opening: Opening }[] =>
        watches.flatMap((watch, index) => {
          const told = new Set(toldTo(index));
          return due(watch, round).flatMap((opening) => (told.has(opening.number) ? [] : [{ watch, opening }]));
        });
      while (lacking().length > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 100));
      const found: Disagreement[] = [];
      for (const { watch, opening } of lacking()) {
        const response = await fetch(`${service.url}/api/watches/${watch.id}`, { headers });
        const text = `is new in round ${round} and fits, and was not told within ${patienceMs / 1000} s: ${await response.text()}`;
        found.push({ kind: 'watch', query: watch.query.number, opening, text });
      }
      return found;
    },
    finish: () => watches.flatMap((watch, index) => toldWrongly(watch, toldTo(index), rounds)),
  };
}

/** The openings that a round adds, as the service can have them. */
const news = ([...rounds]: readonly Round[], round: number): Opening[] =>
  rounds[round]?.world.openings.filter(({ number }) => rounds[round]?.changes.get(number) === 'added') ?? [];

/** Whether an opening that is new in a round is told to a watch. */
function verdictFor(
  { query: { meaning } }: Watch,
  opening: Opening,
  { rounds, round }: { rounds: readonly Round[]; round: number },
): Answer {
  const now = Date.now();
  // Boards that narrow are not watched; what a board lists at its first reading is known, not new.
  const isOld = (board: string): boolean => rounds[round - 1]?.boards.has(board) ?? false;
  const watched = (board: string): boolean => !narrowing.has(board) && isOld(board);
  const fits = verdictOn(opening, { meaning, now });
  if (fits.verdict === 'no') return fits;
  const known = verdictOn(opening, { meaning, now, boards: watched });
  if (known.verdict === 'yes') {
    if (!opening.postings.every(({ board }) => isOld(board))) return maybe('new on one board, and known by another');
    const fitsOn = (board: string): boolean =>
      watched(board) && verdictOn(opening, { meaning, now, boards: (each) => each === board }).verdict === 'yes';
    if (!opening.postings.some(({ board }) => fitsOn(board))) return maybe('fits by what its boards say together');
    return opening.nature === 'lookalike' ? maybe('much like another one') : yes;
  }
  if (!opening.postings.some(({ board }) => watched(board))) return no('on no board that is watched');
  return maybe(known.why);
}

function toldWrongly(watch: Watch, told: readonly number[], rounds: readonly Round[]): Disagreement[] {
  const { query, from } = watch;
  const wrong: Disagreement[] = [];
  for (const number of new Set(told)) {
    const times = told.filter((each) => each === number).length;
    // One on a board that the sources do not name yet, or that is not watched, is new when another board lists it, too.
    const isWatched = ({ postings }: Opening): boolean => postings.some(({ board }) => !narrowing.has(board));
    const since = rounds.findIndex(({ world }) =>
      world.openings.some((each) => each.number === number && isWatched(each)),
    );
    const isNew = ['added', 'copied'].includes(rounds[since]?.changes.get(number) ?? '');
    const round = Math.max(since, 0);
    const opening = rounds
      .toReversed()
      .flatMap(({ openings }) => openings)
      .find((each) => each.number === number);
    // One that is new may fit only after a change.
    const seen = rounds.flatMap(({ world }, at) => {
      const version = at < round ? undefined : world.openings.find((each) => each.number === number);
      return version === undefined ? [] : [verdictFor(watch, version, { rounds, round: at })];
    });
    const say = (text: string): void => {
      const changes = rounds.flatMap((each, at) =>
        each.changes.has(number) ? [`${each.changes.get(number)} in round ${at}`] : [],
      );
      const what = changes.length > 0 ? ` (${changes.join(', ')})` : '';
      wrong.push({ kind: 'watch', query: query.number, text: `${text}${what}`, ...(opening && { opening }) });
    };
    if (times > 1) say(`was told ${times} times`);
    if (opening === undefined) say(`told of an unknown opening ${number}`);
    else if (!isNew || since < Math.max(1, from - 1)) say(`was told, and was there when the watch was made`);
    else if (seen[0] !== undefined && seen.every(({ verdict }) => verdict === 'no'))
      say(`was told, and ${seen[0].why}`);
  }
  return wrong;
}
