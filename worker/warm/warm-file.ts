/** Reads and checks a warm file. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Config } from '../../shared/config.js';
import { parseJson } from '../../shared/parse-json.js';
import { parseQuery } from '../../shared/search/query/parse-query.js';
import { type SearchSubject, subjectOf } from '../../shared/search/query/query.js';
import { didYouMean } from '../../shared/words/did-you-mean.js';
import { nextRuns } from '../process/job-schedulers.js';

/** A search that runs on a schedule. */
type WarmSearch = { name: string; subject: SearchSubject; cron: string; timeZone: string };

/** The number of busiest searches to keep fresh, and the maximum number of refreshes per minute; 0 = none. */
export type WarmBudget = { top: number; perMinute: number };

/** The warming plan: scheduled searches and the budget for the busiest ones. */
export type WarmPlan = { searches: readonly WarmSearch[]; busiest: WarmBudget };

/** The budget from the settings, used when the file does not set one. */
export function budgetOf({ WARM_BUSIEST, WARM_PER_MINUTE }: Pick<Config, 'WARM_BUSIEST' | 'WARM_PER_MINUTE'>) {
  return { top: WARM_BUSIEST, perMinute: WARM_PER_MINUTE };
}

type Entry = Record<string, unknown>;

const example = '{"searches": [{"name": "berlin", "search": {"location": "Berlin"}, "cron": "0 7 * * 1-5"}]}';
const members = {
  file: ['searches', 'busiest'],
  search: ['name', 'search', 'cron', 'timeZone'],
  busiest: ['top', 'perMinute'],
};
const nameSchema = z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/);
const most = { top: 500, perMinute: 600 };

/**
 * Reads a warm file; searches are validated like requests. Throws one error that lists every mistake with its path, the
 * value found and the values allowed.
 */
export function readWarmFile(
  text: string,
  { origin, budget, now }: { origin: string; budget: WarmBudget; now: Date },
): WarmPlan {
  const file = parse(text, origin);
  const mistakes = unknownMembers(file, members.file, '');
  const searches: WarmSearch[] = [];
  const names = new Set<string>();
  if (file.searches !== undefined && !Array.isArray(file.searches))
    mistakes.push(`searches: must be a list: ${example}`);
  const entries: unknown[] = Array.isArray(file.searches) ? file.searches : [];
  for (const [index, entry] of entries.entries()) {
    const at = `searches[${index}]`;
    const outcome = readSearch(entry, at, now);
    if (Array.isArray(outcome)) mistakes.push(...outcome);
    else if (names.has(outcome.name)) mistakes.push(`${at}.name: "${outcome.name}" is taken.`);
    else searches.push(outcome);
    if (isEntry(entry) && typeof entry.name === 'string') names.add(entry.name);
  }
  const busiest = readBudget(file.busiest, budget);
  if (Array.isArray(busiest)) mistakes.push(...busiest);
  if (mistakes.length > 0 || Array.isArray(busiest))
    throw new Error(`${origin} is not a valid warm file:\n  ${mistakes.join('\n  ')}`);
  return { searches, busiest };
}

function parse(text: string, origin: string): Entry {
  const data = parseJson(text, origin);
  if (!isEntry(data)) throw new Error(`${origin} must be an object: ${example}`);
  return data;
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readSearch(entry: unknown, at: string, now: Date): WarmSearch | string[] {
  if (!isEntry(entry)) return [`${at}: must be an object with ${members.search.join(', ')}.`];
  const { name, search, cron, timeZone = 'UTC' } = entry;
  const mistakes = unknownMembers(entry, members.search, `${at}.`);
  const named = nameSchema.safeParse(name);
  if (!named.success) mistakes.push(`${at}.name: must be 1–40 small letters, digits or dashes. Got ${shown(name)}.`);
  const read = parseQuery(search);
  if ('errors' in read)
    mistakes.push(...read.errors.map(({ pointer, detail }) => `${at}.search${placeOf(pointer)}: ${detail}`));
  const troubles = { cron: cronError(cron, now), timeZone: timeZoneError(timeZone) };
  for (const [member, trouble] of Object.entries(troubles))
    if (trouble !== null) mistakes.push(`${at}.${member}: ${trouble}`);
  if (mistakes.length > 0 || 'errors' in read || !named.success) return mistakes;
  return { name: named.data, subject: subjectOf(read.query), cron: String(cron), timeZone: String(timeZone) };
}

function readBudget(written: unknown, fallback: WarmBudget): WarmBudget | string[] {
  if (written === undefined) return fallback;
  if (!isEntry(written)) return ['busiest: must be {"top": 20, "perMinute": 6}; 0 = none.'];
  const mistakes = unknownMembers(written, members.busiest, 'busiest.');
  const budget = { ...fallback };
  for (const member of ['top', 'perMinute'] as const) {
    const value = written[member] ?? fallback[member];
    const read = z.int().min(0).max(most[member]).safeParse(value);
    if (read.success) budget[member] = read.data;
    else mistakes.push(`busiest.${member}: must be an integer from 0 to ${most[member]}. Got ${shown(value)}.`);
  }
  return mistakes.length > 0 ? mistakes : budget;
}

function unknownMembers(entry: Entry, known: readonly string[], at: string): string[] {
  return Object.keys(entry)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = didYouMean(name, known);
      return `${at}${name}: no such member.${near === null ? ` Members: ${known.join(', ')}.` : ` Did you mean "${near}"?`}`;
    });
}

