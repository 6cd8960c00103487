import type { Bench } from '../bench.js';
import { measureDraining } from './draining.js';
import { measurePostings } from './postings.js';
import { measureSources } from './sources.js';
import { measureWaiting } from './waiting.js';

const parts = {
  postings: measurePostings,
  sources: measureSources,
  waiting: measureWaiting,
  draining: measureDraining,
};

/** How cost grows with held postings, sources and waiting searches. */
export const growth: Bench = {
  title: 'Growth',
  how: 'Each size on a service of its own: Redis, one API, one worker, boards on loopback that answer at once. Cost is the processor time of all three, the time passed stands beside it. Postings lie on 20 boards; sources hold ten postings each. Every answer must name all its sources as read and count all their jobs, or the bench fails. Waiting searches are taken by no worker; who comes next is measured in turns on a service with them and on one without.',
  async run(options) {
    const rows = [];
    for (const measure of Object.values(parts)) rows.push(...(await measure(options)));
    return rows;
  },
};
