import type { WorkerBeat } from '../../shared/queue/workers.js';
import { offMs } from '../../shared/redis/shared-clock.js';
import { type Check, component } from './health-check.js';

/** Workers that a warning names. */
const maxNamed = 5;

const seconds = (ms: number): number => Math.round(ms / 100) / 10;

/** By how many seconds the clock of this API process differs from that of Redis; warns beyond five. */
export function apiClockCheck(aheadMs: number): Check {
  const isOff = Math.abs(aheadMs) > offMs;
  return component(
    seconds(Math.abs(aheadMs)),
    's',
    isOff
      ? `The clock of this API's machine is ${seconds(Math.abs(aheadMs)).toFixed(1)} seconds ${aheadMs > 0 ? 'ahead of' : 'behind'} that of Redis, whose time is used. Set the clocks of all machines by NTP.`
      : null,
  );
}

/** By how many seconds the clock of a live worker differs most from that of Redis, by whose time all go; warns beyond five. */
export function clockCheck(alive: readonly Pick<WorkerBeat, 'id' | 'clockAheadMs'>[]): Check {
  const off = alive.filter(({ clockAheadMs = 0 }) => Math.abs(clockAheadMs) > offMs);
  const most = Math.max(0, ...alive.map(({ clockAheadMs = 0 }) => Math.abs(clockAheadMs)));
  const named = off
    .slice(0, maxNamed)
    .map(({ id, clockAheadMs = 0 }) => `${id} by ${(clockAheadMs / 1000).toFixed(1)} seconds`);
  const list = named.join(', ') + (off.length > named.length ? ` and ${off.length - named.length} more` : '');
  return component(
    seconds(most),
    's',
    off.length === 0
      ? null
      : `Clocks of workers differ from that of Redis: ${list}. Set the clocks of all machines by NTP.`,
  );
}
