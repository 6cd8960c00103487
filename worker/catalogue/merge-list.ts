import Papa from 'papaparse';
import type { KnownBoard } from '../../shared/catalogue/known-boards.js';
import { tableOf } from '../../shared/table-of.js';
import { type CompanySize, companySizes } from '../../shared/words/company-sizes.js';
import { draftOf } from '../recognise/known-boards.js';
import { parseAddress } from '../recognise/recognise-address.js';
import { recordedBoard } from './recorded-board.js';

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
  system: ['system', 'monitor_type'],
  config: ['monitor_config'],
  pages: ['scraper_type'],
  pagesConfig: ['scraper_config'],
} as const;

/**
 * Adds the boards of a CSV with a head to those of the catalogue. An entry that is there already stays as it is, since people may
 * have put it right, but for the pages that show it; boards that several rows name are taken once.
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

/** An address as the catalogue writes it: without "https://" and a last slash. */
const plain = (address: string): string => address.replace(/^https:\/\//, '').replace(/\/$/, '');

/** Endings of addresses that companies of one country use, and hardly any others. */
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
