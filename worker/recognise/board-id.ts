import type { Source } from '../sources/source.js';
import { boardId } from './recognise-page.js';

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
