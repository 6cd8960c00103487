import type { StoredCompany } from '../../../shared/search/job.js';
import { cutText } from '../../../shared/words/text.js';
import { saidLine } from './plain-line.js';
import { readUrl } from './url.js';

/** Placeholders for an unnamed company. */
const unnamed =
  /^(?:(?:company |employer |client )?confidential(?: (?:company|client|employer|careers?|search))?|private (?:company|advertiser|employer)|anonymous(?: (?:company|employer))?|hidden|undisclosed|company(?: name)?|employer|our client|vertraulich|confidentiel(?:le)?|confidencial|empresa confidencial|entreprise confidentielle|anonyme?)$/i;

const withoutRating = (found: string): string => (found.includes('\n') ? '' : found);

/** Reads a company's name; `null` when the source states no name ("N/A", "Confidential"). */
export function readCompany(name: string | null): string | null {
  // Some boards write a rating on the line below the name.
  const line = saidLine(name?.trimEnd().replace(/(?<!\s)\s+[0-5][.,]\d$/, withoutRating) ?? null);
  if (line === null) return null;
  const bare = line.replace(/^[\s\-–—|,;:]+|(?<![\s\-–—|,;:])[\s\-–—|,;:]+$/g, '');
  return unnamed.test(bare) || !/[\p{L}\p{N}]/u.test(bare) ? null : cutText(bare, 200).trim();
}

/** Facts stated by an operator or the catalogue about a board's company. */
export type BoardCompany = {
  industry?: StoredCompany['industry'] | undefined;
  size?: StoredCompany['size'] | undefined;
  website?: string | undefined;
};

/** Adds the facts stated about the board's company to a company. */
export const withBoardCompany = (company: StoredCompany, { industry, size, website }: BoardCompany): StoredCompany => ({
  ...company,
  ...(company.url === null && website !== undefined && { url: readUrl(website) }),
  ...(industry !== undefined && { industry }),
  ...(size !== undefined && { size }),
});
