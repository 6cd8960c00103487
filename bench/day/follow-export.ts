import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createInterface } from 'node:readline';
import { nameOf } from './day-record.js';

/** What an export said of a posting; `at`: epoch milliseconds when that arrived. */
export type ExportChange = { at: number; change: 'added' | 'closed'; name: string };

/** A copy of all openings, kept by the export's rounds of changes as any client of the API would. */
export type ExportCopy = {
  /** Names of the postings that are held, by the id of their opening. */
  held: ReadonlyMap<string, string>;
  /** What came after the first round. */
  later: ExportChange[];
  /** Rows of a job that was held already under another id. */
  twice: number;
  /** Reads one round to its end. Throws unless it is complete. */
  follow(): Promise<{ rows: number; ms: number }>;
};

/** Begins an export of everything at an API; nothing is asked before the first round. */
export function openExportCopy(url: string, key: string): ExportCopy {
  const held = new Map<string, string>();
  const later: ExportChange[] = [];
  let cursor: string | null = null;
  let rounds = 0;
  const apply = (line: string): void => {
    const at = Date.now();
    const change = /^\{"change":"(\w+)"/.exec(line)?.[1];
    if (change === 'end' || change === 'cursor') cursor = /"cursor":"([^"]+)"/.exec(line)?.[1] ?? null;
    const id = /"id":"(job_\w[^"]*)"/.exec(line)?.[1];
    if (id === undefined) return;
    const name = change === 'closed' ? held.get(id) : nameIn(line);
    if (change === 'closed') held.delete(id);
    else if (name !== undefined) held.set(id, name);
    const isLater = rounds > 0 && name !== undefined;
    if (isLater && (change === 'added' || change === 'closed')) later.push({ at, change, name });
  };
  return {
    held,
    later,
    get twice() {
      return held.size - new Set(held.values()).size;
    },
    async follow() {
      const began = performance.now();
      const sent = request(`${url}/api/jobs/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'wait=600' },
      });
      sent.end(JSON.stringify(cursor === null ? {} : { cursor }));
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      let [rows, last] = [0, ''];
      for await (const line of createInterface({ input: answer })) {
        apply(line);
        rows += 1;
        if (line !== '') last = line;
      }
      if (answer.statusCode !== 200 || !last.startsWith('{"change":"end"'))
        throw new Error(`An export was answered with ${answer.statusCode} and ended with ${last.slice(0, 300)}`);
      rounds += 1;
      return { rows, ms: performance.now() - began };
    },
  };
}

/** The posting of a row, from its address at the board. */
function nameIn(line: string): string | undefined {
  const found = /"https:\/\/board-(\d+)\.example\/jobs\/(\d+)"/.exec(line);
  return found === null ? undefined : nameOf(Number(found[1]), Number(found[2]));
}
