import { byId } from '../lib/dom.js';
import { warningsOf } from './answer.js';
import { fetchInfo } from './api-client.js';

/** Shows the warnings of the health check. When the service does not answer, a search reports that. */
export async function showWarnings(): Promise<void> {
  const note = byId('service-note', HTMLElement);
  try {
    const { status, checks } = await fetchInfo();
    note.textContent = status === 'pass' ? '' : warningsOf(checks).join(' ');
    note.hidden = note.textContent === '';
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
  }
}
