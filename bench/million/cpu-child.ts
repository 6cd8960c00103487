import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { prepareCollection } from '../../worker/match/corpus/prepare-collection.js';
import { normaliseAll } from '../../worker/normalise/normalise-all.js';
import { readSourcesFile } from '../../worker/sources/config/sources-file.js';
import { evenBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import type { CpuCost, CpuOptions } from './measured.js';
import { childMain, cpuMs } from './run-child.js';

await childMain<CpuOptions, CpuCost>(async ({ seed, now, boards, warmUp, size }, report) => {
  const gazetteer = loadGazetteer();
  const postings = createPostings({ seed, now, gazetteer });
  const [source] = readSourcesFile(
    JSON.stringify({ sources: [{ id: 'board', kind: 'greenhouse', board: 'b' }] }),
    'bench',
  );
  if (source === undefined) throw new Error('There is no source.');
  const request = { url: 'http://board.example/', role: 'listing', accept: 'json' } as const;
  const spent = { parse: 0, normalise: 0, index: 0 };
  let counted = 0;
  let flaws = 0;
  for (const board of evenBoards(warmUp + boards, size)) {
    const response = {
      url: request.url,
      contentType: 'application/json',
      body: postings.answer(board),
      rendered: false,
    };
    const marks = [cpuMs()];
    const parsed = source.kind.parse(response, request, source.settings);
    marks.push(cpuMs());
    const normalised = await normaliseAll(parsed.postings, { source: board.id, gazetteer, now: new Date(now) });
    marks.push(cpuMs());
    const jobs = normalised.jobs.map(({ job }) => job);
    prepareCollection(board.id, jobs);
    marks.push(cpuMs());
    flaws += normalised.flaws.length + size - jobs.length;
    if (board.number < warmUp) continue;
    const [atFirst = 0, read = 0, done = 0, indexed = 0] = marks;
    spent.parse += read - atFirst;
    spent.normalise += done - read;
    spent.index += indexed - done;
    counted += size;
    report(`${counted.toLocaleString('en-US')} postings`);
  }
  const each = (ms: number): number => ms / counted;
  return { parse: each(spent.parse), normalise: each(spent.normalise), index: each(spent.index), flaws };
});
