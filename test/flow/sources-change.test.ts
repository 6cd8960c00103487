import { writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readWrittenEntries, writeEntries } from '../../worker/sources/config/edit-sources-file.js';
import { type FakeBoard, startFakeBoard } from '../lib/fake-board.js';
import { boardSource, startService, type TestService } from '../lib/start-service.js';

let board: FakeBoard;
let service: TestService;
const lines: string[] = [];

beforeAll(async () => {
  board = await startFakeBoard();
  board.setJobs('acme', [{ id: 1, title: 'Nurse' }]);
  board.setJobs('beta', [{ id: 2, title: 'Baker' }]);
  service = await startService({
    sources: [boardSource('acme', board.baseUrl)],
    environment: { LOG_LEVEL: 'info' },
    log: (line) => void lines.push(line),
  });
});

afterAll(async () => {
  await service.close();
  await board.close();
});

/** Resolves once a log line contains this text; the service looks at the file each second. */
async function logged(text: string): Promise<void> {
  const until = performance.now() + 20_000;
  while (!lines.some((line) => line.includes(text))) {
    if (performance.now() > until) throw new Error(`No line with "${text}".`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  lines.length = 0;
}

/** The names of the sources of a search, asked again until the API knows the workers' file. */
async function searched(wanted: readonly string[]): Promise<{ titles: string[]; sources: string[] }> {
  const until = performance.now() + 20_000;
  for (;;) {
    const { body } = await service.search({});
    const sources = body.sources.map(({ name }: { name: string }) => name).sort();
    const titles = body.jobs.map(({ title }: { title: string }) => title).sort();
    if (JSON.stringify(sources) === JSON.stringify(wanted) || performance.now() > until) return { titles, sources };
    // The API looks every two seconds; more searches would exceed the rate limit.
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

describe('a change of the sources file', () => {
  test('is taken up by a running service', async () => {
    expect(await searched(['acme'])).toEqual({ titles: ['Nurse'], sources: ['acme'] });
    await writeEntries(service.sourcesFile, [
      ...(await readWrittenEntries(service.sourcesFile)),
      boardSource('beta', board.baseUrl) as { id: string },
    ]);
    await logged('the changed file is in use');
    expect(await searched(['acme', 'beta'])).toEqual({ titles: ['Baker', 'Nurse'], sources: ['acme', 'beta'] });
  });

  test('with a mistake is not', async () => {
    writeFileSync(service.sourcesFile, '{"sources": [{"id": "x", "kind": "nothing"}]}');
    await logged('the changed file is not used');
    expect(await searched(['acme', 'beta'])).toMatchObject({ sources: ['acme', 'beta'] });
  });

  test('pauses and removes sources', async () => {
    const paused = { ...(boardSource('acme', board.baseUrl) as { id: string }), paused: true };
    await writeEntries(service.sourcesFile, [paused, boardSource('beta', board.baseUrl) as { id: string }]);
    await logged('the changed file is in use');
    expect(await searched(['beta'])).toEqual({ titles: ['Baker'], sources: ['beta'] });
  });
});
