import type { CheerioAPI } from 'cheerio/slim';
import type { PageMark } from '../sources/kind-facts.js';
import { sourceKinds } from '../sources/kinds/source-kinds.js';
import type { SourceKind } from '../sources/source.js';
import { parseMarkup } from '../structured-data/parse-markup.js';
import { fillSettings } from './address-template.js';
import { speaksOfJobs } from './careers-words.js';
import { isValid, type Recognised, recogniseAddress } from './recognise-address.js';

/** A board named by a page. `times`: how often. */
export type NamedBoard = Recognised & { how: 'mark' | Stated; times: number };

/** A page's evidence about boards: the company's own, several without a decision between them, or none. */
export type PageVerdict = { found: NamedBoard } | { found: null; named: readonly NamedBoard[] };

type Page = { url: string; body: string };

/** Recognises the board of a page by its own address, by marks of a system, and by the addresses it states. */
export function recognisePage({ url, body }: Page): PageVerdict {
  const fromAddress = recogniseAddress(url);
  if (fromAddress !== null) return { found: { ...fromAddress, how: 'embed', times: 1 } };
  const marked = readMarks({ url, body });
  if (marked !== null) return { found: marked };
  const page = parseMarkup(body);
  const named = countBoards({ url, body }, page);
  const isCareers =
    speaksOfJobs(new URL(url).host + new URL(url).pathname) || speaksOfJobs(page('title').first().text());
  for (const how of ['embed', 'script', 'link'] as const) {
    const level = named.filter((board) => board.how === how);
    if (level.length === 0) continue;
    const found = chooseBoard(level, { site: siteOf(url), isCareers, how });
    return found === null ? { found: null, named } : { found };
  }
  return { found: null, named };
}

/** The board of a mark; the kinds' marks are texts that no page has by chance. */
function readMarks(page: Page): NamedBoard | null {
  for (const kind of sourceKinds)
    for (const mark of kind.pageMarks ?? []) {
      const settings = readMark(mark, page);
      if (settings !== null && isValid(kind, settings)) return { kind, settings, how: 'mark', times: 1 };
    }
  return null;
}

function readMark({ text, settings = {} }: PageMark, { url, body }: Page): Record<string, string> | null {
  const { host, origin } = new URL(url);
  const pageSite = { host, origin, site: siteOf(url) };
  const placeholder = /\{(\w+)\}/.exec(text);
  const name = placeholder?.[1] ?? null;
  const before = text.slice(0, placeholder?.index);
  const after = placeholder === null ? '' : text.slice(placeholder.index + placeholder[0].length);
  const at = body.indexOf(before);
  if (at === -1) return null;
  if (name === null) return fillSettings(settings, pageSite);
  const rest = body.slice(at + before.length, at + before.length + 200);
  const token = /^[\w.-]+/.exec(rest)?.[0] ?? '';
  if (token === '' || !rest.startsWith(after, token.length)) return null;
  return { [name]: token, ...fillSettings(settings, { ...pageSite, [name]: token }) };
}

/** The boards of the addresses on a page, each with its strongest evidence, without aggregators. */
function countBoards({ url, body }: Page, page: ReturnType<typeof parseMarkup>): NamedBoard[] {
  const boards = new Map<string, NamedBoard>();
  for (const { url: address, how } of addressesIn(page, body, url)) {
    const board = recogniseAddress(address);
    if (board === null || !isOfCompany(board)) continue;
    const key = boardId(board);
    const known = boards.get(key);
    // The text of a page is searched for addresses in scripts, but also contains those of its links.
    if (known === undefined) boards.set(key, { ...board, how, times: 1 });
    else known.times += 1;
  }
  return [...boards.values()];
}

type Choice = { site: string; isCareers: boolean; how: Stated };

function chooseBoard(boards: readonly NamedBoard[], { site, isCareers, how }: Choice): NamedBoard | null {
  const ours = boards.filter((board) => resembles(board, site));
  if (ours.length === 1) return ours[0] ?? null;
  const [only] = boards;
  if (boards.length === 1 && only !== undefined && (how === 'embed' || isCareers)) return only;
  if (ours.length > 1 || !isCareers) return null;
  // A company's page names its board for every posting, and others in passing.
  const most = [...boards].sort((a, b) => b.times - a.times)[0];
  const all = boards.reduce((sum, { times }) => sum + times, 0);
  return most !== undefined && most.times >= 5 && most.times / all >= 0.8 ? most : null;
}

