import { readFileSync } from 'node:fs';
import { cpus, freemem, loadavg, release, totalmem } from 'node:os';
import { hideKeys } from '../../shared/auth/api-key.js';
import { configSchema } from '../../shared/config.js';
import { createRedact } from '../../shared/secrets/redact.js';
import type { Finding } from './finding.js';

/** Shorter environment values occur in every other text, and are not secrets. */
const shortestSecret = 6;

/** Maximum bytes read of a secret's file. */
const mostBytes = 65_536;

/** The contents of a support bundle. `health`: the answer of `GET /api`, `null` = none. */
type Examined = {
  environment: NodeJS.ProcessEnv;
  findings: readonly Finding[];
  health: unknown;
  version: string;
  now: Date;
};

/**
 * Information for finding an error, as JSON to review before sending. Includes the values of settings that are numbers
 * or words of a list, and of all others only whether they are set. Every other environment value, whatever its name,
 * and the contents of the files in `…_FILE` are hidden everywhere.
 */
export function writeBundle({ environment, findings, health, version, now }: Examined): string {
  const settings = Object.fromEntries(
    Object.entries(configSchema.shape).flatMap(([name, schema]) => {
      const value = environment[name] ?? '';
      if (value === '' && (environment[`${name}_FILE`] ?? '') === '') return [];
      return [[name, isHarmless(name, value) ? String(schema.parse(value)) : 'set']];
    }),
  );
  const bundle = {
    about: 'job-search support bundle',
    version,
    at: now.toISOString(),
    machine: {
      node: process.versions.node,
      platform: process.platform,
      arch: process.arch,
      kernel: release(),
      cores: cpus().length,
      load: loadavg(),
      memory: totalmem(),
      free: freemem(),
    },
    settings,
    findings,
    health,
  };
  const redact = createRedact(secretsOf(environment));
  return `${hideKeys(redact(JSON.stringify(bundle, null, 2)))}\n`;
}

/** Whether a setting is a number, or one of a few words, and therefore not secret. */
function isHarmless(name: string, value: string): boolean {
  const schema = Object.hasOwn(configSchema.shape, name)
    ? configSchema.shape[name as keyof typeof configSchema.shape]
    : undefined;
  const read = schema?.safeParse(value);
  return (
    read?.success === true &&
    /^(?:\d{1,12}(?:\.\d{1,6})?|[a-z]{2,12})$/.test(value) &&
    !/TOKEN|PASSWORD|USER/.test(name)
  );
}

function secretsOf(environment: NodeJS.ProcessEnv): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (isHarmless(name, value)) return [];
    const whole = [value, ...(name.endsWith('_FILE') ? contentsOf(value) : [])];
    return [...whole, ...whole.flatMap(accountOf)].filter((secret) => secret.length >= shortestSecret);
  });
}

/** The text of a secret's file; this program does not know one that it cannot read. */
function contentsOf(path: string): string[] {
  let text = '';
  try {
    text = readFileSync(path, 'utf8').slice(0, mostBytes).trim();
  } catch {
    text = '';
  }
  return text === '' ? [] : [text];
}

/** User and password of an address, both encoded and decoded. */
function accountOf(text: string): string[] {
  if (!URL.canParse(text)) return [];
  const { username, password } = new URL(text);
  return [username, password].flatMap((each) => {
    try {
      return [each, decodeURIComponent(each)];
    } catch {
      return [each];
    }
  });
}
