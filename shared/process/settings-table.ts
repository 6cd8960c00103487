import { configSchema } from '../config.js';

/** Settings that only `npx job-search start` gives its own children. */
const internal: ReadonlySet<string> = new Set(['WORKER_INDEX']);

/** Every setting with its default and purpose, as Markdown. */
export function settingsTable(): string {
  const rows = Object.entries(configSchema.shape)
    .filter(([name]) => !internal.has(name))
    .map(([name, schema]) => `| \`${name}\` | ${shown(schema.parse(undefined))} | ${schema.description ?? ''} |`);
  return ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

/** A default in an operator's notation. */
function shown(value: unknown): string {
  if (value === null) return 'off';
  const text = String(value);
  return text === '' ? '–' : `\`${text}\``;
}
