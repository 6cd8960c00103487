import type { WrittenRow } from '../run-bench.js';
import { costRatio, type Figure, figureOf } from './figure.js';

/** A row of both releases, or of this one alone. Ratio: what it costs now beside what it cost; `null` where nothing can be compared. */
export type ComparedRow = {
  key: string;
  bench: string;
  work: string;
  former: string;
  now: string;
  ratio: number | null;
};

/** The rows of a bench, and those of the former release that this one has no more. */
export type ComparedBench = { rows: ComparedRow[]; gone: string[] };

type Turns = readonly (readonly WrittenRow[])[];

/**
 * Compares the rows of one bench, each by the median of its turns. Rows are matched by id; those of a release that gave none by their
 * text without figures, as long as it is the text of as many rows. A figure that several rows have, each beside another peer, is one.
 */
export function compareRows(bench: string, { former, now }: { former: Turns; now: Turns }): ComparedBench {
  const own = now.at(-1) ?? [];
  const earlier = former.at(-1) ?? [];
  const pairs = own.map((row) => ({ row, match: matchOf(row, own, earlier) }));
  const matched = new Set(pairs.map(({ match }) => match));
  return {
    rows: pairs
      .filter(({ row }) => own.find((other) => isSame(other, row)) === row)
      .map(({ row, match }) => {
        const after = middle(now, own.indexOf(row));
        const before = match === null ? null : middle(former, earlier.indexOf(match));
        const ratio = before === null || after === null ? null : costRatio(before, after);
        return {
          ...{ key: `${bench}:${row.id ?? textOf(row)}`, bench, work: row.work, ratio },
          former: match === null ? 'new' : (before?.text ?? short(match.ours)),
          now: after?.text ?? short(row.ours),
        };
      }),
    // A bench that broke has no rows; those of before are not gone for that.
    gone: own.length === 0 ? [] : earlier.filter((row) => !matched.has(row)).map(({ work }) => work),
  };
}

/** Whether two rows say the same of this product: a figure that stands beside one peer and beside another. */
const isSame = (one: WrittenRow, other: WrittenRow): boolean => one.work === other.work && one.ours === other.ours;

function matchOf(row: WrittenRow, own: readonly WrittenRow[], earlier: readonly WrittenRow[]): WrittenRow | null {
  const byId = earlier.find(({ id }) => id !== undefined && id === row.id);
  if (byId !== undefined) return byId;
  const alike = (rows: readonly WrittenRow[]) => rows.filter((each) => textOf(each) === textOf(row));
  const [ours, theirs] = [alike(own), alike(earlier.filter(({ id }) => id === undefined))];
  return ours.length === theirs.length ? (theirs[ours.indexOf(row)] ?? null) : null;
}

/** A row's text without figures, which change with what is measured. */
const textOf = ({ work }: WrittenRow): string => work.replace(/\d[\d,.]*/g, '#');

/** The figure in the middle of the turns; rows have the same place in each. */
function middle(turns: Turns, at: number): Figure | null {
  const figures = turns.flatMap((rows) => {
    const figure = figureOf(rows[at]?.ours ?? '');
    return figure === null ? [] : [figure];
  });
  return figures.sort((one, other) => one.value - other.value)[Math.floor((figures.length - 1) / 2)] ?? null;
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59).trim()}…` : text);
