import { fields } from '../../shared/search/fields.js';
import { tableOf } from '../../shared/table-of.js';

/** Page sizes that the form offers; the service accepts 1 to 100. */
const pageSizes = ['10', '20', '50', '100'];

/** Labels of values whose word does not read well in a list. */
const labels = tableOf<string>({ '24hr': 'Past 24 hours' });

/**
 * The search page with the options of its lists, from the table that validates them. They are part of the page, so that it
 * can search at once, and without JavaScript.
 */
export function fillSearchPage(html: string): string {
  return html.replace(/<!-- options (\w+) -->/g, (_, name: string) => optionsOf(name));
}

function optionsOf(name: string): string {
  if (name === 'limit') return pageSizes.map((size) => option(size, size === fields.limit.default)).join('');
  const field = Object.entries(fields).find(([key]) => key === name)?.[1];
  if (field === undefined || !('allowed' in field)) throw new Error(`The search page lists no field "${name}".`);
  return field.allowed.map((word) => option(word, word === field.default)).join('');
}

function option(word: string, isDefault: boolean): string {
  const label = labels[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
  return `<option value="${word}"${isDefault ? ' selected' : ''}>${label}</option>`;
}
