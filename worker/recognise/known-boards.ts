import { type KnownBoard, readKnownBoards } from '../../shared/catalogue/known-boards.js';
import { decodePercent } from '../../shared/http/http-hosts.js';
import { site } from '../sources/kinds/site.js';
import type { Draft } from './entry.js';
import { idOfBoard } from './entry.js';
import { parseAddress, recogniseAddress } from './recognise-address.js';

/** A board of the catalogue as an entry without an id. `id` is the same for every address of the board (`idOfBoard`). */
export type BoardDraft = { draft: Draft; id: string };

const drafts = new WeakMap<KnownBoard, BoardDraft | null>();

/** The draft of a board, cached; `null` = no kind reads its address. */
export function draftOf(board: KnownBoard): BoardDraft | null {
  const known = drafts.get(board);
  if (known !== undefined) return known;
  const draft = recogniseAddress(board.board) ?? draftOfSitemap(board.board);
  const made = draft === null ? null : { draft, id: idOfBoard(draft) };
  drafts.set(board, made);
  return made;
}

/** A board read by a sitemap; the part that distinguishes its postings' pages follows "#". */
function draftOfSitemap(address: string): Draft | null {
  const url = parseAddress(address);
  if (url === null || !address.includes('#') || !url.pathname.endsWith('.xml')) return null;
  const jobUrls = decodePercent(url.hash.slice(1));
  url.hash = '';
  return { kind: site, settings: { sitemap: url.href, ...(jobUrls !== '' && { jobUrls }), render: 'never' } };
}

let held: ReadonlyMap<string, Draft> | null = null;

/** The board that the catalogue lists for a company's own page, without a request; `null` = none. */
export function boardAtPage(page: URL): Draft | null {
  held ??= new Map(
    readKnownBoards().flatMap((board) => {
      const found = board.pages.length === 0 ? null : draftOf(board);
      return found === null ? [] : board.pages.map((address) => [keyOf(parseAddress(address)), found.draft] as const);
    }),
  );
  return held.get(keyOf(page)) ?? null;
}

const keyOf = (url: URL | null): string =>
  url === null ? '' : `${url.host.replace(/^www\./, '')}${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}`;
