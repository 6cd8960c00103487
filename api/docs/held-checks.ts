import type { HeldSegments, WorkerBeat } from '../../shared/queue/workers.js';
import { type Check, component } from './health-check.js';

/** Workers that a warning names. */
const maxNamed = 5;

const megabytes = (bytes: number): number => Math.round(bytes / 2 ** 20);

/** The memory that all boards of a worker would take, of which it may use `limitBytes`. */
const neededBytes = ({ memoryBytes, droppedBytes }: HeldSegments): number => memoryBytes + droppedBytes;

/**
 * What the live workers hold for matching: the figures of the worker with the most, since each holds what it was asked for.
 * Warns when a worker needs more memory than it is granted. No checks without a worker that holds postings.
 */
export function heldChecks(alive: readonly Pick<WorkerBeat, 'id' | 'segments'>[]): Record<string, Check> {
  const holding = alive.flatMap(({ id, segments }) => (segments === undefined ? [] : [{ id, segments }]));
  if (holding.length === 0) return {};
  const most = (of: (held: HeldSegments) => number): number => Math.max(...holding.map(({ segments }) => of(segments)));
  const short = holding.filter(({ segments }) => neededBytes(segments) > segments.limitBytes);
  return {
    'workers:postings': component(
      most(({ postings }) => postings),
      'postings',
      null,
    ),
    'workers:memory': component(megabytes(most(({ memoryBytes }) => memoryBytes)), 'MB', memoryWarning(short)),
    'workers:disk': component(megabytes(most(({ diskBytes }) => diskBytes)), 'MB', null),
  };
}

function memoryWarning(short: readonly { id: string; segments: HeldSegments }[]): string | null {
  if (short.length === 0) return null;
  const named = short
    .slice(0, maxNamed)
    .map(
      ({ id, segments }) => `${id} needs ${megabytes(neededBytes(segments))} of ${megabytes(segments.limitBytes)} MB`,
    );
  const unnamed = short.length - named.length;
  const list = named.join(', ') + (unnamed > 0 ? ` and ${unnamed} more` : '');
  return `Not all postings fit in the memory granted (WORKER_MEMORY_MB): ${list}. Boards that the last searches did not need are dropped and read again when one does, which is slower.`;
}
