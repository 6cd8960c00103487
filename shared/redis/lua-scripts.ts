import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The scripts, one file each: `folder/name.lua`. */
const folder = new URL('lua/', import.meta.url);

/** A named place of `KEYS` or `ARGV`; a list takes all that follow. */
export type ScriptPlace = { name: string; isList: boolean };
export type LuaScript = { lua: string; keys: readonly ScriptPlace[]; args: readonly ScriptPlace[] };

let read: ReadonlyMap<string, LuaScript> | null = null;

/** Every script by its name, such as `watches/tell-openings`; read once. */
export function readScripts(): ReadonlyMap<string, LuaScript> {
  read ??= new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.lua'))
      .map((file) => file.slice(0, -'.lua'.length).replaceAll('\\', '/'))
      .map((name) => [name, readScript(name)]),
  );
  return read;
}

/**
 * Reads a script and the names of its keys and arguments: a line at its top, `local name = KEYS[1]` or `= tonumber(ARGV[2])`,
 * names one; the comment `-- ARGV[3...] name` names the rest. `--- @include "file"` stands for a file beside it.
 */
function readScript(name: string): LuaScript {
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

function placesOf(text: string, list: 'KEYS' | 'ARGV', script: string): ScriptPlace[] {
  const places = [...text.matchAll(named)]
    .filter(([, , of]) => of === list)
    .map(([, name = '', , at]) => ({ name, at: Number(at), isList: false }));
  for (const [, of, at, name = ''] of text.matchAll(namedRest))
    if (of === list) places.push({ name, at: Number(at), isList: true });
  if (places.some(({ at }, index) => at !== index + 1))
    throw new TypeError(`${script}.lua does not name its ${list} in their order.`);
  return places;
}
