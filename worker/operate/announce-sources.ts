import type { RedisConnection } from '../../shared/redis/redis.js';
import { forgetReadings, type ListedSource, publishSources } from '../../shared/schedule/listed-sources.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Source } from '../sources/source.js';
import { paceOf } from '../sources/source-limits.js';

type Announced = { sources: readonly Source[]; paused: readonly Source[] };

/** Publishes the sources of the file in use, for the operator's page. */
export async function announceSources(redis: RedisConnection, { sources, paused }: Announced): Promise<void> {
  const all = [...sources, ...paused];
  await publishSources(redis, all.map(describe));
  await forgetReadings(redis, new Set(all.map(({ id }) => id)));
}

/** Longer descriptions are cut. */
const longestWhat = 160;

function describe(source: Source): ListedSource {
  const { id, kind, settings, isPaused = false, redact } = source;
  const usual: Readonly<Record<string, unknown>> = kind.defaults ?? {};
  const changedSettings = Object.entries(settings).filter(
    ([name, value]) => name !== 'id' && name !== 'kind' && usual[name] !== value,
  );
  const what = changedSettings
    .map(([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');
  return {
    ...{ id, kind: kind.kind, paused: isPaused, perMinute: paceOf(source).perMinute },
    key: isWholeBoard(source) ? boardKey(source) : null,
    what: redact(what).slice(0, longestWhat),
  };
}
