import { z } from 'zod';
import { emptyPosting, type Posting, type PostingPlace, type PostingSalary, payWith, placeText } from '../posting.js';
import { sourceChanged } from '../source.js';
import { dataOf, type Finder, jsonItems, markupItems, pageFinder } from './extractors.js';

/** Posting fields for which an operator may give selectors. */
export const declaredFields = [
  'title',
  'url',
  'applyUrl',
  'id',
  'requisitionId',
  'company',
  'companyUrl',
  'logo',
  'location',
  'city',
  'region',
  'country',
  'remoteRegion',
  'workplace',
  'jobType',
  'level',
  'salary',
  'salaryMin',
  'salaryMax',
  'salaryCurrency',
  'salaryPer',
  'posted',
  'validUntil',
  'description',
  'tags',
] as const;
export type DeclaredField = (typeof declaredFields)[number];

const selector = z.string().min(1).max(300);

/**
 * Where each field is found: a CSS selector in HTML and XML, `selector@attribute` for an attribute (`@attribute` by itself for
 * the item's own), a dotted path in JSON (`*` = each entry of a list), `=text` for a constant. Of several selectors, the
 * first with a match counts.
 */
export const fieldsSchema = z
  .partialRecord(z.enum(declaredFields), z.union([selector, z.array(selector).min(1)]))
  .describe(
    'Where to find each fact: a CSS selector, "selector@attribute", "=fixed text", or in JSON a path such as "office.city".',
  );
export const itemSchema = selector.describe(
  'CSS selector of one posting; in JSON the path of their list ("$" = the root).',
);
export const dataSchema = selector.describe(
  'CSS selector (or "selector@attribute") of JSON text with the postings; "item" and "fields" are then paths.',
);
export type Fields = z.infer<typeof fieldsSchema>;

/** The selectors that an operator declares for the postings of a page. */
export type Declared = { item: string; fields: Fields; data?: string | undefined };

/**
 * The declared postings of a page; those without a title are reported in `flaws`. `known`: the list itself was found. In
 * JSON an empty list is a valid result; in HTML and XML it cannot be distinguished from a page that has changed.
 */
export type DeclaredReading = { known: boolean; postings: Posting[]; flaws: string[] };

/** Reads a page's declared postings: from JSON when `data` selects it or the body is JSON, otherwise from HTML or XML. */
export function readDeclared(body: string, url: string, declared: Declared): DeclaredReading {
  const { item, fields, data } = declared;
  const asJson = data === undefined ? (isJson(body) ? body : null) : dataOf(body, data);
  const finders = asJson === null ? markupItems(body, item) : jsonItems(asJson, item);
  const postings: Posting[] = [];
  const flaws: string[] = [];
  for (const [index, find] of finders.entries()) {
    const posting = readFields(find, fields, url);
    if (posting === null) flaws.push(`Posting ${index + 1} of ${url} has no title at "${shown(fields.title)}".`);
    else postings.push(posting);
  }
  if (postings.length === 0 && flaws.length > 0)
    throw sourceChanged(`a title at "${shown(fields.title)}" in each "${item}"`, `${flaws.length} without`);
  return { known: asJson !== null || finders.length > 0, postings, flaws };
}

/** Reads the declared fields from a page about a single posting; `null` without a title. */
export function readDeclaredPage(body: string, url: string, fields: Fields): Posting | null {
  return readFields(pageFinder(body), { url: `=${url}`, ...fields }, url);
}

const shown = (selectors: Fields[DeclaredField]): string => [selectors ?? 'h1, h2, h3, h4, a'].flat().join('", "');
const isJson = (body: string): boolean => /^\s*[[{]/.test(body);

/** Default selectors for the title and the address of an item. */
const usual: Fields = {
  title: ['h1', 'h2', 'h3', 'h4', 'a'],
  url: ['h1 a@href', 'h2 a@href', 'h3 a@href', 'a@href', '@href'],
};

function readFields(find: Finder, declared: Fields, base: string): Posting | null {
  const fields = { ...usual, ...declared };
  const all = (field: DeclaredField, as: 'text' | 'html' = 'text'): string[] => {
    for (const each of [fields[field] ?? []].flat()) {
      const found = each.startsWith('=') ? [each.slice(1)] : find(each, as).filter((text) => text.trim() !== '');
      if (found.length > 0) return found;
    }
    return [];
  };
  const one = (field: DeclaredField): string | null => all(field)[0] ?? null;
  const address = (field: DeclaredField): string | null => {
    const text = one(field);
    return text !== null && URL.canParse(text, base) ? new URL(text, base).href : null;
  };
  const title = one('title');
  if (title === null) return null;
  return {
    ...emptyPosting(title, address('url') ?? base),
    applyUrl: address('applyUrl'),
    sourceJobId: one('id'),
    requisitionId: one('requisitionId'),
    company: { name: one('company'), url: address('companyUrl'), logoUrl: address('logo') },
    places: readPlaces(one, all('location')),
    remoteRegions: all('remoteRegion'),
    workplace: all('workplace'),
    jobType: all('jobType'),
    level: all('level'),
    salary: readSalary(one),
    postedAt: moment(one('posted')),
    validUntil: moment(one('validUntil')),
    descriptionHtml: all('description', 'html').join('\n') || null,
    tags: all('tags')
      .flatMap((tag) => tag.split(/(?:(?<!\s)\s+)?[,;|]\s*/))
      .filter((tag) => tag !== '' && tag.length <= 60),
  };
}

function readPlaces(one: (field: DeclaredField) => string | null, lines: readonly string[]): PostingPlace[] {
  const place = { text: null, city: one('city'), region: one('region'), country: one('country') };
  return (place.city ?? place.region ?? place.country) ? [place] : placeText(...new Set(lines));
}

const readSalary = (one: (field: DeclaredField) => string | null): PostingSalary | null =>
  payWith({
    text: one('salary'),
    min: one('salaryMin'),
    max: one('salaryMax'),
    currency: one('salaryCurrency'),
    per: one('salaryPer'),
  });

/** A text of digits only is an epoch. */
const moment = (text: string | null): string | number | null =>
  text !== null && /^\d{10,13}$/.test(text) ? Number(text) : text;
