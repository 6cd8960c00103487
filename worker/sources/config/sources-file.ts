import { distance } from 'fastest-levenshtein';
import { z } from 'zod';
import { environmentValue } from '../../../shared/config.js';
import { decodePercent } from '../../../shared/http/http-hosts.js';
import { parseJson } from '../../../shared/parse-json.js';
import { createRedact, withoutQueries } from '../../../shared/secrets/redact.js';
import { kindNamed, sourceKinds } from '../kinds/source-kinds.js';
import type { Source, SourceKind } from '../source.js';
import { commonRows, type SettingRow, settingsOf } from './describe-kinds.js';

/**
 * Settings that are not secret unless they come from the environment: the id, the name and the facts of the company,
 * which every response shows, who allows reading it, the kind, and what identifies postings in pages, which a message
 * must name when it finds none.
 */
const shownSettings: ReadonlySet<string> = new Set([
  ...['id', 'kind', 'company', 'companyName', 'industry', 'size', 'website', 'allowed'],
  ...['item', 'fields', 'data', 'jobFields', 'jobLinks', 'jobUrls', 'nextLink', 'noJobs'],
]);

/** Placeholders in a search address. */
const placeholders = /\{(?:keyword|location|page)\}/;

/** Short lower-case words as in a path, host or selector, or a few digits and symbols; no key looks like this. */
const plain = /^(?:[/.]?[a-z]{1,11}(?:[./][a-z]{1,11})*\/?|[^A-Za-z]{1,7})$/;

type WrittenSettings = {
  /** The settings of one source from the file, with environment variables replaced by their values. */
  entry: Readonly<Record<string, unknown>>;
  /** Settings that are always secret: those from the environment and those that their kind marks as secret. */
  secret: ReadonlySet<string>;
  /** Settings in the hosts and paths of the kind's boards: names of companies, which are not secret. */
  addressed: ReadonlySet<string>;
};

/**
 * All values of a source's settings that no message may contain. An address contributes its parts except the origin, which
 * may be shown. Plain lower-case words are excluded unless their setting is secret, since redacting a word such as "jobs" would make
 * messages unreadable.
 */
function settingSecrets({ entry, secret, addressed }: WrittenSettings): string[] {
  const id = String(entry.id);
  const values = Object.entries(entry)
    .filter(([name]) => secret.has(name) || !(shownSettings.has(name) || addressed.has(name)))
    .flatMap(([name, value]) => {
      const parts = textsIn(value).flatMap(partsOf);
      return secret.has(name) ? parts : parts.filter((part) => !plain.test(part) && part !== id);
    });
  return [...new Set(values)];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function partsOf(text: string): string[] {
  const address = text.split(placeholders).join('');
  if (!/^https?:/i.test(text) || !URL.canParse(address)) return [text];
  const { username, password, pathname, search, hash } = new URL(address);
  const written = [username, password, ...pathname.split('/'), hash.slice(1), ...search.slice(1).split(/[&=]/)];
  return written.filter((part) => part !== '').flatMap((part) => [part, decodePercent(part.replaceAll('+', ' '))]);
}

const fileSchema = z.strictObject({ sources: z.array(z.record(z.string(), z.unknown())) });

/**
 * Reads a sources file; throws one error that lists every mistake with its path, its value and the allowed values. A
 * value "${NAME}" is read from the environment, so that the file need not contain keys.
 */
export function readSourcesFile(
  text: string,
  origin: string,
  environment: (name: string) => string | undefined = environmentValue,
): Source[] {
  const mistakes: string[] = [];
  const sources: Source[] = [];
  for (const [index, entry] of entriesOf(text, origin).entries()) {
    const outcome = readEntry(entry, `sources[${index}]`, environment);
    if (Array.isArray(outcome)) mistakes.push(...outcome);
    else if (sources.some(({ id }) => id === outcome.id))
      mistakes.push(`sources[${index}].id: "${outcome.id}" is taken.`);
    else sources.push(outcome);
  }
  if (mistakes.length > 0) throw new Error(`${origin} is not a valid sources file:\n  ${mistakes.join('\n  ')}`);
  return sources;
}

function entriesOf(text: string, origin: string): Record<string, unknown>[] {
  const data = parseJson(text, origin);
  const file = fileSchema.safeParse(data);
  if (!file.success) throw new Error(`${origin} must be {"sources": [{"id": …, "kind": …}, …]}.`);
  return file.data.sources;
}

/** A value that names an environment variable. */
const placeholder = /^\$\{([A-Z][A-Z0-9_]*)\}$/;

function readEntry(
  written: Record<string, unknown>,
  at: string,
  environment: (name: string) => string | undefined,
): Source | string[] {
  const missing: string[] = [];
  const named = new Set<string>();
  const filled = (value: unknown, key: string, path: string): unknown => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, filled(each, key, `${path}.${name}`)]),
      );
    const name = typeof value === 'string' ? placeholder.exec(value)?.[1] : undefined;
    if (name === undefined) return value;
    named.add(key);
    const found = environment(name);
    if (found === undefined || found === '') missing.push(`${path}: ${name} is not set in the environment.`);
    return found;
  };
  const entry = Object.fromEntries(
    Object.entries(written).map(([key, value]) => [key, filled(value, key, `${at}.${key}`)]),
  );
  if (missing.length > 0) return missing;
  const kind = typeof entry.kind === 'string' ? kindNamed(entry.kind) : undefined;
  if (kind === undefined) {
    const names = sourceKinds.map(({ kind: name }) => name);
    return [
      `${at}.kind: ${shown(written.kind)} is not a kind.${didYouMean(String(written.kind), names)} Kinds: ${names.join(', ')}.`,
    ];
  }
  const read = kind.settings.safeParse(entry);
  const isSecret = secretNames(kind, named);
  if (read.success) {
    const withLogin = loginIn(entry);
    if (withLogin !== null) return [`${at}.${withLogin}: an address must not contain a name or password.`];
    const secrets = settingSecrets({ entry, secret: isSecret, addressed: addressedNames(kind) });
    // Pausing does not affect how the source is read: its collection stays the same.
    const { paused = false, ...own } = read.data;
    const source = { id: own.id, kind, settings: { ...kind.defaults, ...own }, secrets, redact: createRedact(secrets) };
    return paused ? { ...source, isPaused: true } : source;
  }
  return read.error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => `${at}.${key}: no such setting.${didYouMean(key, settingNames(kind))}`);
    const path = issue.path.map(String).join('.');
    const came = issue.path.reduce<unknown>((value, key) => memberOf(value, key), written);
    const about = aboutSetting(kind, String(issue.path[0] ?? ''));
    if (came === undefined && path !== '') return [`${at}.${path} is missing: ${about || issue.message}`];
    const message = /^Invalid input: /.test(issue.message) ? `${about} (${issue.message.slice(15)})` : issue.message;
    return [
      `${at}${path === '' ? '' : `.${path}`}: ${message}${path === '' ? '' : ` Got ${isSecret.has(String(issue.path[0])) ? hidden(entry[String(issue.path[0])]) : shown(came)}.`}`,
    ];
  });
}

