import type { KnownBoard } from '../../shared/catalogue/known-boards.js';
import type { FetchHashed } from '../fetch/fetch-page.js';
import { draftOf } from '../recognise/known-boards.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import type { Source } from '../sources/source.js';
import { SourceError } from '../sources/source-errors.js';
import { paceOf } from '../sources/source-limits.js';

/** A board of the catalogue as a source; `null` = no kind reads its address, so that the entry is a mistake. */
export type AskedBoard = { board: KnownBoard; source: Source | null };

/** Boards of the catalogue as sources of their own. */
export function asSources(boards: readonly KnownBoard[]): AskedBoard[] {
  return boards.map((board) => {
    const found = draftOf(board);
    if (found === null) return { board, source: null };
    const { kind, settings } = found.draft;
    const [source = null] = readSourcesFile(
      JSON.stringify({ sources: [{ id: 'known', kind: kind.kind, ...settings }] }),
      board.board,
    );
    return { board, source };
  });
}

/** Limit of asking one board, in milliseconds: its turn at a busy host comes late. */
const askMs = 3_600_000;

/**
 * Asks a board for its first page. `gone`: its host says that nothing is there (404, 410); `forbidden`: its robots.txt does not allow
 * it; other failures may pass.
 */
export async function askBoard(
  { source }: AskedBoard,
  { fetchHashed, userAgent }: { fetchHashed: FetchHashed; userAgent: string },
): Promise<'there' | 'gone' | 'forbidden' | 'failed' | 'unread'> {
  const [first] = source?.kind.requests(source.settings, {}) ?? [];
  if (source === null || first === undefined) return 'unread';
  try {
    await fetchHashed(first, { signal: AbortSignal.timeout(askMs), userAgent, ...paceOf(source) });
    return 'there';
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return error.failure === 'gone' || error.failure === 'forbidden' ? error.failure : 'failed';
  }
}
