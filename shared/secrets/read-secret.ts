import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A secret of the environment: NAME itself, or the contents of the file that NAME_FILE names, without the line end.
 * Throws a sentence when that file cannot be read.
 */
export function readSecret(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  if (value || !file) return value;
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${name}_FILE=${JSON.stringify(file)} cannot be read (${code ?? String(error)}).`);
  }
}
