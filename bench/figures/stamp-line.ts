import type { Stamp } from './stamp.js';

/** Rows of a section's table, by their position from 1, with their ids. */
export type StampedRows = { stamp: Stamp; rows: ReadonlyMap<number, string> };

const pattern =
  /^Measured at `([0-9a-f]{7,40}\+?)` \((\d+\.\d+\.\d+)(?: \+ (\d+) commits?)?\), (\d{4}-\d\d-\d\d), load (\d+\.\d|not noted)(?:, rows? [\d, –]+)?, by `([^`]+)`: (.*)\.\n(?:<!-- rows: (.*) -->\n)?/gm;

/** The stamps of a section, each with the rows measured then. */
export function readStamps(section: string): StampedRows[] {
  return [...section.matchAll(pattern)].map((found) => {
    const [, commit = '', release = '', ahead = '0', date = '', load = '', command = '', machine = '', rows = ''] =
      found;
    const ids = [...rows.matchAll(/(\d+) ([^\s,]+)/g)].map(([, at, id = '']) => [Number(at), id] as const);
    const stamp = {
      ...{ commit, release, ahead: Number(ahead), date, load: load === 'not noted' ? null : Number(load) },
      ...{ command, machine },
    };
    return { stamp, rows: new Map(ids) };
  });
}

/** A section without its stamps. */
export const withoutStamps = (section: string): string => section.replace(pattern, '').trim();

/** The lines of stamps; if there are several, each also names its rows for readers. */
export function writeStamps(stamped: readonly StampedRows[]): string {
  return stamped
    .map(({ stamp: { commit, release, ahead, date, load, command, machine }, rows }) => {
      const since = ahead === 0 ? release : `${release} + ${ahead} commit${ahead === 1 ? '' : 's'}`;
      const some =
        stamped.length > 1 && rows.size > 0 ? `, row${rows.size === 1 ? '' : 's'} ${spans([...rows.keys()])}` : '';
      const ids = [...rows].map(([at, id]) => `${at} ${id}`).join(', ');
      const comment = rows.size === 0 ? '' : `<!-- rows: ${ids} -->\n`;
      return `Measured at \`${commit}\` (${since}), ${date}, load ${load?.toFixed(1) ?? 'not noted'}${some}, by \`${command}\`: ${machine}.\n${comment}`;
    })
    .join('\n');
}

/** `1–3, 5` for 1, 2, 3 and 5. */
function spans(places: readonly number[]): string {
  const sorted = [...places].sort((one, other) => one - other);
  const starts = sorted.filter((place) => !sorted.includes(place - 1));
  const ends = sorted.filter((place) => !sorted.includes(place + 1));
  return starts.map((start, at) => (start === ends[at] ? `${start}` : `${start}–${ends[at]}`)).join(', ');
}
