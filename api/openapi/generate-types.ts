import type { ApiDocument } from './describe-api.js';
import type { JsonSchema } from './schemas.js';

/**
 * The schemas of the document as TypeScript types, for the client. openapi-typescript would do this, but cannot be installed
 * beside TypeScript 7: it needs the JavaScript compiler API and has a peer dependency on TypeScript below 7.
 */
export function generateTypes({ components }: ApiDocument): string {
  const types = Object.entries(components.schemas).map(([name, schema]) => {
    const type = /.Problem$/.test(name) ? problemType(schema) : extended(schema, components.schemas);
    return `${comment(schema, '')}export type ${name} = ${type};`;
  });
  const head = '// Generated from the OpenAPI document by `npm run client`; do not edit.';
  return [head, basicProblem, ...types, ''].join('\n\n');
}

/** Types of fewer members are written out where others have them too. */
const fewestShared = 5;

/** A schema by the largest other one all of whose members it has, unchanged, and its further members. */
function extended(schema: JsonSchema, all: Readonly<Record<string, JsonSchema>>): string {
  const membersOf = ({ properties = {}, required = [] }: JsonSchema): Map<string, string> =>
    new Map(
      Object.entries(properties as object).map(([name, member]) => [
        name,
        JSON.stringify([member, (required as string[]).includes(name)]),
      ]),
    );
  const own = membersOf(schema);
  const [shared] = Object.entries(all)
    .map(([name, other]) => ({ name, members: membersOf(other) }))
    .filter(({ members }) => members.size >= fewestShared && members.size < own.size)
    .filter(({ members }) => [...members].every(([name, text]) => own.get(name) === text))
    .sort((one, other) => other.members.size - one.members.size);
  if (shared === undefined) return typeOf(schema, '');
  const further = Object.entries(schema.properties as object).filter(([name]) => !shared.members.has(name));
  return `${shared.name} & ${objectType({ properties: Object.fromEntries(further), required: schema.required }, '')}`;
}

const basicProblem = `/** The members of every problem. */
export type BasicProblem<Code extends string, Status extends number> = {
  type: \`/api#\${Code}\`;
  title: string;
  status: Status;
  code: Code;
  detail: string;
  requestId: string;
};`;
const basicMembers = ['type', 'title', 'status', 'code', 'detail', 'requestId'];

/** A problem by what it has besides the members of all of them. */
function problemType({ properties, required }: JsonSchema): string {
  const { code = {}, status = {}, ...members } = properties as Record<string, JsonSchema>;
  const further = Object.entries(members).filter(([name]) => !basicMembers.includes(name));
  const basic = `BasicProblem<${typeOf(code, '')}, ${typeOf(status, '')}>`;
  return further.length === 0
    ? basic
    : `${basic} & ${objectType({ properties: Object.fromEntries(further), required }, '')}`;
}

function comment({ description }: JsonSchema, indent: string): string {
  return typeof description === 'string' ? `${indent}/** ${description.replaceAll('*/', '* /')} */\n` : '';
}

/** A schema as a type; `indent` is the indentation of its line. */
function typeOf(schema: JsonSchema, indent: string): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'unknown';
  if (value !== undefined) return literal(value);
  if (Array.isArray(values)) return values.map(literal).join(' | ');
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices))
    return union(choices.map((choice) => typeOf(openString(schema, choice as JsonSchema), indent)));
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each as unknown }, indent)));
  return plainType(schema, indent);
}

/** For an open enumeration: any string, in a form that keeps editors suggesting the known values. */
function openString({ type }: JsonSchema, choice: JsonSchema): JsonSchema {
  return type === 'string' && !('enum' in choice) ? { open: true } : choice;
}

function plainType(schema: JsonSchema, indent: string): string {
  if (schema.open === true) return '(string & Record<never, never>)';
  if (schema.type === 'array') return listOf(typeOf((schema.items ?? {}) as JsonSchema, indent));
  if (schema.type === 'object') return objectType(schema, indent);
  if (schema.type === 'integer') return 'number';
  return typeof schema.type === 'string' ? schema.type : 'unknown';
}

function objectType({ properties, required, propertyNames, additionalProperties }: JsonSchema, indent: string): string {
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    const keys = propertyNames === undefined ? 'string' : typeOf(propertyNames as JsonSchema, indent);
    return `Record<${keys}, ${typeOf(additionalProperties as JsonSchema, indent)}>`;
  }
  const always = new Set((required ?? []) as string[]);
  const inner = `${indent}  `;
  const members = Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, member]) =>
      `${comment(member, inner)}${inner}${memberName(name)}${always.has(name) ? '' : '?'}: ${typeOf(member, inner)};`,
  );
  return members.length === 0 ? 'Record<string, unknown>' : `{\n${members.join('\n')}\n${indent}}`;
}

const memberName = (name: string): string => (/^[\w$]+$/.test(name) ? name : literal(name));

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

const listOf = (type: string): string => (/[ |{]/.test(type) ? `Array<${type}>` : `${type}[]`);

const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);
