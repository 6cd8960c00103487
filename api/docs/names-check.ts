import type { WorkerBeat } from '../../shared/queue/workers.js';
import { type Check, component } from './health-check.js';

/** With fewer late names a minute it is the names' own servers that are slow, not those of the workers. */
const fewLate = 5;

/** How many names the live workers could not resolve in time within the last minute; warns when these are a few, and half of all. */
export function namesCheck(alive: readonly Pick<WorkerBeat, 'names'>[]): Check {
  const sum = (of: 'asked' | 'late'): number => alive.reduce((all, { names }) => all + (names?.[of] ?? 0), 0);
  const [asked, late] = [sum('asked'), sum('late')];
  const isSlow = late >= fewLate && late * 2 >= asked;
  return component(
    late,
    'names',
    isSlow
      ? `${late} of ${asked} names of hosts were not resolved within 2 seconds in the last minute: boards and webhooks that have one wait or fail. Check the DNS servers of the workers' machines, or name others in DNS_SERVERS.`
      : null,
  );
}
