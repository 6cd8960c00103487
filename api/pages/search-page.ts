import { type FieldName, fields, type SearchField } from '../../shared/search/fields.js';
import { tableOf } from '../../shared/table-of.js';
import { exchangeRates } from '../../shared/words/exchange-rates.js';
import { languageName } from '../../shared/words/languages.js';
import { splitList } from '../../shared/words/word-list.js';
import { html, type Markup } from './write-html.js';

/** Page sizes that the form offers; the service accepts 1 to 100. */
const pageSizes = ['10', '20', '50', '100'];

/** Labels of values whose word does not read well in a list. */
const labels = tableOf<string>({
  '24hr': 'Past 24 hours',
  relevant: 'Most relevant',
  recent: 'Newest',
  salary: 'Highest pay',
  distance: 'Nearest',
  ...Object.fromEntries(pageSizes.map((size) => [size, `${size} per page`])),
});

/** The fields whose values are ticked, by their labels. */
export const tickLabels = {
  remoteFilter: 'Workplace',
  jobType: 'Contract',
  experienceLevel: 'Level',
  language: 'Language',
  label: 'Opening',
} as const;

type TickField = keyof typeof tickLabels;

/**
 * The search page with the options of its lists, from the table that validates them. They are part of the page, so that it
 * can search at once, and without JavaScript.
 */
export function fillSearchPage(page: string): string {
  return page
    .replace(/<!-- options (\w+) -->/g, (_, name: string) => optionsOf(name))
    .replace(/<!-- ticks (\w+) -->/g, (_, name: string) => tickList(name as TickField, '').text);
}

/** The words of a field that takes several, to be ticked; a word of `value` that the field does not know is one of them. */
export function tickList(name: TickField, value: string): Markup {
  const given = splitList(value);
  const known = wordsOf(name);
  const words = [...known, ...given.filter((word) => !known.includes(word))];
  return html`<details class="ticks" id="${name}"><summary aria-labelledby="${name}-label ${name}-chosen" data-label="${tickLabels[name]}"><span id="${name}-chosen">${given.map(labelOf).join(', ')}</span></summary><div class="tick-list" role="group" aria-labelledby="${name}-label">${words.map(
    (word) =>
      html`<label><input type="checkbox" name="${name}" value="${word}" form="search"${given.includes(word) ? html` checked` : null}><span>${labelOf(word)}</span></label>`,
  )}</div></details>`;
}

function optionsOf(name: string): string {
  if (name === 'currency') return [...exchangeRates().perEuro.keys()].sort().map(codeOption).join('');
  if (name === 'limit') return pageSizes.map((size) => option(size, size === fields.limit.default)).join('');
  return wordsOf(name)
    .map((word) => option(word, word === fields[name as FieldName].default))
    .join('');
}

function wordsOf(name: string): readonly string[] {
  const field: SearchField | undefined = Object.entries(fields).find(([key]) => key === name)?.[1];
  if (field?.allowed === undefined) throw new Error(`The search page lists no field "${name}".`);
  return field.allowed;
}

const labelOf = (word: string): string => labels[word] ?? languageName(word);

const codeOption = (code: string): string => `<option value="${code}">${code}</option>`;

const option = (word: string, isDefault: boolean): string =>
  `<option value="${word}"${isDefault ? ' selected' : ''}>${labelOf(word)}</option>`;
