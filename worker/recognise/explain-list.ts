import type { Source } from '../sources/source.js';
import type { Draft } from './entry.js';
import { idOfBoard } from './entry.js';
import { boardAtPage } from './known-boards.js';
import type { ListLine } from './read-list.js';
import { parseAddress, recogniseAddress } from './recognise-address.js';

/**
 * The result for a line of a list without a request. `board`: an entry; `page`: an address that must be read; `name`: a
 * company's name without a known site; `duplicate`: the same as `of` (an earlier line, or an entry of the file);
 * `unknown`: neither an address nor a name.
 */
export type Explained = ListLine &
  (
    | { as: 'board'; draft: Draft }
    | { as: 'page'; url: string }
    | { as: 'name' }
    | { as: 'duplicate'; of: string }
    | { as: 'unknown' }
  );

/** Explains every line of a list; `existing` are the sources of the file it is added to. */
export function explainList(
  lines: readonly ListLine[],
  existing: readonly Pick<Source, 'id' | 'kind' | 'settings'>[],
): Explained[] {
  const known = new Map<string, string>();
  for (const { id, kind, settings } of existing) known.set(idOfBoard({ kind, settings }), `"${id}" in the file`);
  return lines.map((each): Explained => {
    const url = parseAddress(each.text);
    const isName = url === null || !url.hostname.includes('.');
    if (isName)
      return once(
        each,
        `name ${each.text.toLowerCase()}`,
        /\p{L}/u.test(each.text) && each.text.length <= 120 ? { as: 'name' } : { as: 'unknown' },
      );
    const board = recogniseAddress(url) ?? boardAtPage(url);
    if (board !== null) return once(each, idOfBoard(board), { as: 'board', draft: board });
    const page = `${url.hostname.replace(/^www\./, '')}${url.port}${url.pathname.replace(/(?<!\/)\/+$/, '')}${url.search}`;
    return once(each, `page ${page}`, { as: 'page', url: url.href });
  });

  function once(
    each: ListLine,
    key: string,
    otherwise: { as: 'board'; draft: Draft } | { as: 'page'; url: string } | { as: 'name' } | { as: 'unknown' },
  ): Explained {
    const of = known.get(key);
    if (of !== undefined) return { ...each, as: 'duplicate', of };
    known.set(key, `line ${each.line}`);
    return { ...each, ...otherwise };
  }
}
