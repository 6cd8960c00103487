/** A service whose fake boards were read by a first search, with a browser for its pages: what most tests of pages begin with. */
import { type FakeJob, startFakeBoard } from './fake-board.js';
import { openPages, type Pages } from './open-pages.js';
import { boardSource, startService, type TestService } from './start-service.js';

export type BoardPages = { service: TestService; pages: Pages; close(): Promise<void> };

/** Opens them with the jobs of each board, and searches for `baker`. Closing tells of every fault that a page had. */
export async function openBoardPages(
  boards: Readonly<Record<string, FakeJob[]>>,
  environment: Record<string, string> = {},
): Promise<BoardPages> {
  const pages = await openPages();
  const board = await startFakeBoard();
  for (const [name, jobs] of Object.entries(boards)) board.setJobs(name, jobs);
  const sources = Object.keys(boards).map((name) => boardSource(name, board.baseUrl));
  const service = await startService({ sources, environment });
  await service.search({ keyword: 'baker' });
  const close = async () => {
    await pages.close();
    await board.close();
    await service.close();
  };
  return { service, pages, close };
}
