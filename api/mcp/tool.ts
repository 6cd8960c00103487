import { z } from 'zod';
import { type FieldName, fieldNames, fields, type SearchField } from '../../shared/search/fields.js';
import { lookupRequestSchema } from '../../shared/search/lookup.js';
import { fieldSchema } from '../../shared/search/query/parse-query.js';
import { type JsonSchema, parameters } from '../openapi/parameters.js';
import { watchMembers } from '../openapi/schemas.js';
import type { SearchRequest } from '../search/search-context.js';
import { longestSuggested } from '../suggest/suggest.js';

/** The result of a tool: the body of the REST API, and the same as text. */
type ToolAnswer = { structured: Record<string, unknown>; text: string };

/** A tool of the Model Context Protocol; `call` throws a `Problem`, as the REST API does. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: 'object' };
  outputSchema: JsonSchema & { type: 'object' };
  /** Its effect other than reading: it creates or ends something. */
  changes?: 'makes' | 'ends';
  /** JSON Pointers of the members with untrusted text in the structured answer; `*` stands for each element. */
  untrusted: readonly string[];
  call(ctx: SearchRequest, parameters: Record<string, unknown>): Promise<ToolAnswer>;
};

/** The fields of a search for a model to fill in; fields with fixed values list them. */
export function searchInput(): JsonSchema & { type: 'object' } {
  return {
    type: 'object',
    properties: Object.fromEntries(fieldNames.map((name) => [name, forModel(name)])),
    additionalProperties: false,
  };
}

function forModel(name: FieldName): JsonSchema {
  const { anyOf: _open, ...schema } = fieldSchema(name);
  const { allowed, minimum, several }: SearchField = fields[name];
  if (minimum !== undefined) return { ...schema, type: ['string', 'integer'] };
  if (allowed === undefined) return schema;
  // Any count of hours or days is valid, too, and any list of the values of a field that takes several.
  if (name === 'dateSincePosted' || several === true)
    return { ...schema, description: `${schema.description} Values: ${allowed.join(', ')}.` };
  return { ...schema, enum: ['', ...allowed] };
}

/** The input of `count_jobs`: a search without its order and page. */
export function facetsInput(): JsonSchema & { type: 'object' } {
  const counted = fieldNames.filter((name) => !['sortBy', 'limit', 'page', 'descriptions'].includes(name));
  return { ...searchInput(), properties: Object.fromEntries(counted.map((name) => [name, forModel(name)])) };
}

/** The input of `suggest_words`. */
export function suggestInput(): JsonSchema & { type: 'object' } {
  const q = { type: 'string', maxLength: longestSuggested, description: 'The text to complete, such as "nur".' };
  return { type: 'object', properties: { q }, required: ['q'], additionalProperties: false };
}

/** The input of `create_watch`. */
export function watchInput(): JsonSchema & { type: 'object' } {
  const search = { ...facetsInput(), description: 'What to watch: the fields of a search; {} watches every job.' };
  const properties = { ...watchMembers, search };
  return { type: 'object', properties, required: ['search', 'url'], additionalProperties: false };
}

/** The input of `end_watch`. */
export function watchIdInput(): JsonSchema & { type: 'object' } {
  const id = { type: 'string', maxLength: 100, description: 'The id of a watch, from list_watches.' };
  return { type: 'object', properties: { id }, required: ['id'], additionalProperties: false };
}

/** The input of `lookup_jobs`. */
export function lookupInput(): JsonSchema & { type: 'object' } {
  return { ...(z.toJSONSchema(lookupRequestSchema) as JsonSchema), type: 'object' };
}

/** The input of `get_job` and `similar_jobs`. */
export function jobInput(): JsonSchema & { type: 'object' } {
  const { description, schema } = parameters.jobId;
  return {
    type: 'object',
    properties: { id: { ...schema, description } },
    required: ['id'],
    additionalProperties: false,
  };
}

/** The input of `get_company`. */
export function companyInput(): JsonSchema & { type: 'object' } {
  const { schema } = parameters.companyKey;
  return {
    type: 'object',
    properties: { name: { ...schema, description: 'The name of the company.' } },
    required: ['name'],
    additionalProperties: false,
  };
}
