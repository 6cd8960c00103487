import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from '../programs.mjs';

// Writes the types of request and answer bodies for both clients from the OpenAPI document: client/bodies.ts and
// client-python/job_search_client/bodies.py, which are not committed. openapi-typescript does not install next to TypeScript 7;
// datamodel-code-generator needs typing_extensions where the client runs, which otherwise needs only the standard library.

/** Writes the files of both clients; unchanged files are left untouched, so that nothing is rebuilt for them. */
export async function writeBodies() {
  const { components } = await readDocument();
  for (const [file, text] of [
    ['client/bodies.ts', typeScriptBodies(components.schemas)],
    ['client-python/job_search_client/bodies.py', pythonBodies(components.schemas)],
  ]) {
    const path = join(root, file);
    // The image is built without the Python client.
    if (!existsSync(dirname(path))) continue;
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
}

/** The document of the current sources, without a build, which needs the files written here. */
async function readDocument() {
  const outfile = join(root, '.cache', `describe-api-${process.pid}.mjs`);
  const contents = `export { describeApi } from './api/openapi/describe-api.js';
export { readPlans } from './shared/auth/plans.js';`;
  await build({
    stdin: { contents, resolveDir: root },
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  try {
    const { describeApi, readPlans } = await import(pathToFileURL(outfile).href);
    return describeApi({ version: 'any', plans: readPlans({ PLANS: '' }) });
  } finally {
    rmSync(outfile);
  }
}

/** The schemas as TypeScript types. */
export function typeScriptBodies(schemas) {
  const types = Object.entries(schemas).map(
    ([name, schema]) => `${comment(schema, '')}export type ${name} = ${typeScript(schema, '')};`,
  );
  return ['// Generated from the OpenAPI document by `npm run client`; do not edit.', ...types, ''].join('\n\n');
}

const comment = ({ description }, indent) =>
  description === undefined ? '' : `${indent}/** ${description.replaceAll('*/', '* /')} */\n`;

/** A schema as a type; `indent` is the indentation of its line. */
function typeScript(schema, indent) {
  const { $ref, const: value, enum: values, anyOf, oneOf = anyOf, type } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1);
  if (value !== undefined) return quoted(value);
  if (values !== undefined) return values.map(quoted).join(' | ');
  if (oneOf !== undefined)
    return union(oneOf.map((choice) => openChoice(schema, choice) ?? typeScript(choice, indent)));
  if (Array.isArray(type)) return union(type.map((each) => typeScript({ ...schema, type: each }, indent)));
  if (type === 'array') return `Array<${typeScript(schema.items ?? {}, indent)}>`;
  if (type === 'object') return typeScriptObject(schema, indent);
  return type === 'integer' ? 'number' : (type ?? 'unknown');
}

/** Any text, in a form that lets editors suggest the known values of an open enumeration. */
const openChoice = ({ type }, choice) =>
  type === 'string' && choice.enum === undefined ? '(string & Record<never, never>)' : null;

function typeScriptObject({ properties = {}, required = [], additionalProperties }, indent) {
  if (typeof additionalProperties === 'object') return `Record<string, ${typeScript(additionalProperties, indent)}>`;
  const inner = `${indent}  `;
  const members = Object.entries(properties).map(([name, member]) => {
    const key = /^[\w$]+$/.test(name) ? name : quoted(name);
    const mark = required.includes(name) ? '' : '?';
    return `${comment(member, inner)}${inner}${key}${mark}: ${typeScript(member, inner)};`;
  });
  return members.length === 0 ? 'Record<string, unknown>' : `{\n${members.join('\n')}\n${indent}}`;
}

const quoted = (value) =>
  typeof value === 'string' ? `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'` : JSON.stringify(value);

const union = (types) => [...new Set(types)].join(' | ');

/** Words that are invalid as attributes of a Python class. */
const keywords = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield None True False'.split(
    ' ',
  ),
);

const pythonHead = `"""The bodies of the service as typed dictionaries.

Generated from the OpenAPI document by \`\`npm run client\`\`; do not edit.
"""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union
`;

/**
 * The schemas as typed dictionaries of Python 3.10, except for problems, which are read by `code`. A nested object is
 * named after its position, such as `SearchAnswerPage`.
 */
