import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deflateRawSync, gunzipSync } from 'node:zlib';
import { projectFile } from '../../shared/project-file.js';
import { loadGazetteer } from '../../worker/gazetteer/gazetteer.js';
import { tokensOf } from '../../worker/match/words/tokens.js';
import { readDescription } from '../../worker/normalise/text/description.js';
import { layOutBoards } from '../lib/postings/employers.js';
import { createPostings } from '../lib/postings/postings.js';
import { median } from '../lib/quantile.js';
import type { HoldOptions, TextStatistics } from './measured.js';
import { childMain } from './run-child.js';

/** An optional set of real postings next to the project; it is not part of the repository. */
const givenFile = resolve(projectFile('.'), '../shared/examples/real/postings.jsonl.gz');

/** Texts of real postings shorter than this were cut off. */
const wholeText = 1000;

type Text = { title: string; text: string };

await childMain<HoldOptions, { made: TextStatistics; real: TextStatistics | null }>(
  ({ seed, postings: count, now }, report) => {
    const postings = createPostings({ seed, now, gazetteer: loadGazetteer() });
    const made = createStatistics();
    for (const board of layOutBoards(seed, count)) {
      for (const { title, description } of postings.held(board)) made.add({ title, text: description });
      const done = board.first + board.size;
      if (Math.floor(done / 20_000) > Math.floor(board.first / 20_000)) report(`${done.toLocaleString('en-US')} texts`);
    }
    if (!existsSync(givenFile)) return { made: made.read(), real: null };
    const real = createStatistics();
    for (const text of readGiven()) real.add(text);
    return { made: made.read(), real: real.read() };
  },
);

/** Real postings with their whole texts, read as a worker reads them. */
function readGiven(): Text[] {
  return gunzipSync(readFileSync(givenFile))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { title: string; description: string | null })
    .map(({ title, description }) => ({ title, text: readDescription(description, null).text }))
    .filter(({ text }) => text.length >= wholeText);
}

/** Counts the words of texts as they are added. */
function createStatistics() {
  const stems = new Set<string>();
  const lengths: number[] = [];
  const titles: string[] = [];
  let each = 0;
  let stemsOf400 = 0;
  let chunk: string[] = [];
  let deflated = 0;
  const pack = (): void => {
    deflated += deflateRawSync(JSON.stringify(chunk), { level: 3 }).length;
    chunk = [];
  };
  return {
    add({ title, text }: Text): void {
      lengths.push(text.length);
      titles.push(title);
      const own = new Set(tokensOf(text));
      each += own.size;
      for (const stem of own) stems.add(stem);
      if (lengths.length === 400) stemsOf400 = stems.size;
      if (chunk.push(text) === 50) pack();
    },
    read(): TextStatistics {
      if (chunk.length > 0) pack();
      const postings = lengths.length;
      const step = Math.max(1, Math.floor(postings / 1000));
      const some = titles.filter((_, at) => at % step === 0).slice(0, 1000);
      return {
        postings,
        characters: lengths.reduce((sum, length) => sum + length, 0) / postings,
        medianCharacters: median(lengths),
        stemsEach: each / postings,
        stemsOf400,
        stems: stems.size,
        titlesOf1000: new Set(some).size,
        deflated: deflated / postings,
      };
    },
  };
}
