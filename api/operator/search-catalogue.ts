import type { Context } from 'koa';
import { knownOnPage } from '../../shared/admin/source-requests.js';
import { readKnownBoards, shownAddress } from '../../shared/catalogue/known-board.js';
import { catalogueCountryName, countriesOf, filterBoards, industriesOf } from '../../shared/catalogue/pick-boards.js';
import { companySizes } from '../../shared/words/company-sizes.js';

/** One page of the catalogue's boards that `text`, `industry`, `size` and `country` choose, and what can be chosen. */
export function searchCatalogue({ query }: Pick<Context, 'query'>) {
  const one = (name: string): string => ([query[name] ?? ''].flat()[0] ?? '').slice(0, 200);
  const all = readKnownBoards();
  const found = filterBoards(all, {
    text: one('text'),
    industry: one('industry'),
    size: one('size'),
    country: one('country'),
  });
  const pages = Math.max(1, Math.ceil(found.length / knownOnPage));
  const asked = Number.parseInt(one('page'), 10);
  const page = Math.min(Math.max(1, Number.isNaN(asked) ? 1 : asked), pages);
  return {
    all: all.length,
    total: found.length,
    page,
    pages,
    boards: found
      .slice((page - 1) * knownOnPage, page * knownOnPage)
      .map((board) => ({ ...board, shown: shownAddress(board) })),
    industries: industriesOf(all).sort(),
    sizes: companySizes,
    countries: countriesOf(all)
      .map((code) => ({ code, name: catalogueCountryName(code) }))
      .sort((a, b) => a.name.localeCompare(b.name, 'en')),
  };
}
