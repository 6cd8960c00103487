import { html, type Markup } from '../pages/write-html.js';

/** A value as it is sent, on lines of its own. */
export const formatJson = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/**
 * Code with a button that copies it; the button is shown only where scripts run. `name` distinguishes the code from the other code of the
 * page for people who cannot see where it stands.
 */
export function writeCode(name: string, code: string): Markup {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${name}"><code>${code}</code></pre><button type="button" class="act copy scripted" aria-label="Copy: ${name}">Copy</button></div>`;
}

/** Code that is unfolded by its summary. In a `group`, unfolding one folds the others. */
export function writeFoldedCode(
  { summary, name, group, open = false }: { summary: string; name: string; group?: string; open?: boolean },
  code: string,
): Markup {
  return html`<details${group === undefined ? null : html` name="${group}"`}${open ? html` open` : null}><summary>${summary}</summary>${writeCode(name, code)}</details>`;
}
