import type { KnownBoard } from '../../shared/catalogue/known-board.js';
import { idOfBoard } from '../recognise/board-id.js';
import { nameEntry, type SourceEntry } from '../recognise/entry.js';
import { draftOf } from '../recognise/known-boards.js';
import type { Source } from '../sources/source.js';

/** What the catalogue knows of a board's company, as settings of its entry. */
export const knownFacts = ({ industry, size, website }: KnownBoard) => ({
  ...(industry !== null && { industry }),
  ...(size !== null && { size }),
  ...(website !== null && { website: /^https?:/.test(website) ? website : `https://${website}` }),
});

/** Entries for boards that a sources file lacks, in the order of the boards, and those that it has already. */
export type NewEntries = { added: SourceEntry[]; present: KnownBoard[] };

/** Makes entries of boards, named beside those of the file. Boards that no kind reads are left out. */
export function newEntries(
  boards: readonly KnownBoard[],
  existing: readonly Pick<Source, 'id' | 'kind' | 'settings'>[],
): NewEntries {
  const taken = new Set(existing.map(({ id }) => id));
  const held = new Set(existing.map((source) => idOfBoard(source)));
  const made: NewEntries = { added: [], present: [] };
  for (const board of boards) {
    const found = draftOf(board);
    if (found === null) continue;
    if (held.has(found.id)) made.present.push(board);
    else {
      held.add(found.id);
      made.added.push({ ...nameEntry(found.draft, taken), ...knownFacts(board) });
    }
  }
  return made;
}