/** Schemes that a message may name although the address is a secret. */
const knownScheme = /^(https?|socks[45]?[ah]?|ftp|wss?):/i;

function hidden(value: unknown): string {
  const [, scheme] = typeof value === 'string' ? (knownScheme.exec(value) ?? []) : [];
  return scheme === undefined ? 'a hidden value' : `an address that begins with "${scheme.toLowerCase()}:"`;
}

const memberOf = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? value[key as keyof typeof value]
    : undefined;

/** A setting's description from its schema. */
function aboutSetting(kind: SourceKind, name: string): string {
  return [...settingsOf(kind), ...commonRows()].find((row) => row.name === name)?.about ?? '';
}

const settingNames = (kind: SourceKind): string[] => [...settingsOf(kind), ...commonRows()].map(({ name }) => name);

function didYouMean(came: string, names: readonly string[]): string {
  const near = names.filter((name) => distance(came, name) <= Math.floor(name.length / 3));
  const best = near.sort((a, b) => distance(came, a) - distance(came, b))[0];
  return best === undefined ? '' : ` Did you mean "${best}"?`;
}

/** Secret settings: those read from the environment and those that the kind marks as secret. */
function secretNames(kind: SourceKind, named: ReadonlySet<string>): Set<string> {
  const known = secretRows.get(kind) ?? [...settingsOf(kind), ...commonRows()].filter(({ secret }) => secret);
  secretRows.set(kind, known);
  return new Set([...named, ...known.map(({ name }) => name)]);
}

/** The settings contained in the hosts and paths of a kind's boards. */
function addressedNames(kind: SourceKind): ReadonlySet<string> {
  const places = (kind.addresses ?? []).map(
    (rule) => (typeof rule === 'string' ? rule : rule.address).split('?', 1)[0],
  );
  const known = addressedSettings.get(kind) ?? new Set(places.join(' ').match(/(?<=\{)\w{1,40}(?=\})/g));
  addressedSettings.set(kind, known);
  return known;
}

const addressedSettings = new WeakMap<SourceKind, ReadonlySet<string>>();

/** Cached, so that each schema is described only once and not for every source. */
const secretRows = new WeakMap<SourceKind, SettingRow[]>();

/** The first setting whose value is an address with a user name or password. */
function loginIn(entry: Record<string, unknown>): string | null {
  const hasLogin = (value: unknown): boolean =>
    typeof value === 'string' ? /^https?:[/\\]*[^/?#\\]*@/i.test(value) : Array.isArray(value) && value.some(hasLogin);
  // A proxy's login belongs to it.
  return Object.keys(entry).find((name) => name !== 'proxyUrl' && hasLogin(entry[name])) ?? null;
}

const shown = (value: unknown): string =>
  value === undefined ? 'nothing' : withoutQueries(JSON.stringify(value)).slice(0, 80);
