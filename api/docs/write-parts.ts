import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';
import { problemCodes } from '../../shared/problems/problem-body.js';
import { problemName } from '../openapi/operation.js';
import type { JsonSchema } from '../openapi/parameters.js';
import { html, Markup } from '../pages/write-html.js';

// The parts of the reference page: code, descriptions in Markdown, and schemas as lists of fields.

/** A value as it is sent, on lines of its own. */
export const formatJson = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/**
 * Code with a button that copies it; the button is shown only where scripts run. `name` distinguishes the code from the other code of the
 * page for people who cannot see where it stands.
 */
export function writeCode(name: string, code: string): Markup {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${name}"><code>${code}</code></pre><button type="button" class="act copy scripted" aria-label="Copy: ${name}">Copy</button></div>`;
}

/** Code that is unfolded by its summary. In a `group`, unfolding one folds the others. */
export function writeFoldedCode(
  { summary, name, group, open = false }: { summary: string; name: string; group?: string; open?: boolean },
  code: string,
): Markup {
  return html`<details${group === undefined ? null : html` name="${group}"`}${open ? html` open` : null}><summary>${summary}</summary>${writeCode(name, code)}</details>`;
}

/** Descriptions are our own texts, in which `<` is a character: "Bearer <key>" is no element. */
const marked = new Marked({
  async: false,
  renderer: {
    html: ({ text }) => escapeUTF8(text),
    // Wide code is scrolled with the keyboard too.
    code: ({ text }) => `<pre tabindex="0" role="region" aria-label="Example"><code>${escapeUTF8(text)}</code></pre>`,
  },
});

/** The Markdown of a description as paragraphs, tables and code. */
export function writeMarkdown(text: string): Markup {
  return new Markup(marked.parse(text, { async: false }));
}

/** The Markdown of one sentence, without a paragraph around it. */
export function writeInline(text: string): Markup {
  return new Markup(marked.parseInline(text, { async: false }));
}

/** The members of a schema that the page reads; others have no words of their own. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
};

/** Which fields a list marks: those a request must have, or those an answer may lack. */
export type FieldMark = 'required' | 'optional';

const nothing = new Markup('');

/** The fields of an object, or of each alternative of a union, as definition lists. `null` when the schema has none. */
export function writeFields(schema: JsonSchema, marks: FieldMark): Markup | null {
  const { properties, required = [], oneOf, anyOf, items, additionalProperties } = schema as Schema;
  if (properties !== undefined && Object.keys(properties).length > 0) {
    const rows = Object.entries(properties).map(([name, field]) => writeField(name, field, required, marks));
    return html`<dl class="fields">${rows}</dl>`;
  }
  if (items !== undefined) return writeFields(items, marks);
  if (typeof additionalProperties === 'object') return writeFields(additionalProperties, marks);
  const lists = [...(oneOf ?? []), ...(anyOf ?? [])].map((each) => writeFields(each, marks));
  const filled = lists.filter((each) => each !== null);
  return filled.length === 0
    ? null
    : html`${filled.map((list, index) => (index === 0 ? list : html`<p class="or">or</p>${list}`))}`;
}

function writeField(name: string, schema: Schema, required: readonly string[], marks: FieldMark): Markup {
  const isMarked = required.includes(name) === (marks === 'required');
  return html`<div><dt><code>${name}</code> <span class="type">${typeMarkup(schema)}</span>${
    isMarked ? html` <span class="mark">${marks}</span>` : null
  }</dt><dd>${writeFacts(schema)}${writeFields(schema, marks)}</dd></div>`;
}

