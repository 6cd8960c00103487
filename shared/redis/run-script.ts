import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { RedisConnection } from './redis.js';

/** The scripts, one file each: `folder/name.lua`. */
const folder = new URL('lua/', import.meta.url);

/** A value that Redis is sent as it is, or as the decimal text of a number. */
export type ScriptValue = string | number | Buffer;

/** What a script is given, by the names that its file has for them; a list where the file has `name...`. */
export type ScriptInput = {
  keys: Readonly<Record<string, string | readonly string[]>>;
  args?: Readonly<Record<string, ScriptValue | readonly ScriptValue[]>>;
};

/** A named place of `KEYS` or `ARGV`; a list takes all that follow. */
type Place = { name: string; isList: boolean };
type Script = { lua: string; keys: readonly Place[]; args: readonly Place[] };
type Run = (numberOfKeys: number, ...values: ScriptValue[]) => Promise<unknown>;

const scripts = new Map<string, Script>();

/**
 * Runs a script of `shared/redis/lua` in one step. The connection sends its hash, and its text when Redis does not have it.
 * Throws a `TypeError` when a name is given that the file lacks, or lacks one that the file has.
 */
export async function runScript(connection: RedisConnection, name: string, input: ScriptInput): Promise<unknown> {
  const script = scripts.get(name) ?? readScript(name);
  scripts.set(name, script);
  const keys = inOrder(script.keys, input.keys, `${name}: key`);
  const args = inOrder(script.args, input.args ?? {}, `${name}: argument`);
  const commands = connection as unknown as Record<string, Run | undefined>;
  if (commands[name] === undefined) connection.defineCommand(name, { lua: script.lua });
  return commands[name]?.(keys.length, ...keys, ...args);
}

/**
 * Reads a script and the names of its keys and arguments: a line at its top, `local name = KEYS[1]` or `= tonumber(ARGV[2])`,
 * names one; the comment `-- ARGV[3...] name` names the rest. `--- @include "file"` stands for a file beside it.
 */
export function readScript(name: string): Script {
  const path = new URL(`${name}.lua`, folder);
  const text = readFileSync(fileURLToPath(path), 'utf8');
  const include = (_: string, file: string): string =>
    readFileSync(fileURLToPath(new URL(`${file}.lua`, path)), 'utf8').trimEnd();
  return {
    lua: text.replaceAll(/^--- @include "([\w-]+)"$/gm, include),
    keys: placesOf(text, 'KEYS', name),
    args: placesOf(text, 'ARGV', name),
  };
}

const named = /^local (\w+) = (?:tonumber\(|cjson\.decode\()?(KEYS|ARGV)\[(\d+)\]/gm;
const namedRest = /^-- (KEYS|ARGV)\[(\d+)\.\.\.\] (\w+)/gm;

function placesOf(text: string, list: 'KEYS' | 'ARGV', script: string): Place[] {
  const places = [...text.matchAll(named)]
    .filter(([, , of]) => of === list)
    .map(([, name = '', , at]) => ({ name, at: Number(at), isList: false }));
  for (const [, of, at, name = ''] of text.matchAll(namedRest))
    if (of === list) places.push({ name, at: Number(at), isList: true });
  if (places.some(({ at }, index) => at !== index + 1))
    throw new TypeError(`${script}.lua does not name its ${list} in their order.`);
  return places;
}

function inOrder<Value extends ScriptValue>(
  places: readonly Place[],
  given: Readonly<Record<string, Value | readonly Value[]>>,
  what: string,
): Value[] {
  const unknown = Object.keys(given).find((name) => !places.some((place) => place.name === name));
  if (unknown !== undefined) throw new TypeError(`${what} ${unknown} is unknown.`);
  return places.flatMap(({ name, isList }) => {
    const value = given[name];
    if (value === undefined || Array.isArray(value) !== isList)
      throw new TypeError(`${what} ${name} is ${isList ? 'a list' : 'one value'}.`);
    return value;
  });
}
