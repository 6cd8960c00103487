import { readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A secret of the environment: NAME itself, or the contents of the file in NAME_FILE, without the line end. Throws a
 * sentence when that file cannot be read or is empty: a missing secret must never count as none.
 */
export function readSecret(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  const file = environment[`${name}_FILE`];
  if (value || !file) return value;
  const secret = readSettingFile(`${name}_FILE`, file).replace(/\r?\n$/, '');
  if (secret.trim() === '')
    throw new Error(`${name}_FILE=${JSON.stringify(file)} is empty. Unset ${name}_FILE to do without.`);
  return secret;
}

/** The contents of the file that a setting names; throws a sentence that names the setting when it cannot be read. */
export function readSettingFile(setting: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${setting}=${JSON.stringify(path)} cannot be read (${code ?? String(error)}).`);
  }
}
