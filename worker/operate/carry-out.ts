import {
  type SourceOutcome,
  type SourceRequest,
  storeSourceOutcome,
  takeSourceRequest,
} from '../../shared/admin/source-requests.js';
import { filterBoards, type KnownBoard, readKnownBoards, withoutDemo } from '../../shared/catalogue/known-boards.js';
import type { Config } from '../../shared/config.js';
import type { Logger } from '../../shared/logger.js';
import type { RedisConnection } from '../../shared/redis/redis.js';
import { redisKeys } from '../../shared/redis/redis-keys.js';
import { forgetReadings, type ListedSource, publishSources } from '../../shared/schedule/listed-sources.js';
import { describePlan, knownSettings, many, newEntries, planEntries } from '../catalogue/board-entries.js';
import type { PageAccess } from '../collect/crawl/page-access.js';
import { endCooldown } from '../collect/protect/source-cooldown.js';
import { idOfBoard, nameEntry } from '../recognise/entry.js';
import { findSource } from '../recognise/find-source.js';
import { draftOf } from '../recognise/known-boards.js';
import { makeDue } from '../schedule/schedule-store.js';
import { boardKey, isWholeBoard } from '../sources/collection-key.js';
import type { Catalogue } from '../sources/config/catalogue.js';
import {
  pauseEntries,
  readWrittenEntries,
  type WrittenEntry,
  writeEntries,
} from '../sources/config/edit-sources-file.js';
import { readSourcesFile } from '../sources/config/sources-file.js';
import { paceOf, type Source } from '../sources/source.js';
import { tryEntry } from '../sources-cli/open-tools.js';
import { createPageReader } from '../threads/read-in-threads.js';
import type { ThreadPool } from '../threads/thread-pool.js';

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
    id,
    kind: kind.kind,
    paused: isPaused,
    perMinute: paceOf(source).perMinute,
    key: isWholeBoard(source) ? boardKey(source) : null,
    what: redact(what).slice(0, longestWhat),
    site: siteOf(source),
  };
}

