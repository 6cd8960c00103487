import { createDemoBoard } from '../../../demo-board/boards/server.js';
import type { BoardName, DemoPosting } from '../../../demo-board/postings/posting.js';

/** The reference time of all tests. */
export const now = new Date('2026-11-21T09:00:00.000Z');

export type Served = {
  origin: string;
  postings: readonly DemoPosting[];
  on(board: BoardName): DemoPosting[];
  get(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
};

/** A demo board that listens on a free loopback port. */
export async function serveDemo(postings = 240): Promise<Served> {
  const board = createDemoBoard({ seed: 11, postings, now });
  const { origin } = await board.listen(0);
  return {
    origin,
    postings: board.postings,
    on: (name) => board.postings.filter((posting) => posting.board === name),
    get: (path, init) => fetch(`${origin}${path}`, { redirect: 'manual', ...init }),
    close: () => board.close(),
  };
}
