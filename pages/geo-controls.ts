import { byId, el } from './dom.js';
import type { PlaceRow } from './geo-stats.js';
import type { MeasureName } from './measure.js';

const measures = ['pay', 'remote', 'demand'] as const satisfies readonly MeasureName[];

/** The controls of the map; their state is kept in the URL. */
export type Controls = {
  /** Query parameters for geo-stats. */
  parameters(): URLSearchParams;
  measure(): MeasureName;
  /** Offers these currencies and returns the selected one, by default the first. */
  chooseCurrency(codes: readonly string[]): string | null;
  /** Offers the countries of these places. */
  offerCountries(rows: readonly PlaceRow[]): void;
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
  elements.form.addEventListener('change', () => {
    writeAddress(elements);
    onQuery();
  });
  elements.colours.addEventListener('change', () => {
    writeAddress(elements);
    onMeasure();
  });
  elements.currency.addEventListener('change', onMeasure);
  return {
    parameters: () => parametersOf(elements),
    measure: () => measureOf(elements),
    chooseCurrency: (codes) => chooseCurrency(elements, codes),
    offerCountries: (rows) =>
      offer(elements.country, [...new Set(rows.map((row) => row.country))].filter((code) => code !== null).sort()),
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
  return measures.find((name) => name === checked?.value) ?? 'pay';
}

function writeAddress(elements: Elements): void {
  const address = parametersOf(elements);
  address.set('colour', measureOf(elements));
  history.replaceState(null, '', `/geo?${address}${location.hash}`);
}

function readAddress({ span, level, country, colours }: Elements): void {
  const address = new URLSearchParams(location.search);
  const parameters = new URLSearchParams();
  for (const name of ['hours', 'days']) if (address.has(name)) parameters.set(name, address.get(name) ?? '');
  select(span, parameters.toString());
  select(level, address.get('level') ?? '');
  const wanted = (address.get('country') ?? '').toUpperCase();
  if (/^[A-Z]{2}$/.test(wanted)) offer(country, [wanted]);
  select(country, wanted);
  const colour = measures.find((name) => name === address.get('colour')) ?? 'pay';
  for (const input of colours.querySelectorAll('input')) input.checked = input.value === colour;
}

function chooseCurrency(elements: Elements, codes: readonly string[]): string | null {
  const { currency } = elements;
  const chosen = codes.includes(currency.value) ? currency.value : (codes[0] ?? null);
  const offered = [...currency.options].map(({ value }) => value);
  // Replacing equal options would close a list that is open.
  if (offered.join() !== codes.join())
    currency.replaceChildren(...codes.map((code) => el('option', { value: code }, code)));
  if (chosen !== null) currency.value = chosen;
  currency.hidden = measureOf(elements) !== 'pay' || codes.length < 2;
  return chosen;
}

/** Selects a value if it is among the options. */
function select(select: HTMLSelectElement, value: string): void {
  if ([...select.options].some((option) => option.value === value)) select.value = value;
}

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

function offer(select: HTMLSelectElement, codes: readonly string[]): void {
  const known = new Set([...select.options].map(({ value }) => value));
  const fresh = codes
    .filter((code) => !known.has(code))
    .map((code) => el('option', { value: code }, countryNames.of(code) ?? code));
  if (fresh.length === 0) return;
  const [all, ...others] = select.options;
  const rows = [...others, ...fresh].sort((a, b) => (a.textContent ?? '').localeCompare(b.textContent ?? ''));
  const chosen = select.value;
  if (all !== undefined) select.replaceChildren(all, ...rows);
  select.value = chosen;
}
