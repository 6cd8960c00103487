import type { DemoPosting } from '../postings/posting.js';
import { foldText } from './fold-text.js';
import { matchKeyword } from './match-keyword.js';
import { matchPlace } from './match-place.js';

/** The values of the two search fields of a board. */
export type BoardSearch = { q: string; where: string };

/** Prepares the search of one board: newest first, openings at the place before remote ones that can be done from there. */
export function createSearch(postings: readonly DemoPosting[]): (search: BoardSearch) => DemoPosting[] {
  const newestFirst = [...postings].sort(
    (one, other) => other.postedAt.localeCompare(one.postedAt) || one.id.localeCompare(other.id),
  );
  const rows = newestFirst.map((posting) => ({ posting, text: searchText(posting) }));
  return ({ q, where }) => {
    const says = matchKeyword(q);
    const fits = matchPlace(where);
    const hits = { here: [] as DemoPosting[], remote: [] as DemoPosting[] };
    for (const { posting, text } of rows) {
      const fit = fits(posting.opening);
      if (fit !== 'no' && says(text)) hits[fit].push(posting);
    }
    return [...hits.here, ...hits.remote];
  };
}

function searchText({ title, companyName, descriptionHtml, opening }: DemoPosting): string {
  const words = descriptionHtml.replace(/<[^<>]+>|&(?:nbsp|amp|#39|quot|lt|gt);/g, ' ');
  return foldText([title, companyName, opening.occupation.department, words].join(' '));
}
