import Papa from 'papaparse';
import type { KnownBoard } from '../../shared/catalogue/known-boards.js';
import { tableOf } from '../../shared/table-of.js';
import { type CompanySize, companySizes } from '../../shared/words/company-sizes.js';
import { draftOf } from '../recognise/known-boards.js';
import { parseAddress } from '../recognise/recognise-address.js';
import { recordedBoard } from './recorded-board.js';

/** The result of merging a list into the catalogue. `left`: rows whose address no kind reads. */
export type Merged = { boards: KnownBoard[]; added: number; present: number; left: number };

/** Possible column names of a list, for each fact; the first one present counts. */
const columns = {
  name: ['name', 'company'],
  website: ['website', 'site', 'homepage'],
  industry: ['industry'],
  size: ['size', 'employees'],
  country: ['country'],
  board: ['board', 'address', 'url', 'careers'],
  system: ['system', 'monitor_type'],
  config: ['monitor_config'],
  pages: ['scraper_type'],
  pagesConfig: ['scraper_config'],
} as const;

/**
 * Adds the boards of a CSV with a header to those of the catalogue. An existing entry stays, since people may have
 * corrected it, except for the pages that show it; boards named in several rows are taken once.
 */
export function mergeList(boards: readonly KnownBoard[], text: string): Merged {
  const { data } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
    comments: '#',
    transformHeader: (head) => head.trim().toLowerCase(),
  });
  const byId = new Map(boards.map((board) => [draftOf(board)?.id ?? board.board, board]));
  const merged = { added: 0, present: 0, left: 0 };
  for (const row of data) {
    const board = boardOf(row);
    const id = board === null ? undefined : draftOf(board)?.id;
    if (board === null || id === undefined) {
      merged.left += 1;
      continue;
    }
    const known = byId.get(id);
    if (known === undefined) {
      byId.set(id, board);
      merged.added += 1;
    } else {
      if (board.pages.some((page) => !known.pages.includes(page)))
        byId.set(id, { ...known, pages: [...new Set([...known.pages, ...board.pages])] });
      merged.present += 1;
    }
  }
  return { boards: [...byId.values()], ...merged };
}

function boardOf(row: Readonly<Record<string, string>>): KnownBoard | null {
  const cell = (fact: keyof typeof columns): string => {
    const column = columns[fact].find((each) => row[each] !== undefined);
    return (column === undefined ? '' : (row[column] ?? '')).replace(/\s+/g, ' ').trim();
  };
  const [name, board, website, country] = [cell('name'), plain(cell('board')), plain(cell('website')), cell('country')];
  if (name === '' || board === '') return null;
  const found: KnownBoard = {
    name,
    board,
    website: website || null,
    industry: cell('industry') || null,
    size: companySizes.find((each): each is CompanySize => each === cell('size')) ?? null,
    country: /^[A-Z]{2}$/.test(country) ? country : countryOf(website),
    pages: [],
  };
  if (draftOf(found) !== null) return found;
  const [system, config, pages, pagesConfig] = [cell('system'), cell('config'), cell('pages'), cell('pagesConfig')];
  const address = recordedBoard({ system, config, pages, pagesConfig }, board);
  return address === null ? found : { ...found, board: address, pages: /\s/.test(board) ? [] : [board] };
}

/** An address in the catalogue's form: without "https://" and a trailing slash. */
const plain = (address: string): string => address.replace(/^https:\/\//, '').replace(/\/$/, '');

/** Top-level domains that are used almost only by companies of one country. */
const national = tableOf<string>({
  ch: 'CH',
  de: 'DE',
  at: 'AT',
  fr: 'FR',
  uk: 'GB',
  nl: 'NL',
  be: 'BE',
  es: 'ES',
  it: 'IT',
  pt: 'PT',
  se: 'SE',
  no: 'NO',
  dk: 'DK',
  fi: 'FI',
  pl: 'PL',
  cz: 'CZ',
  ie: 'IE',
  gr: 'GR',
  jp: 'JP',
  kr: 'KR',
  au: 'AU',
  nz: 'NZ',
  br: 'BR',
  mx: 'MX',
  ar: 'AR',
  us: 'US',
  ca: 'CA',
  sg: 'SG',
  ke: 'KE',
  za: 'ZA',
});

function countryOf(website: string): string | null {
  const ending = parseAddress(website)?.hostname.split('.').at(-1) ?? '';
  return national[ending] ?? null;
}
