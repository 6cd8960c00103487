import { type RedisConnection, readScripts, type ScriptPlace } from './redis.js';

/** A value sent to Redis unchanged, or as the decimal text of a number. */
export type ScriptValue = string | number | Buffer;

/** The input of a script, by the names in its file; a list where the file has `name...`. */
export type ScriptInput = {
  keys: Readonly<Record<string, string | readonly string[]>>;
  args?: Readonly<Record<string, ScriptValue | readonly ScriptValue[]>>;
};

type Run = (numberOfKeys: number, ...values: ScriptValue[]) => Promise<unknown>;

/**
 * Runs a script of `shared/redis/lua` atomically, on a connection of `connectRedis`, which knows them all. It sends the
 * script's hash, and its text if Redis lacks it. Throws a `TypeError` when the script does not exist, or the names
 * differ from those in its file.
 */
export async function runScript(connection: RedisConnection, name: string, input: ScriptInput): Promise<unknown> {
  const script = readScripts().get(name);
  const run = (connection as unknown as Record<string, Run | undefined>)[name];
  if (script === undefined || run === undefined) throw new TypeError(`There is no script ${name}.`);
  const keys = inOrder(script.keys, input.keys, `${name}: key`);
  const args = inOrder(script.args, input.args ?? {}, `${name}: argument`);
  return run.call(connection, keys.length, ...keys, ...args);
}

function inOrder<Value extends ScriptValue>(
  places: readonly ScriptPlace[],
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