/** What a value may be: its description, accepted values, limits and examples, as paragraphs. */
export function writeFacts(schema: JsonSchema): Markup {
  const all = alternativesOf(schema as Schema);
  const descriptions = [...new Set(all.flatMap(({ description }) => (description === undefined ? [] : [description])))];
  const values = all.flatMap((each) => each.enum ?? each.items?.enum ?? []);
  const limits = [...new Set(all.flatMap(limitsOf))].join(', ');
  const { examples = [], default: initial } = schema as Schema;
  return html`${descriptions.map((text) => html`<p>${writeInline(text)}</p>`)}${
    values.length === 0 ? null : html`<p>One of ${listOf(values)}.</p>`
  }${limits === '' ? null : html`<p class="limits">${limits.slice(0, 1).toUpperCase()}${limits.slice(1)}.</p>`}${
    initial === undefined ? null : html`<p>Default: ${codeOf(initial)}.</p>`
  }${examples.length === 0 ? null : html`<p>For example ${listOf(examples)}.</p>`}`;
}

/** The schema and the alternatives of its union. */
function alternativesOf(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [] } = schema;
  return [schema, ...[...anyOf, ...oneOf].flatMap(alternativesOf)];
}

/** `string or null`, `list of Job`: links lead to the types. */
export function typeMarkup(schema: JsonSchema): Markup {
  const names = [...new Map(typesOf(schema as Schema).map((each) => [each.text, each])).values()];
  return html`${names.map((name, index) => (index === 0 ? name : html` or ${name}`))}`;
}

function typesOf(schema: Schema): Markup[] {
  const { $ref, type, anyOf, oneOf, items, additionalProperties } = schema;
  if ($ref !== undefined) return [linkOf($ref)];
  if (schema.const !== undefined) return [codeOf(schema.const)];
  const union = anyOf ?? oneOf;
  if (union !== undefined)
    return union.flatMap(typesOf).sort((one, other) => Number(isNull(one)) - Number(isNull(other)));
  if (items !== undefined) return [html`list of ${typeMarkup(items)}`];
  if (typeof additionalProperties === 'object') return [html`map of ${typeMarkup(additionalProperties)}`];
  if (type === undefined) return [html`any value`];
  return [type].flat().map((each) => html`${each}`);
}

const isNull = ({ text }: Markup): boolean => text === 'null';

const schemaPrefix = '#/components/schemas/';
const codeByName = new Map(problemCodes().map((code) => [problemName(code), code]));

function linkOf(reference: string): Markup {
  const name = reference.slice(schemaPrefix.length);
  const code = codeByName.get(name);
  return html`<a href="${code === undefined ? `#type-${name}` : `#problem-${code}`}">${code ?? name}</a>`;
}

const formats = new Map([
  ['date-time', 'date and time (RFC 3339)'],
  ['uri', 'absolute address'],
]);

function limitsOf(schema: Schema): string[] {
  const { format, pattern, minLength, maxLength, minimum, maximum, maxItems } = schema;
  return [
    ...(format === undefined ? [] : [formats.get(format) ?? format]),
    ...(pattern === undefined ? [] : [`pattern ${pattern}`]),
    ...rangeOf(minLength, maxLength, ' characters'),
    ...rangeOf(minimum, maximum, ''),
    ...rangeOf(undefined, maxItems, ' entries'),
  ];
}

function rangeOf(least: number | undefined, most: number | undefined, unit: string): string[] {
  // The smallest number of JavaScript is no limit of the API.
  if (least === Number.MIN_SAFE_INTEGER) return rangeOf(undefined, most, unit);
  if (most === undefined) return least === undefined ? [] : [`at least ${least}${unit}`];
  if (least === undefined) return [`at most ${most}${unit}`];
  return [least === most ? `exactly ${most}${unit}` : `from ${least} to ${most}${unit}`];
}

const codeOf = (value: unknown): Markup =>
  html`<code>${value === '' ? '""' : typeof value === 'string' ? value : JSON.stringify(value)}</code>`;

const listOf = (values: readonly unknown[]): Markup =>
  html`${[...new Set(values)].map((value, index) => html`${index === 0 ? nothing : ', '}${codeOf(value)}`)}`;
