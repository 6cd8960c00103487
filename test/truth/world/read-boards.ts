import type { TestService } from '../../lib/start-service.js';
import type { Body } from '../meaning.js';
import type { Round } from './changes.js';

/** Has the boards read as they are now. */
export type Reader = {
  /** Reads every board of a round, once the service knows its sources. */
  readAll(round: Round): Promise<void>;
  /** Reads for a search what is older than the last change: what narrowing boards give for its words. */
  readFor(body: Body): Promise<void>;
};

/** Creates the reader of a service; `key` lets it ask for fresh collections. */
export function createReader(service: TestService, key: string): Reader {
  let changedAt = Date.now();
  /** Repeats a search until all its sources have answered since the change. */
  const read = async (body: Body, isDone: (sources: readonly { name: string }[]) => boolean): Promise<void> => {
    const end = Date.now() + 120_000;
    for (;;) {
      const age = Math.max(0, Math.floor((Date.now() - changedAt) / 1000));
      const headers = { authorization: `Bearer ${key}`, 'cache-control': `max-age=${age}`, prefer: 'wait=60' };
      const { status, body: answer } = await service.search({ ...body, limit: '1' }, headers);
      const isFresh = status === 200 && !answer.partial && Date.parse(answer.collectedAt) >= changedAt;
      if (isFresh && isDone(answer.sources)) return;
      if (Date.now() > end)
        throw new Error(`The boards were not read: ${status} ${JSON.stringify(answer).slice(0, 500)}`);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  };
  return {
    async readAll({ boards }) {
      changedAt = Date.now();
      await read({}, (sources) => sources.length === boards.size);
    },
    readFor: (body) => read(body, () => true),
  };
}
