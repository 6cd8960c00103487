import { boardToken } from './boards/greenhouse-board.js';

/** Settings that let a collector read these boards completely and at full speed; they are our own. */
const unhurried = { perMinute: 60_000, concurrency: 8, maxPages: 1000, maxJobs: 100_000 } as const;

/** The demo boards in the form of a sources file. */
export function demoSources(port: number, host = '127.0.0.1') {
  const origin = `http://${host}:${port}`;
  const search = (path: string): string => `${origin}${path}?q={keyword}&where={location}&page={page}`;
  return {
    sources: [
      { id: 'demo-greenhouse', kind: 'greenhouse', baseUrl: `${origin}/greenhouse`, board: boardToken, ...unhurried },
      { id: 'demo-careers', kind: 'site', search: search('/careers/jobs'), jobLinks: 'a.job', ...unhurried },
      { id: 'demo-spa', kind: 'site', search: search('/spa/jobs'), render: 'always', ...unhurried },
    ] as const,
  };
}
