import { fieldSchema } from '../../shared/search/field-schema.js';
import { type Field, type FieldName, fieldNames, fields } from '../../shared/search/fields.js';
import { parameters } from '../openapi/parameters.js';
import type { JsonSchema } from '../openapi/schemas.js';

/** The ten fields of a search for a model to fill in: where the words are few it is told to take one of them. */
export function searchInput(): JsonSchema & { type: 'object' } {
  return {
    type: 'object',
    properties: Object.fromEntries(fieldNames.map((name) => [name, forModel(name)])),
    additionalProperties: false,
  };
}

function forModel(name: FieldName): JsonSchema {
  const { anyOf: _open, ...schema } = fieldSchema(name);
  const { allowed }: Field = fields[name];
  if (allowed === undefined) return schema;
  // A span of time may be any count; the other words are all there are.
  if (name === 'dateSincePosted')
    return { ...schema, description: `${schema.description} Words: ${allowed.join(', ')}.` };
  return { ...schema, enum: ['', ...allowed] };
}

/** The id of a job. */
export function jobInput(): JsonSchema & { type: 'object' } {
  const { description, schema } = parameters.jobId;
  return {
    type: 'object',
    properties: { id: { ...schema, description } },
    required: ['id'],
    additionalProperties: false,
  };
}