export function pythonBodies(schemas) {
  const parts = [];
  for (const [name, schema] of Object.entries(schemas)) {
    if (name.endsWith('Problem')) continue;
    const { anyOf, oneOf = anyOf, properties } = schema;
    if (properties !== undefined) parts.push(dictionary(name, schema, parts));
    else if (oneOf === undefined) parts.push(`${name} = ${aliased(python(schema, name, parts))}`);
    else {
      const types = oneOf.map((choice, at) => aliased(python(choice, choiceName(name, choice, at), parts)));
      parts.push(`${name} = Union[${types.join(', ')}]`);
    }
  }
  return [pythonHead, ...parts].join('\n\n').concat('\n');
}

/** An alias is evaluated when the module is loaded, so the names in it are quoted. */
const aliased = (type) => `"${type.replaceAll('"', "'")}"`;

/** A choice is named after its constant member, such as `change: added`, otherwise by its number. */
function choiceName(name, { properties = {} }, at) {
  const constant = Object.values(properties).find((member) => typeof member.const === 'string');
  return name + (constant === undefined ? at + 1 : pascal(constant.const));
}

const pascal = (word) =>
  word
    .split(/[^A-Za-z0-9]/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');

/** A typed dictionary; optional members go into a separate class, as Python 3.10 has no `NotRequired`. */
function dictionary(name, { description, properties, required = [] }, parts) {
  const members = Object.entries(properties).map(([member, schema]) => ({
    member,
    type: python(schema, name + pascal(member), parts),
    about: schema.description,
  }));
  const always = members.filter(({ member }) => required.includes(member));
  const sometimes = members.filter(({ member }) => !required.includes(member));
  // An invalid Python name can only be a key of a dictionary written as a call.
  if (members.some(({ member }) => keywords.has(member) || !/^[A-Za-z_]\w*$/.test(member))) {
    const rows = [...always, ...sometimes].map(({ member, type }) => `"${member}": ${aliased(type)}`);
    return `${name} = TypedDict("${name}", {${rows.join(', ')}}${always.length === 0 ? ', total=False' : ''})`;
  }
  if (always.length === 0) return classOf(name, 'TypedDict, total=False', description, sometimes);
  if (sometimes.length === 0) return classOf(name, 'TypedDict', description, always);
  parts.push(classOf(`_${name}`, 'TypedDict', undefined, always));
  return classOf(name, `_${name}, total=False`, description, sometimes);
}

function classOf(name, bases, about, members) {
  const docstring =
    about === undefined ? [] : [`    """${oneLine(about).replaceAll('\\', '\\\\').replaceAll('"', "'")}"""`, ''];
  const lines = members.flatMap(({ member, type, about: text }) => [
    ...(text === undefined ? [] : [`    #: ${oneLine(text)}`]),
    `    ${member}: ${type}`,
  ]);
  return [`class ${name}(${bases}):`, ...docstring, ...(lines.length === 0 ? ['    pass'] : lines)].join('\n');
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim();

const pythonTypes = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', null: 'None' };

/** A schema as a type; objects within it are declared under `name`. */
function python(schema, name, parts) {
  const { $ref, const: value, enum: values, anyOf, oneOf = anyOf, type, properties, additionalProperties } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1);
  if (value !== undefined) return pythonLiteral([value]);
  if (values !== undefined) return pythonLiteral(values);
  // An open enumeration is any text.
  if (oneOf !== undefined && type === 'string') return 'str';
  if (oneOf !== undefined) return union(oneOf.map((choice) => python(choice, name, parts)));
  if (Array.isArray(type)) return union(type.map((each) => python({ ...schema, type: each }, name, parts)));
  if (type === 'array') return `list[${python(schema.items ?? {}, `${name}Item`, parts)}]`;
  if (type !== 'object') return pythonTypes[type] ?? 'Any';
  if (properties !== undefined) {
    parts.push(dictionary(name, schema, parts));
    return name;
  }
  return `dict[str, ${typeof additionalProperties === 'object' ? python(additionalProperties, name, parts) : 'Any'}]`;
}

/** Values in Python syntax. */
function pythonLiteral(values) {
  const written = values.map((value) => (typeof value === 'boolean' ? pascal(String(value)) : JSON.stringify(value)));
  return values.every((value) => value === null) ? 'None' : `Literal[${written.join(', ')}]`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) await writeBodies();
