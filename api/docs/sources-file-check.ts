import type { SourcesFault, WorkerBeat } from '../../shared/queue/workers.js';
import { type Check, component } from './health-check.js';

/** Workers that a warning names. */
const maxNamed = 5;

const faults: Record<SourcesFault, string> = {
  missing: 'is missing',
  refused: 'has mistakes or cannot be read',
};

/**
 * How many different sources files the live workers use; warns when they are several, and when the file of a worker is not in
 * use as it is now. The mistakes themselves stay in the worker's log, since they may quote settings.
 */
export function sourcesFileCheck(alive: readonly Pick<WorkerBeat, 'id' | 'sourcesPrint' | 'sourcesFault'>[]): Check {
  const files = new Set(alive.map(({ sourcesPrint }) => sourcesPrint)).size;
  const refused = alive.flatMap(({ id, sourcesFault }) => (sourcesFault ? [`${id} (it ${faults[sourcesFault]})`] : []));
  const list =
    refused.slice(0, maxNamed).join(', ') + (refused.length > maxNamed ? ` and ${refused.length - maxNamed} more` : '');
  const warnings = [
    ...(refused.length === 0
      ? []
      : [
          `The sources file is not used by ${list}: the former sources stay in use; the log of the worker names the cause.`,
        ]),
    ...(files < 2 ? [] : [`Workers use ${files} different sources files: give all of them the same one.`]),
  ];
  return component(files, 'files', warnings.length === 0 ? null : warnings.join(' '));
}
