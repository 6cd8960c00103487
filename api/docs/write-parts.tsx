import { escapeUTF8 } from 'entities';
import { Marked } from 'marked';
import type { ComponentChildren, VNode } from 'preact';
import { problemCodes } from '../../shared/problems/problem-body.js';
import { problemName } from '../openapi/operation.js';
import type { JsonSchema } from '../openapi/parameters.js';

// The parts of the reference page: code, descriptions in Markdown, and schemas as lists of fields.

/** A value as sent, formatted over several lines. */
export const formatJson = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/**
 * Code with a copy button, which is shown only where scripts run. `name` distinguishes the page's code blocks for people
 * who cannot see them.
 */
const Code = ({ name, code }: { name: string; code: string }) => (
  <div class="code">
    <pre {...{ tabIndex: 0, role: 'region', 'aria-label': name }}>
      <code>{code}</code>
    </pre>
    <button type="button" class="act copy scripted" aria-label={`Copy: ${name}`}>
      Copy
    </button>
  </div>
);

type FoldedProps = { summary: string; name: string; group?: string; open?: boolean; code: string };

/** Code behind a summary. In a `group`, opening one closes the others. */
export const FoldedCode = ({ summary, name, group, open = false, code }: FoldedProps) => (
  <details name={group} open={open}>
    <summary>{summary}</summary>
    <Code name={name} code={code} />
  </details>
);

/** Descriptions are our own texts, where `<` is literal: "Bearer <key>" is not an element. */
const marked = new Marked({
  async: false,
  renderer: {
    html: ({ text }) => escapeUTF8(text),
    // Wide code can be scrolled with the keyboard, too.
    code: ({ text }) => `<pre tabindex="0" role="region" aria-label="Example"><code>${escapeUTF8(text)}</code></pre>`,
  },
});

/** The Markdown of a description as paragraphs, tables and code. */
export const Markdown = ({ text }: { text: string }) => (
  <div dangerouslySetInnerHTML={{ __html: marked.parse(text, { async: false }) }} />
);

/** The Markdown of one sentence, without a paragraph around it. */
export const Inline = ({ text }: { text: string }) => (
  <span dangerouslySetInnerHTML={{ __html: marked.parseInline(text, { async: false }) }} />
);

/** The schema members that the page reads; the others have no text of their own. */
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

/** The fields of an object, or of each alternative of a union, as definition lists. `null` when the schema has none. */
export function fieldLists(schema: JsonSchema, marks: FieldMark): VNode | null {
  const { properties, required = [], oneOf, anyOf, items, additionalProperties } = schema as Schema;
  if (properties !== undefined && Object.keys(properties).length > 0)
    return (
      <dl class="fields">
        {Object.entries(properties).map(([name, field]) => (
          <FieldOf key={name} {...{ name, schema: field, required, marks }} />
        ))}
      </dl>
    );
  if (items !== undefined) return fieldLists(items, marks);
  if (typeof additionalProperties === 'object') return fieldLists(additionalProperties, marks);
  const lists = [...(oneOf ?? []), ...(anyOf ?? [])].map((each) => fieldLists(each, marks));
  const filled = lists.filter((each) => each !== null);
  if (filled.length === 0) return null;
  return (
    <>
      {filled.map((list, index) => (
        <>
          {index > 0 && <p class="or">or</p>}
          {list}
        </>
      ))}
    </>
  );
}

type FieldProps = { name: string; schema: Schema; required: readonly string[]; marks: FieldMark };

const FieldOf = ({ name, schema, required, marks }: FieldProps) => (
  <div>
    <dt>
      <code>{name}</code>{' '}
      <span class="type">
        <TypeOf schema={schema} />
      </span>
      {required.includes(name) === (marks === 'required') && (
        <>
          {' '}
          <span class="tag">{marks}</span>
        </>
      )}
    </dt>
    <dd>
      <FactsOf schema={schema} />
      {fieldLists(schema, marks)}
    </dd>
  </div>
);