/** `#/jobType` → `.jobType` */
const placeOf = (pointer: string): string => decodeURIComponent(pointer.slice(1)).replaceAll('/', '.');

const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 80));

/** Reads the warm file and the settings. `hash` identifies their content and where exchange rates come from, so that workers recognise a changed plan. */
export async function loadWarm(config: Config, now: Date): Promise<{ plan: WarmPlan; hash: string }> {
  const plan = await readPlan(config, now);
  return {
    plan,
    hash: createHash('sha256')
      .update(JSON.stringify([plan, config.EXCHANGE_RATES]))
      .digest('base64url')
      .slice(0, 12),
  };
}

async function readPlan(config: Config, now: Date): Promise<WarmPlan> {
  const budget = budgetOf(config);
  if (config.WARM === '') return { searches: [], busiest: budget };
  const text = await readFile(config.WARM, 'utf8').catch((error: Error) => {
    throw new Error(`WARM=${config.WARM} cannot be read: ${error.message}`);
  });
  return readWarmFile(text, { origin: config.WARM, budget, now });
}

/** Predefined patterns of cron-parser. */
const cronWords = ['@hourly', '@daily', '@weekdays', '@weekends', '@weekly', '@monthly', '@yearly'];

const shape = 'five fields, "minute hour day month weekday", such as "0 7 * * 1-5"';

/** A sentence that says why a cron pattern is invalid, or `null`. Only five fields are allowed, so once a minute at most. */
function cronError(cron: unknown, now: Date): string | null {
  if (typeof cron !== 'string') return `must be a cron pattern of ${shape}.`;
  if (cron.startsWith('@') && !cronWords.includes(cron)) {
    const near = didYouMean(cron, cronWords);
    return `"${cron}" is not known.${near === null ? '' : ` Did you mean "${near}"?`} Words: ${cronWords.join(', ')}.`;
  }
  const fields = cron.trim().split(/\s+/);
  if (!cron.startsWith('@') && fields.length !== 5)
    return `"${cron}" has ${fields.length === 1 ? 'one field' : `${fields.length} fields`}; a cron pattern has ${shape}.`;
  // cron-parser replaces H by a random value, so each process would compute a different time.
  if (fields.some((field) => /(?:^|,)H/i.test(field))) return `"${cron}": "H" is not supported; name the moment.`;
  try {
    if (nextRuns({ cron, timeZone: 'UTC' }, { from: now, count: 1 }).length > 0) return null;
    return `"${cron}" never matches.`;
  } catch (error) {
    return `"${cron}" is not a cron pattern of ${shape}: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** A sentence that says why a value is not the name of an IANA time zone, or `null`. */
function timeZoneError(timeZone: unknown): string | null {
  const example = 'a time zone such as "Europe/Berlin" or "UTC"';
  if (typeof timeZone !== 'string') return `must be ${example}.`;
  // Offsets ("+02:00") have no daylight-saving time and the scheduler does not accept them.
  if (/^[A-Za-z]/.test(timeZone) && isTimeZone(timeZone)) return null;
  const near = didYouMean(timeZone, ['UTC', ...Intl.supportedValuesOf('timeZone')]);
  return `"${timeZone}" is not ${example}.${near === null ? '' : ` Did you mean "${near}"?`}`;
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
