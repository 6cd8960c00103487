import Papa from 'papaparse';
import type { KnownBoard } from '../../shared/catalogue/known-board.js';
import { tableOf } from '../../shared/table-of.js';
import { type CompanySize, companySizes } from '../../shared/words/company-sizes.js';
import { parseAddress } from '../recognise/recognise-address.js';
import { draftOf } from './board-entries.js';
import { readRecorded } from './recorded-shape.js';

/** What merging a list into the catalogue did. `left`: rows whose address no kind reads. */
export type Merged = { boards: KnownBoard[]; added: number; present: number; left: number };

/** Names of the columns that a list may have, for each fact; the first that is there counts. */
const columns = {
  name: ['name', 'company'],
  website: ['website', 'site', 'homepage'],
  industry: ['industry'],
  size: ['size', 'employees'],
  country: ['country'],
  board: ['board', 'address', 'url', 'careers'],
  system: ['system'],
} as const;

/**
 * Adds the boards of a CSV with a head to those of the catalogue. An entry that is there already stays as it is, since people may
 * have put it right; boards that several rows name are taken once.
 */
export function mergeList(boards: readonly KnownBoard[], text: string): Merged {
  const { data } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
    comments: '#',
    transformHeader: (head) => head.trim().toLowerCase(),
  });
  const ids = new Set(boards.flatMap((board) => draftOf(board)?.id ?? []));
  const merged: Merged = { boards: [...boards], added: 0, present: 0, left: 0 };
  for (const row of data) {
    const board = boardOf(row);
    const id = board === null ? undefined : draftOf(board)?.id;
    if (board === null || id === undefined) merged.left += 1;
    else if (ids.has(id)) merged.present += 1;
    else {
      ids.add(id);
      merged.boards.push(board);
      merged.added += 1;
    }
  }
  return merged;
}

function boardOf(row: Readonly<Record<string, string>>): KnownBoard | null {
  const cell = (fact: keyof typeof columns): string => {
    const column = columns[fact].find((each) => row[each] !== undefined);
    return (column === undefined ? '' : (row[column] ?? '')).replace(/\s+/g, ' ').trim();
  };
  const [name, board, website, country] = [cell('name'), plain(cell('board')), plain(cell('website')), cell('country')];
  if (name === '' || board === '') return null;
  return asRecorded(cell('system'), {
    ...{ name, board, website: website || null, industry: cell('industry') || null },
    size: companySizes.find((each): each is CompanySize => each === cell('size')) ?? null,
    country: /^[A-Z]{2}$/.test(country) ? country : countryOf(website),
  });
}

/** A board whose address tells nothing, by another one where the list's record of it does. */
function asRecorded(system: string, board: KnownBoard): KnownBoard {
  const recorded = draftOf(board) === null ? readRecorded(system, board.board) : null;
  return recorded === null || recorded === 'page' ? board : { ...board, board: recorded.address };
}

/** An address as the catalogue writes it: without "https://" and a last slash. */
const plain = (address: string): string => address.replace(/^https:\/\//, '').replace(/\/$/, '');

/** Endings of addresses that companies of one country use, and hardly any others. */
const national = tableOf<string>({
  ...{ ch: 'CH', de: 'DE', at: 'AT', fr: 'FR', uk: 'GB', nl: 'NL', be: 'BE', es: 'ES', it: 'IT', pt: 'PT' },
  ...{ se: 'SE', no: 'NO', dk: 'DK', fi: 'FI', pl: 'PL', cz: 'CZ', ie: 'IE', gr: 'GR', jp: 'JP', kr: 'KR' },
  ...{ au: 'AU', nz: 'NZ', br: 'BR', mx: 'MX', ar: 'AR', us: 'US', ca: 'CA', sg: 'SG', ke: 'KE', za: 'ZA' },
});

function countryOf(website: string): string | null {
  const ending = parseAddress(website)?.hostname.split('.').at(-1) ?? '';
  return national[ending] ?? null;
}
