import { foldWord } from '../../shared/words/text.js';
import type { Source, SourceKind } from '../sources/source.js';
import { boardId, siteOf } from './recognise-page.js';

/** An entry of a sources file without an id. */
export type Draft = { kind: SourceKind; settings: Record<string, unknown> };

/** An entry as written into a sources file. */
export type SourceEntry = { id: string; kind: string } & Record<string, unknown>;

/** Gives a draft an id that no other entry has, from its board's name or its site's, and adds it to `taken`. */
export function nameEntry({ kind, settings }: Draft, taken: Set<string>): SourceEntry {
  const id = freeId(idBase({ kind, settings }), taken);
  taken.add(id);
  return { id, kind: kind.kind, ...settings };
}

const longestId = 40;

function idBase({ kind, settings }: Draft): string {
  const { baseUrl: _baseUrl, pages, sitemap, search, url, ...own } = settings;
  const address = [pages].flat()[0] ?? sitemap ?? search ?? url;
  if (typeof address === 'string' && URL.canParse(address)) return slug(siteOf(address)) || kind.kind;
  const token = Object.values(own).find((value) => typeof value === 'string' && !value.startsWith('${'));
  const name = typeof token === 'string' ? slug(token) : '';
  return name === '' || kind.kind === 'adzuna' ? kind.kind : name;
}

const slug = (text: string): string =>
  foldWord(text)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, longestId)
    .replace(/-$/, '');

function freeId(base: string, taken: ReadonlySet<string>): string {
  if (!taken.has(base)) return base;
  for (let number = 2; ; number++) {
    const id = `${base.slice(0, longestId - 1 - String(number).length)}-${number}`;
    if (!taken.has(id)) return id;
  }
}

/** Identifies a board by the settings stated in its address; an entry's further settings do not count. */
export function idOfBoard({ kind, settings }: { kind: Source['kind']; settings: object }): string {
  const addressSettings = new Set(namesOf(kind));
  return boardId({
    kind,
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => addressSettings.has(name))),
  });
}

/** The settings stated by the kind's addresses. */
function namesOf(kind: Source['kind']): string[] {
  const known = statedNames.get(kind);
  if (known !== undefined) return known;
  const names = (kind.addresses ?? []).flatMap((rule) => {
    const { address, settings = {} } = typeof rule === 'string' ? { address: rule } : rule;
    return [...[...address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name), ...Object.keys(settings)];
  });
  const addressSettings = [...new Set(names.length > 0 ? names : ['pages', 'search', 'sitemap', 'url'])];
  statedNames.set(kind, addressSettings);
  return addressSettings;
}

const statedNames = new WeakMap<Source['kind'], string[]>();
