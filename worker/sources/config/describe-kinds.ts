import { z } from 'zod';
import type { SourceKind } from '../source.js';
import { commonSettings } from '../source.js';
import { sourceDefaults } from '../source-limits.js';

/** One setting of a kind, read from its schema. */
export type SettingRow = { name: string; required: boolean; fallback: string | null; about: string; secret: boolean };

type Property = { description?: string; default?: unknown; const?: unknown; secret?: boolean };

/** The settings of a kind, its own first; common settings are included only with `common`. */
export function settingsOf(kind: SourceKind): SettingRow[] {
  const shared = new Set(Object.keys(commonSettings.shape));
  return rowsOf(kind.settings).filter(({ name }) => !shared.has(name));
}

/** The settings common to all kinds. */
export function commonRows(): SettingRow[] {
  const usual: Readonly<Record<string, number | undefined>> = sourceDefaults;
  return rowsOf(commonSettings)
    .filter(({ name }) => name !== 'kind')
    .map((row) => ({ ...row, fallback: row.fallback ?? usual[row.name]?.toString() ?? null }));
}

function rowsOf(schema: z.ZodType): SettingRow[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Property>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    required: required.includes(name),
    fallback: property.default === undefined ? null : JSON.stringify(property.default),
    about: property.description ?? '',
    secret: property.secret ?? false,
  }));
}

/** Generates docs/sources.md from the kinds. */
export function sourcesDocument(kinds: readonly SourceKind[]): string {
  const table = (rows: readonly SettingRow[]) =>
    [
      '| setting | default | what |',
      '| --- | --- | --- |',
      ...rows.map(
        ({ name, required, fallback, about }) =>
          `| ${name}${required ? ' (needed)' : ''} | ${fallback ?? ''} | ${about.replaceAll('|', '\\|')} |`,
      ),
    ].join('\n');
  const sections = kinds.map((kind) => {
    const rows = settingsOf(kind);
    const defaults = Object.entries(kind.defaults ?? {}).map(([name, value]) => `${name} ${value}`);
    return [
      `### ${kind.kind}`,
      kind.summary,
      ...(rows.length > 0 ? [table(rows)] : []),
      [
        `- Documentation: ${kind.documentation}`,
        `- Automated access: ${kind.terms}`,
        ...(kind.attribution ? [`- ${kind.attribution}`] : []),
        ...(defaults.length > 0 ? [`- Defaults of this kind: ${defaults.join(', ')}.`] : []),
      ].join('\n'),
    ].join('\n\n');
  });
  return `${[
    '# Sources',
    'Made by `npm run sources -- document` from the schemas that check a sources file. A sources file names the boards to search; `SOURCES` names the file, and `npm run sources -- check FILE` tries it.',
    '```json\n{ "sources": [{ "id": "acme", "kind": "greenhouse", "board": "acme" }] }\n```',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how operators write it.
    'A value written as `"${NAME}"` is taken from the environment, so that keys need not stand in the file. `robots.txt`, crawl delays, `X-Robots-Tag` and Retry-After are obeyed whatever the settings say. No message, log line, metric or trace carries a value of the environment, a key, or any other value of these settings that is not a plain word, a number, or the name of a host; [security.md](security.md) says how.',
    '## What every kind takes',
    table(commonRows()),
    '## Kinds',
    ...sections,
  ].join('\n\n')}\n`;
}