/** The address of a board for people, from the first template of its kind, or from its settings; `null` = unknown. */
function siteOf({ kind, settings, redact }: Source): string | null {
  const values = new Map<string, unknown>(Object.entries(settings));
  const [rule = ''] = kind.addresses ?? [];
  const filled = (typeof rule === 'string' ? rule : rule.address).replace(/\{(\w{1,40})\}/g, (place, name: string) => {
    const value = values.get(name);
    return typeof value === 'string' ? encodeURIComponent(value) : place;
  });
  const [page] = [values.get('pages')].flat();
  const written = [page, values.get('url'), values.get('search')].find((value) => typeof value === 'string');
  const address = written ?? (/^$|[{*#[]/.test(filled) ? '' : `https://${filled}`);
  return URL.canParse(address) && redact(address) === address ? address : null;
}

export type OperateContext = {
  config: Pick<Config, 'SOURCES'>;
  redis: RedisConnection;
  catalogue: Pick<Catalogue, 'current' | 'check'>;
  pageAccess: PageAccess;
  threads: ThreadPool;
};

/** Limit of finding and testing one source. */
const findMs = 90_000;

/** Longest lock of the sources file; an edit takes milliseconds. */
const lockMs = 10_000;

const refused = (sentence: string, entry: Record<string, unknown> | null = null): SourceOutcome => ({
  state: 'refused',
  sentence,
  source: null,
  entry,
});

/** Executes an operator's request: finds, tests and writes a source, or edits one. */
export async function carryOut(context: OperateContext, request: SourceRequest): Promise<SourceOutcome> {
  if (request.action === 'add') return add(context, request.address);
  if (request.action === 'add-known') return addBoards(context, filterBoards(readKnownBoards(), request));
  if (request.action === 'add-chosen') {
    const chosen = new Set(request.boards);
    return addBoards(
      context,
      readKnownBoards().filter(({ board }) => chosen.has(board)),
    );
  }
  if ('kind' in request) return pauseAll(context, request);
  const { action, id } = request;
  if (action === 'try') return tryNow(context, id);
  return edit(context, (entries) => {
    if (!entries.some((entry) => entry.id === id)) return refused(`There is no source "${id}".`);
    const isChosen = (entry: WrittenEntry): boolean => entry.id === id;
    const left =
      action === 'remove'
        ? entries.filter((entry) => !isChosen(entry))
        : pauseEntries(entries, { isPaused: action === 'pause', isChosen }).entries;
    if (!left.some((entry) => entry.paused !== true)) return refused('At least one source must stay in use.');
    const done = { remove: 'Removed', pause: 'Paused', resume: 'Resumed' }[action];
    return { entries: left, outcome: { state: 'done', sentence: `${done} "${id}".`, source: id, entry: null } };
  });
}

/** Ends the cooldown of a failed source, and has its board read in the next turn of the schedule. */
async function tryNow({ redis, catalogue }: OperateContext, id: string): Promise<SourceOutcome> {
  const source = catalogue.current().sources.find((each) => each.id === id);
  if (source === undefined) return refused(`No source "${id}" is in use.`);
  await endCooldown(redis, id);
  await makeDue(redis, [boardKey(source)], Date.now());
  return { state: 'done', sentence: `"${id}" is read in its next turn.`, source: id, entry: null };
}

type PauseAll = Extract<SourceRequest, { action: 'pause-all' | 'resume-all' }>;

/** Pauses or resumes all sources, or those of a kind. Without any source in use, searches are refused. */
function pauseAll(context: OperateContext, { action, kind }: PauseAll): Promise<SourceOutcome> {
  const isPaused = action === 'pause-all';
  const isChosen = (entry: WrittenEntry): boolean => kind === null || entry.kind === kind;
  return edit(context, (entries) => {
    const { entries: left, changed } = pauseEntries(entries, { isPaused, isChosen });
    const which = kind === null ? '' : ` of the kind "${kind}"`;
    if (changed === 0) return refused(`No source${which} is ${isPaused ? 'in use' : 'paused'}.`);
    const sentence = `${isPaused ? 'Paused' : 'Resumed'} ${many(changed, 'source')}${which}.`;
    return { entries: left, outcome: { state: 'done', sentence, source: null, entry: null } };
  });
}

async function add(context: OperateContext, address: string): Promise<SourceOutcome> {
  const { pageAccess, threads } = context;
  const known = readKnownBoards().find((each) => each.board === address);
  const draftKnown = known === undefined ? null : draftOf(known);
  const found =
    draftKnown === null
      ? await findSource(address, createPageReader(threads, { ...pageAccess, signal: AbortSignal.timeout(findMs) }))
      : { draft: draftKnown.draft, how: 'the catalogue' };
  if (found.draft === null) return refused(found.missing);
  const { draft, how } = found;
  const facts = known === undefined ? {} : knownSettings(known, draft);
  const board = idOfBoard(draft);
  const { sources, paused } = context.catalogue.current();
  const same = [...sources, ...paused].find((each) => idOfBoard(each) === board);
  if (same !== undefined) return { ...refused(`It is a source already: "${same.id}".`), source: same.id };
  const trial = await tryEntry(nameEntry(draft, new Set()), { access: pageAccess, threads });
  if (!trial.works)
    return refused(`Found by ${how}, but not added. ${trial.sentence}`, { kind: draft.kind.kind, ...draft.settings });
  return edit(context, (entries) => {
    const entry = { ...nameEntry(draft, new Set(entries.map(({ id }) => id))), ...facts };
    const sentence = `Added "${entry.id}" (${entry.kind}), found by ${how}: ${trial.sentence}`;
    const plan = planEntries([entry]);
    return {
      entries: withoutDemo([...entries, entry]),
      outcome: { state: 'done', sentence, source: entry.id, entry, plan },
    };
  });
}

/** Adds those of these catalogue boards that are not sources yet. */
function addBoards(context: OperateContext, boards: readonly KnownBoard[]): Promise<SourceOutcome> {
  return edit(context, (entries, written) => {
    const { added, present } = newEntries(boards, written);
    if (added.length === 0) return refused('All of these boards are sources already.');
    const were = present.length === 0 ? '' : ` ${present.length.toLocaleString('en')} more were sources already.`;
    const plan = planEntries(added);
    const sentence = `Added ${many(added.length, 'board')}.${were} ${describePlan(plan)}`;
    return {
      entries: withoutDemo([...entries, ...added]),
      outcome: { state: 'done', sentence, source: null, entry: null, plan },
    };
  });
}

type Edit = (
  entries: WrittenEntry[],
  written: readonly Source[],
) => SourceOutcome | { entries: WrittenEntry[]; outcome: SourceOutcome };

/** Edits the sources file, one worker at a time, and applies the change. */
async function edit({ config, redis, catalogue }: OperateContext, change: Edit): Promise<SourceOutcome> {
  if ((await redis.set(redisKeys.sourcesFileLock, '1', 'PX', lockMs, 'NX')) === null)
    return refused('Another change of the sources file is being written: try again.');
  try {
    const { sources, paused } = catalogue.current();
    const changed = change(await readWrittenEntries(config.SOURCES), [...sources, ...paused]);
    if (!('entries' in changed)) return changed;
    readSourcesFile(JSON.stringify({ sources: changed.entries }), config.SOURCES);
    const failure = await writeEntries(config.SOURCES, changed.entries).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? 'error',
    );
    if (failure !== null)
      return refused(
        `The sources file cannot be written (${failure}): make the change in the file itself.`,
        changed.outcome.entry,
      );
    await catalogue.check();
    return changed.outcome;
  } finally {
    await redis.del(redisKeys.sourcesFileLock);
  }
}

/** How often requests are looked for; operators send few. */
const lookMs = 500;

/** Takes operators' requests, one at a time, until it is stopped. */
export function startOperating(context: OperateContext & { logger: Logger; now: () => Date }): {
  stop(): Promise<void>;
} {
  const { redis, logger, now } = context;
  let running: Promise<void> | null = null;

  const look = async (): Promise<void> => {
    const waiting = await takeSourceRequest(redis, now());
    if (waiting === null) return;
    const { id, request } = waiting;
    try {
      const outcome = await carryOut(context, request);
      await storeSourceOutcome(redis, id, outcome);
      const kind = 'kind' in request ? { kind: request.kind } : {};
      logger.info(
        { action: request.action, source: outcome.source, ...kind, state: outcome.state, outcome: outcome.sentence },
        'sources: request of an operator',
      );
    } catch (err) {
      logger.error({ err, action: request.action }, 'sources: a request of an operator failed');
      const sentence = 'The worker failed at it; its log says why.';
      await storeSourceOutcome(redis, id, { state: 'refused', sentence, source: null, entry: null });
    }
  };
  const timer = setInterval(() => {
    if (running !== null || redis.status !== 'ready') return;
    running = look()
      .catch((err: unknown) => logger.debug({ err }, 'sources: requests could not be read'))
      .finally(() => {
        running = null;
      });
  }, lookMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
