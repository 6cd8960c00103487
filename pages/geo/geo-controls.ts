import { say } from '../../shared/messages/messages.js';
import { byId } from '../lib/by-id.js';
import { countryName } from '../map/world.js';
import type { PlaceRow } from './geo-stats.js';
import type { MeasureName } from './measure.js';

const measures = ['jobs', 'pay', 'remote', 'demand'] as const satisfies readonly MeasureName[];

/** The controls of the map; their state is stored in the URL. */
export type Controls = {
  /** Query parameters for geo-stats. */
  parameters(): URLSearchParams;
  measure(): MeasureName;
  /** Offers these currencies and returns the selected one, by default the first. */
  chooseCurrency(codes: readonly string[]): string | null;
  /** Offers the countries of these places. */
  offerCountries(rows: readonly PlaceRow[]): void;
  /** The two-letter code of the selected country; `null` = all. */
  country(): string | null;
  level(): string;
  /** Selects a country and the level below it, like a click. */
  narrowTo(country: string): void;
  /** Selects all countries, if one is selected. */
  showAll(): void;
  /** Stores the chosen place in the URL; `null` removes it. */
  keepPlace(key: string | null): void;
};

type Elements = {
  form: HTMLFormElement;
  span: HTMLSelectElement;
  level: HTMLSelectElement;
  country: HTMLSelectElement;
  colours: HTMLFieldSetElement;
  currency: HTMLSelectElement;
};

/** Sets the controls from the URL and writes every change back to it. */
export function createControls({ onQuery, onMeasure }: { onQuery(): void; onMeasure(): void }): Controls {
  const elements: Elements = {
    form: byId('controls', HTMLFormElement),
    span: byId('span', HTMLSelectElement),
    level: byId('level', HTMLSelectElement),
    country: byId('country', HTMLSelectElement),
    colours: byId('measure', HTMLFieldSetElement),
    currency: byId('currency', HTMLSelectElement),
  };
  readAddress(elements);
  const changed = (): void => {
    writeAddress(elements);
    onQuery();
  };
  elements.form.addEventListener('change', () => {
    keepInAddress('place', null);
    changed();
  });
  elements.colours.addEventListener('change', () => {
    writeAddress(elements);
    onMeasure();
  });
  elements.currency.addEventListener('change', () => {
    keepInAddress('currency', elements.currency.value);
    onMeasure();
  });
  return {
    parameters: () => parametersOf(elements),
    measure: () => measureOf(elements),
    chooseCurrency: (codes) => chooseCurrency(elements, codes),
    offerCountries: (rows) =>
      offer(elements.country, [...new Set(rows.map((row) => row.country))].filter((code) => code !== null).sort()),
    country: () => (elements.country.value === '' ? null : elements.country.value),
    level: () => elements.level.value,
    narrowTo(code) {
      offer(elements.country, [code]);
      elements.country.value = code;
      elements.level.value = 'city';
      keepInAddress('place', null);
      changed();
    },
    showAll() {
      if (elements.country.value === '') return;
      elements.country.value = '';
      changed();
    },
    keepPlace: (key) => keepInAddress('place', key),
  };
}

function parametersOf({ span, level, country }: Elements): URLSearchParams {
  const parameters = new URLSearchParams(span.value);
  parameters.set('level', level.value);
  if (country.value !== '') parameters.set('country', country.value);
  return parameters;
}

function measureOf({ colours }: Elements): MeasureName {
  const checked = colours.querySelector<HTMLInputElement>('input:checked');
  return measures.find((name) => name === checked?.value) ?? 'jobs';
}

function writeAddress(elements: Elements): void {
  const address = parametersOf(elements);
  address.set('colour', measureOf(elements));
  const before = new URLSearchParams(location.search);
  for (const name of ['currency', 'place']) if (before.has(name)) address.set(name, before.get(name) ?? '');
  history.replaceState(null, '', `/geo?${address}${location.hash}`);
}

function keepInAddress(name: 'currency' | 'place', value: string | null): void {
  const address = new URLSearchParams(location.search);
  if (value === null) address.delete(name);
  else address.set(name, value);
  history.replaceState(null, '', `/geo?${address}${location.hash}`);
}

function readAddress({ span, level, country, colours }: Elements): void {
  const address = new URLSearchParams(location.search);
  const parameters = new URLSearchParams();
  for (const name of ['hours', 'days']) if (address.has(name)) parameters.set(name, address.get(name) ?? '');
  offerSpan(span, parameters);
  select(span, parameters.toString());
  select(level, address.get('level') ?? '');
  const wanted = (address.get('country') ?? '').toUpperCase();
  if (/^[A-Z]{2}$/.test(wanted)) offer(country, [wanted]);
  select(country, wanted);
  const colour = measures.find((name) => name === address.get('colour')) ?? 'jobs';
  for (const input of colours.querySelectorAll('input')) input.checked = input.value === colour;
}

function chooseCurrency(elements: Elements, codes: readonly string[]): string | null {
  const { currency } = elements;
  const kept = new URLSearchParams(location.search).get('currency') ?? '';
  const chosen = [currency.value, kept].find((code) => codes.includes(code)) ?? codes[0] ?? null;
  const offered = [...currency.options].map(({ value }) => value);
  // Replacing options with equal ones would close an open list.
  if (offered.join() !== codes.join()) currency.replaceChildren(...codes.map((code) => new Option(code, code)));
  if (chosen !== null) currency.value = chosen;
  currency.hidden = measureOf(elements) !== 'pay' || codes.length < 2;
  return chosen;
}

/** The longest windows offered. */
const longest = { hours: 168, days: 90 } as const;

/** Offers a window that only the URL names ("hours=48"), if the service stores that much history. */
function offerSpan(span: HTMLSelectElement, parameters: URLSearchParams): void {
  const [[unit, text] = ['', '']] = parameters;
  if (unit !== 'hours' && unit !== 'days') return;
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  const value = `${unit}=${count}`;
  const isKnown = [...span.options].some((option) => option.value === value);
  if (isKnown || count < 1 || count > longest[unit]) return;
  span.append(new Option(say(`past.${unit}`, { n: count }), value));
}

/** Selects a value if it is among the options. */
function select(select: HTMLSelectElement, value: string): void {
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

function offer(select: HTMLSelectElement, codes: readonly string[]): void {
  const known = new Set([...select.options].map(({ value }) => value));
  const fresh = codes.filter((code) => !known.has(code)).map((code) => new Option(countryName(code), code));
  if (fresh.length === 0) return;
  const [all, ...others] = select.options;
  const rows = [...others, ...fresh].sort((a, b) => (a.textContent ?? '').localeCompare(b.textContent ?? ''));
  const chosen = select.value;
  if (all !== undefined) select.replaceChildren(all, ...rows);
  select.value = chosen;
}
