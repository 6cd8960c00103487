import { byId, el } from './dom.js';
import type { PlaceRow } from './geo-stats.js';
import type { MeasureName } from './measure.js';

const measures = ['pay', 'remote', 'demand'] as const satisfies readonly MeasureName[];

/** What the map is asked to show; it stands in the address too. */
export type Controls = {
  /** What geo-stats is asked. */
  parameters(): URLSearchParams;
  measure(): MeasureName;
  /** The currency pay is told in; `null` until one is offered. */
  currency(): string | null;
  offerCurrencies(codes: readonly string[]): void;
  /** Offers the countries that were seen. */
  offerCountries(rows: readonly PlaceRow[]): void;
};

/** Reads the address into the controls, and writes every change back. */
export function createControls({ onAsk, onMeasure }: { onAsk(): void; onMeasure(): void }): Controls {
  const form = byId('controls', HTMLFormElement);
  const [span, level, country] = ['span', 'level', 'country'].map((id) => byId(id, HTMLSelectElement));
  const colours = byId('measure', HTMLFieldSetElement);
  const currency = byId('currency', HTMLSelectElement);
  if (span === undefined || level === undefined || country === undefined) throw new Error('The page lacks a control.');

  const parameters = (): URLSearchParams => {
    const asked = new URLSearchParams(span.value);
    asked.set('level', level.value);
    if (country.value !== '') asked.set('country', country.value);
    return asked;
  };
  const measure = (): MeasureName => {
    const checked = colours.querySelector<HTMLInputElement>('input:checked');
    return measures.find((name) => name === checked?.value) ?? 'pay';
  };
  const write = (): void => {
    const address = parameters();
    address.set('colour', measure());
    history.replaceState(null, '', `/geo?${address}${location.hash}`);
  };

  const address = new URLSearchParams(location.search);
  const asked = new URLSearchParams();
  for (const name of ['hours', 'days']) if (address.has(name)) asked.set(name, address.get(name) ?? '');
  take(span, asked.toString());
  take(level, address.get('level') ?? '');
  const wanted = address.get('country') ?? '';
  if (/^[A-Za-z]{2}$/.test(wanted)) offer(country, [wanted.toUpperCase()]);
  take(country, wanted.toUpperCase());
  for (const input of colours.querySelectorAll('input'))
    input.checked = input.value === (address.get('colour') ?? 'pay');

  form.addEventListener('change', () => {
    write();
    onAsk();
  });
  colours.addEventListener('change', () => {
    write();
    onMeasure();
  });
  currency.addEventListener('change', onMeasure);
  return {
    parameters,
    measure,
    currency: () => (currency.value === '' ? null : currency.value),
    offerCurrencies(codes) {
      const known = [...currency.options].map(({ value }) => value);
      const fresh = codes.filter((code) => !known.includes(code));
      currency.append(...fresh.map((code) => el('option', { value: code }, code)));
      currency.hidden = measure() !== 'pay' || currency.options.length < 2;
    },
    offerCountries: (rows) =>
      offer(country, [...new Set(rows.map((row) => row.country))].filter((code) => code !== null).sort()),
  };
}

/** Chooses a value, if it is offered. */
function take(select: HTMLSelectElement, value: string): void {
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