/** The constraints of a value, as paragraphs: its description, accepted values, limits and examples. */
export function FactsOf({ schema }: { schema: JsonSchema }) {
  const all = alternativesOf(schema as Schema);
  const descriptions = [...new Set(all.flatMap(({ description }) => (description === undefined ? [] : [description])))];
  const values = all.flatMap((each) => each.enum ?? each.items?.enum ?? []);
  const limits = [...new Set(all.flatMap(limitsOf))].join(', ');
  const { examples = [], default: initial } = schema as Schema;
  return (
    <>
      {descriptions.map((text) => (
        <p key={text}>
          <Inline text={text} />
        </p>
      ))}
      {values.length > 0 && (
        <p>
          One of <ListOf values={values} />.
        </p>
      )}
      {limits !== '' && <p class="limits">{`${limits.slice(0, 1).toUpperCase()}${limits.slice(1)}.`}</p>}
      {initial !== undefined && (
        <p>
          Default: <CodeOf value={initial} />.
        </p>
      )}
      {examples.length > 0 && (
        <p>
          For example <ListOf values={examples} />.
        </p>
      )}
    </>
  );
}

/** The schema and the alternatives of its union. */
function alternativesOf(schema: Schema): Schema[] {
  const { anyOf = [], oneOf = [] } = schema;
  return [schema, ...[...anyOf, ...oneOf].flatMap(alternativesOf)];
}

/** `string or null`, `list of Job`: links lead to the types. */
export function TypeOf({ schema }: { schema: JsonSchema }) {
  const names = [...new Map(typesOf(schema as Schema).map((each) => [each.text, each.shown])).values()];
  return joined(names, ' or ');
}

/** A type with the text that distinguishes it from others. */
type NamedType = { text: string; shown: ComponentChildren };

function typesOf(schema: Schema): NamedType[] {
  const { $ref, type, anyOf, oneOf, items, additionalProperties } = schema;
  if ($ref !== undefined) return [{ text: $ref, shown: <TypeLink reference={$ref} /> }];
  if (schema.const !== undefined)
    return [{ text: JSON.stringify(schema.const), shown: <CodeOf value={schema.const} /> }];
  const union = anyOf ?? oneOf;
  if (union !== undefined)
    return union.flatMap(typesOf).sort((one, other) => Number(one.text === 'null') - Number(other.text === 'null'));
  const within = (words: string, inner: Schema): NamedType => ({
    text: `${words} ${JSON.stringify(inner)}`,
    shown: [`${words} `, <TypeOf key="inner" schema={inner} />],
  });
  if (items !== undefined) return [within('list of', items)];
  if (typeof additionalProperties === 'object') return [within('map of', additionalProperties)];
  return [type ?? 'any value'].flat().map((each) => ({ text: each, shown: each }));
}

const schemaPrefix = '#/components/schemas/';
const codeByName = new Map(problemCodes().map((code) => [problemName(code), code]));

function TypeLink({ reference }: { reference: string }) {
  const name = reference.slice(schemaPrefix.length);
  const code = codeByName.get(name);
  return <a href={code === undefined ? `#type-${name}` : `#problem-${code}`}>{code ?? name}</a>;
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
  // JavaScript's smallest number is not a limit of the API.
  if (least === Number.MIN_SAFE_INTEGER) return rangeOf(undefined, most, unit);
  if (most === undefined) return least === undefined ? [] : [`at least ${least}${unit}`];
  if (least === undefined) return [`at most ${most}${unit}`];
  return [least === most ? `exactly ${most}${unit}` : `from ${least} to ${most}${unit}`];
}

const CodeOf = ({ value }: { value: unknown }) => (
  <code>{value === '' ? '""' : typeof value === 'string' ? value : JSON.stringify(value)}</code>
);

const ListOf = ({ values }: { values: readonly unknown[] }) =>
  joined(
    [...new Set(values)].map((value) => <CodeOf key={String(value)} value={value} />),
    ', ',
  );

/** Parts joined by a text. */
export const joined = (parts: readonly ComponentChildren[], between: string) => (
  <>{parts.flatMap((part, index) => (index === 0 ? [part] : [between, part]))}</>
);
