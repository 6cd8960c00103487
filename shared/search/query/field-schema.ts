import { type FieldName, fields, type SearchField } from '../fields.js';

/** The part of JSON Schema (2020-12) that describes a field of the request. */
export type FieldSchema = {
  type: 'string';
  description: string;
  examples: string[];
  maxLength: number;
  /** Canonical words first; any other spelling that is understood may be sent too. */
  anyOf?: [{ type: 'string'; enum: string[] }, { type: 'string'; description: string }];
};

/** Values shown in documents; canonical, so that they come back as they were sent. */
const samples: Record<FieldName, string[]> = {
  keyword: ['software engineer', '"data engineer" -senior', 'nurse OR midwife'],
  location: ['Austin, TX', 'Berlin', 'Germany', 'Remote'],
  dateSincePosted: ['past week', '24hr', '72hr'],
  salary: ['100000', '80000-120000 EUR', 'up to 60000'],
  jobType: ['full time', 'contract, full time'],
  remoteFilter: ['hybrid', 'hybrid, remote'],
  experienceLevel: ['senior', 'associate, entry level'],
  excludeCompanies: ['Acme; Globex'],
  language: ['de', 'de, en'],
  skills: ['Python', 'Python, SQL'],
  label: ['new', 'fresh, new'],
  sortBy: ['recent', 'salary'],
  limit: ['10'],
  page: ['0'],
  descriptions: ['text'],
};

/**
 * A field of the table as JSON Schema: what `GET /api` prints of it, said in the words of a validator. The default is told in
 * the description: generators of clients take a field with `default` for one that is always there.
 */
export function fieldSchema(name: FieldName): FieldSchema {
  const {
    summary,
    default: fallback,
    maxLength,
    minimum,
    maximum,
    allowed,
    understood,
    several,
  }: SearchField = fields[name];
  const range = minimum === undefined ? '' : ` From "${minimum}" to "${maximum}".`;
  const schema: FieldSchema = {
    type: 'string',
    description: `${summary}${range}${fallback === '' ? '' : ` "${fallback}" if absent.`}`,
    examples: samples[name],
    maxLength,
  };
  if (allowed !== undefined)
    schema.anyOf = [
      { type: 'string', enum: ['', ...allowed] },
      {
        type: 'string',
        description: `Also understood: ${several === true ? 'a list of these words; ' : ''}${spellings(understood ?? {})}.`,
      },
    ];
  return schema;
}

function spellings(understood: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(understood)
    .map(([word, others]) => `${others.join(', ')} (${word})`)
    .join('; ');
}
