import type { BenchRow } from '../bench.js';
import { plainRow } from './rows.js';

/** Open services that read job boards as this one does, and what they are beside it. */
const peers = [
  { name: 'OpenPostings', what: 'SQLite, titles only' },
  { name: 'ever-jobs', what: 'keeps nothing: asks every board again for each search' },
] as const;

/**
 * A row for each peer that says why it has no figure: benches install what they compare with from npm, exactly as locked, and
 * these are only published as repositories.
 */
export const peerRows = (): Promise<BenchRow[]> =>
  Promise.resolve(
    peers.map(({ name, what }) =>
      plainRow(
        { id: `peer/boards@${name}`, work: `${name} on the same 100 boards × 400` },
        'not measured: it is not published in a registry',
        what,
      ),
    ),
  );
