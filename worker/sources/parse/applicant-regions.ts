import { tableNames } from '../../../shared/places/table-names.js';
import type { LinkedData } from '../../structured-data/json-ld.js';

/** The maximum depth of nested places: a city in a state in a country. */
const deepest = 3;

/**
 * Where remote workers must live, as texts: schema.org `applicantLocationRequirements` as a text, a Country, a State, an
 * AdministrativeArea, a Place with an address, or a list of them. A country code is replaced by the country's name, since
 * `CA` by itself may also be a state.
 */
export function applicantRegions(value: unknown): string[] {
  const listed = list(value);
  const codes = listed.flatMap(plainText).map(countryOfCode);
  const areCountries = codes.length > 1 && codes.length === listed.length && codes.every((country) => country !== null);
  return areCountries ? codes.filter((country) => country !== null) : listed.flatMap((each) => regionTexts(each, 0));
}

function regionTexts(value: unknown, depth: number): string[] {
  const plain = plainText(value);
  if (plain.length > 0 || !isNode(value) || depth > deepest) return plain;
  const named = [value.name, value.identifier, value.alternateName].map((each) => list(each).flatMap(plainText));
  const names = named.find((each) => each.length > 0) ?? [];
  const isCountry = list(value['@type']).some((type) => typeof type === 'string' && /(?:^|[/:#])Country$/.test(type));
  if (isCountry) return names.map((name) => countryOfCode(name) ?? name);
  const [around] = list(value.containedInPlace ?? value.containedIn).flatMap((each) => regionTexts(each, depth + 1));
  const within = around === undefined ? '' : `, ${around}`;
  if (names.length > 0) return names.map((name) => `${name}${within}`);
  return list(value.address).flatMap((address) => addressText(address));
}

function addressText(address: unknown): string[] {
  const plain = plainText(address);
  if (plain.length > 0 || !isNode(address)) return plain;
  const { addressLocality, addressRegion, addressCountry } = address;
  const [country] = list(addressCountry).flatMap((each) => regionTexts(each, deepest));
  const parts = [addressLocality, addressRegion].flatMap((part) =>
    list(part).flatMap((each) => regionTexts(each, deepest)),
  );
  const text = [...parts, country === undefined ? undefined : (countryOfCode(country) ?? country)];
  const listOf = text.filter((part) => part !== undefined);
  return listOf.length === 0 ? [] : [listOf.join(', ')];
}

const list = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());

const isNode = (value: unknown): value is LinkedData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text, or the text of a JSON-LD value object. */
function plainText(value: unknown): string[] {
  const text = isNode(value) ? value['@value'] : value;
  return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : [];
}

/** "GB" → "United Kingdom"; `null` when the text is not a country code. */
function countryOfCode(text: string): string | null {
  const code = text.toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? tableNames().preferred(`country ${code === 'UK' ? 'GB' : code}`) : null;
}
