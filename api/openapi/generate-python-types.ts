import { tableOf } from '../../shared/table-of.js';
import type { ApiDocument } from './describe-api.js';
import type { JsonSchema } from './schemas.js';

/** Words that no attribute of a Python class can be called. */
const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False'.split(
    ' ',
  ),
);

const header = `"""The bodies of the service as typed dictionaries.

Generated from the OpenAPI document by \`\`npm run client\`\`; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union
`;

/**
 * The schemas of the document as typed dictionaries for the Python client, problems left out: these are read by their \`code\`. An
 * object within another is named after where it stands, such as \`SearchAnswerPage\`.
 */
export function generatePythonTypes({ components }: ApiDocument): string {
  const parts: string[] = [];
  for (const [name, schema] of Object.entries(components.schemas))
    if (!name.endsWith('Problem')) declare(name, schema, parts);
  return [header, ...parts].join('\n\n').concat('\n');
}

function declare(name: string, schema: JsonSchema, parts: string[]): void {
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (schema.type === 'object' && schema.properties !== undefined) parts.push(dictionary(name, schema, parts));
  else if (choices === undefined) parts.push(`${name} = ${aliased(typeOf(schema, name, parts))}`);
  else
    parts.push(
      `${name} = Union[${choices.map((each, at) => aliased(typeOf(each, nameOf(name, each, at), parts))).join(', ')}]`,
    );
}

/** An alias is evaluated when the module is loaded, so that what it names stands in quotes. */
const aliased = (type: string): string => `"${type.replaceAll('"', "'")}"`;

/** A choice is named after its constant member, such as \`change: added\`, else by its number. */
function nameOf(name: string, { properties = {} }: JsonSchema, at: number): string {
  const constant = Object.values(properties as Record<string, JsonSchema>).find(
    (member) => typeof member.const === 'string',
  );
  return name + (constant === undefined ? String(at + 1) : pascal(String(constant.const)));
}

const pascal = (word: string): string =>
  word
    .split(/[^A-Za-z0-9]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** A typed dictionary; members that may be absent stand in a class of their own, as Python 3.10 has no \`NotRequired\`. */
function dictionary(name: string, schema: JsonSchema, parts: string[]): string {
  const required = new Set((schema.required ?? []) as string[]);
  const members = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([member, each]) => ({
    ...{ member, isRequired: required.has(member), type: typeOf(each, name + pascal(member), parts) },
    about: typeof each.description === 'string' ? each.description : null,
  }));
  const about = typeof schema.description === 'string' ? schema.description : null;
  const always = members.filter(({ isRequired }) => isRequired);
  const sometimes = members.filter(({ isRequired }) => !isRequired);
  // What is no name in Python can only be a key of a dictionary that is written as a call.
  if (members.some(({ member }) => keywords.has(member) || !/^[A-Za-z_]\w*$/.test(member)))
    return called(name, { always, sometimes });
  if (always.length === 0) return classOf(name, { bases: 'TypedDict, total=False', about, members: sometimes });
  if (sometimes.length === 0) return classOf(name, { bases: 'TypedDict', about, members: always });
  parts.push(classOf(`_${name}`, { bases: 'TypedDict', about: null, members: always }));
  return classOf(name, { bases: `_${name}, total=False`, about, members: sometimes });
}

type Member = { member: string; type: string; about: string | null };

function classOf(
  name: string,
  { bases, about, members }: { bases: string; about: string | null; members: readonly Member[] },
): string {
  const lines = members.flatMap(({ member, type, about: text }) => [
    ...(text === null ? [] : [`    #: ${oneLine(text)}`]),
    `    ${member}: ${type}`,
  ]);
  const docstring =
    about === null ? [] : [`    """${oneLine(about).replaceAll('\\', '\\\\').replaceAll('"', "'")}"""`, ''];
  return [`class ${name}(${bases}):`, ...docstring, ...(lines.length === 0 ? ['    pass'] : lines)].join('\n');
}

function called(
  name: string,
  { always, sometimes }: { always: readonly Member[]; sometimes: readonly Member[] },
): string {
  const rows = [...always, ...sometimes].map(({ member, type }) => `"${member}": ${aliased(type)}`);
  return `${name} = TypedDict("${name}", {${rows.join(', ')}}${always.length === 0 ? ', total=False' : ''})`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A schema as a type; objects within it are declared under `name`. */
function typeOf(schema: JsonSchema, name: string, parts: string[]): string {
  const { $ref, const: value, enum: values, anyOf, oneOf, type } = schema;
  if (typeof $ref === 'string') return $ref.split('/').at(-1) ?? 'Any';
  if (value !== undefined) return literal([value]);
  if (Array.isArray(values)) return literal(values);
  const choices = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  // An open enumeration is any text.
  if (choices !== undefined && type === 'string') return 'str';
  if (choices !== undefined) return union(choices.map((each) => typeOf(each, name, parts)));
  if (Array.isArray(type)) return union(type.map((each) => typeOf({ ...schema, type: each as unknown }, name, parts)));
  if (type === 'array') return `list[${typeOf((schema.items ?? {}) as JsonSchema, `${name}Item`, parts)}]`;
  if (type === 'object') return objectType(schema, name, parts);
  const plain = tableOf({
    string: 'str',
    integer: 'int',
    number: 'float',
    boolean: 'bool',
    null: 'None',
  });
  return (typeof type === 'string' ? plain[type] : undefined) ?? 'Any';
}

function objectType(schema: JsonSchema, name: string, parts: string[]): string {
  const { properties, additionalProperties } = schema;
  if (typeof additionalProperties === 'object' && additionalProperties !== null && properties === undefined)
    return `dict[str, ${typeOf(additionalProperties as JsonSchema, name, parts)}]`;
  if (properties === undefined) return 'dict[str, Any]';
  parts.push(dictionary(name, schema, parts));
  return name;
}

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');

/** Values as Python writes them. */
function literal(values: readonly unknown[]): string {
  const written = values.map((value) => (typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value)));
  return values.every((value) => value === null) ? 'None' : `Literal[${written.join(', ')}]`;
}
