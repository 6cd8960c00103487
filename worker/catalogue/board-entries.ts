import { z } from 'zod';
import type { KnownBoard } from '../../shared/catalogue/known-boards.js';
import { idOfBoard } from '../recognise/board-id.js';
import { type Draft, nameEntry, type SourceEntry } from '../recognise/entry.js';
import { draftOf } from '../recognise/known-boards.js';
import { companyName, companyNameAtMost } from '../sources/parse/board-settings.js';
import type { Source, SourceKind } from '../sources/source.js';

const factsOf = ({ industry, size, website }: KnownBoard) => ({
  ...(industry !== null && { industry }),
  ...(size !== null && { size }),
  ...(website !== null && { website: /^https?:/.test(website) ? website : `https://${website}` }),
});

/** The setting of a kind for the company's name, where its postings do not state it; `null` = none. */
function nameSettingOf({ settings }: SourceKind): string | null {
  const shape: Readonly<Record<string, unknown>> = settings instanceof z.ZodObject ? settings.shape : {};
  return Object.keys(shape).find((name) => shape[name] === companyName) ?? null;
}

/** What the catalogue knows of a board's company, as settings of the board's entry: with its name, where the postings lack it. */
export function knownSettings(board: KnownBoard, { kind, settings }: Draft): Record<string, string> {
  const setting = nameSettingOf(kind);
  const isNamed = setting === null || settings[setting] !== undefined || board.name.length > companyNameAtMost;
  return { ...(isNamed ? {} : { [setting]: board.name }), ...factsOf(board) };
}

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
      made.added.push({ ...nameEntry(found.draft, taken), ...knownSettings(board, found.draft) });
    }
  }
  return made;
}