/** Whether each board of a kind belongs to one company: its settings name which. */
export const isOfCompany = ({ settings }: Recognised): boolean =>
  Object.entries(settings).some(([name, value]) => name !== 'baseUrl' && name !== 'country' && !value.startsWith('${'));

/** Identifies a board, ignoring the case of its name. */
export const boardId = ({ kind, settings }: { kind: SourceKind; settings: Record<string, unknown> }): string =>
  JSON.stringify([kind.kind, Object.entries(settings).sort()]).toLowerCase();

/** Whether a board's name resembles that of a site: `acme-robotics` and `acmerobotics`, `getacme` and `acme`. */
export function resembles({ settings }: Pick<Recognised, 'settings'>, site: string): boolean {
  const wanted = lettersOf(site);
  if (wanted.length < 3) return false;
  return Object.entries(settings).some(([name, value]) => {
    const token = name === 'baseUrl' ? '' : lettersOf(value);
    return token.length >= 3 && (token.includes(wanted) || wanted.includes(token));
  });
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** Suffixes under which names are registered, other than single-label ones. */
const secondLevels = new Set(['co', 'com', 'org', 'net', 'gov', 'ac', 'edu', 'gob', 'gouv', 'or', 'ne']);

/** The name of a site: `acme` in `careers.acme.co.uk`. */
export function siteOf(url: string): string {
  const { hostname } = new URL(url);
  if (/^[\d.]+$|:/.test(hostname)) return new URL(url).pathname.split('/')[1] ?? '';
  const labels = hostname.split('.');
  const isSecond = labels.length > 2 && secondLevels.has(labels.at(-2) ?? '') && (labels.at(-1)?.length ?? 0) === 2;
  return labels.at(isSecond ? -3 : -2) ?? hostname;
}

/** How a page states an address: by a script, frame or canonical link; in a script's text; by a link for people. */
export type Stated = 'embed' | 'script' | 'link';
export type StatedAddress = { url: URL; how: Stated };

/** Maximum addresses read per page. */
const maxAddresses = 20_000;

const embedded: readonly { css: string; attribute: string }[] = [
  { css: 'script[src]', attribute: 'src' },
  { css: 'iframe[src]', attribute: 'src' },
  { css: 'iframe[data-src]', attribute: 'data-src' },
  { css: 'embed[src]', attribute: 'src' },
  { css: 'link[rel=canonical][href]', attribute: 'href' },
  { css: 'link[rel=preconnect][href]', attribute: 'href' },
  { css: 'meta[property="og:url"]', attribute: 'content' },
  { css: 'meta[http-equiv=refresh]', attribute: 'content' },
  { css: 'form[action]', attribute: 'action' },
];

/** The addresses on a page, those of embeds first. `html` is the markup that `page` was parsed from. */
export function addressesIn(page: CheerioAPI, html: string, base: string): StatedAddress[] {
  const found: StatedAddress[] = [];
  const add = (text: string | undefined, how: Stated): void => {
    const written = text?.trim() ?? '';
    if (written === '' || written.length > 2000 || found.length >= maxAddresses) return;
    if (URL.canParse(written, base)) found.push({ url: new URL(written, base), how });
  };
  for (const { css, attribute } of embedded)
    page(css).each((_, element) => {
      const value = page(element).attr(attribute) ?? '';
      add(/^\d+\s*;\s*url=(.*)$/i.exec(value)?.[1]?.replace(/^['"]|['"]$/g, '') ?? value, 'embed');
    });
  page('a[href]').each((_, element) => add(page(element).attr('href'), 'link'));
  for (const [text] of withoutComments(html).matchAll(writtenAddress)) {
    if (found.length >= maxAddresses) break;
    add(unescaped(text), 'script');
  }
  return found;
}

/** The markup without comments: an embed in one belongs to a former system. */
function withoutComments(html: string): string {
  const parts: string[] = [];
  let from = 0;
  while (from < html.length) {
    const start = html.indexOf('<!--', from);
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4);
    if (end === -1) break;
    parts.push(html.slice(from, start));
    from = end + 3;
  }
  parts.push(html.slice(from));
  return parts.join(' ');
}

/** An address in a script or in JSON, where its slashes may be escaped. */
const writtenAddress = /https?:(?:\\?\/){2}(?:[\w.~:/?#@!$&*+,;=%-]|\\\/|\\u002[fF6])+/g;

const unescaped = (text: string): string =>
  text
    .replaceAll('\\/', '/')
    .replace(/\\u002f/gi, '/')
    .replaceAll('\\u0026', '&')
    .replaceAll('&amp;', '&');
