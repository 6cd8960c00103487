import type { ApiDocument } from './describe-api.js';
import type { JsonSchema } from './schemas.js';

/** The bodies of the document as TypeScript: what the client is typed by. */
export function printTypes({ components }: ApiDocument): string {
  const types = Object.entries(components.schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${print(schema, '')};`,
  );
  return ['// Printed from the OpenAPI document by `npm run client`; not edited by hand.', ...types, ''].join('\n\n');
}

function comment({ description }: JsonSchema, indent: string): string {
  return typeof description === 'string' ? `${indent}/** ${description.replaceAll('*/', '* /')} */\n` : '';
}

/** A schema as a type; `indent` is that of the line it stands on. */
function print(schema: JsonSchema, indent: string): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  if (value !== undefined) return literal(value);
  if (Array.isArray(values)) return values.map(literal).join(' | ');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices))
    return union(choices.map((choice) => print(openWord(schema, choice as JsonSchema), indent)));
  if (Array.isArray(type)) return union(type.map((each) => print({ ...schema, type: each as unknown }, indent)));
  return printPlain(schema, indent);
}

/** Of a word that may be spelt in other ways too: any string, without hiding the words known from who types them. */
function openWord({ type }: JsonSchema, choice: JsonSchema): JsonSchema {
  return type === 'string' && !('enum' in choice) ? { open: true } : choice;
}

function printPlain(schema: JsonSchema, indent: string): string {
  if (schema.open === true) return '(string & Record<never, never>)';
  if (schema.type === 'array') return listOf(print((schema.items ?? {}) as JsonSchema, indent));
  if (schema.type === 'object') return printObject(schema, indent);
  if (schema.type === 'integer') return 'number';
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

function printObject(
  { properties, required, propertyNames, additionalProperties }: JsonSchema,
  indent: string,
): string {
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    const keys = propertyNames === undefined ? 'string' : print(propertyNames as JsonSchema, indent);
    return `Record<${keys}, ${print(additionalProperties as JsonSchema, indent)}>`;
  }
  const always = new Set((required ?? []) as string[]);
  const inner = `${indent}  `;
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, member]) =>
      `${comment(member, inner)}${inner}${memberName(name)}${always.has(name) ? '' : '?'}: ${print(member, inner)};`,
  );
  return members.length === 0 ? 'Record<string, unknown>' : `{\n${members.join('\n')}\n${indent}}`;
}

const memberName = (name: string): string => (/^[\w$]+$/.test(name) ? name : JSON.stringify(name));

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const listOf = (type: string): string => (/[ |{]/.test(type) ? `Array<${type}>` : `${type}[]`);

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);
