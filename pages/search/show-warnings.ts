import { byId } from '../lib/dom.js';
import { warningsOf } from './answer.js';
import { fetchInfo } from './api-client.js';

/**
 * Shows the warnings of the health check; resolves with whether new jobs are sent by mail. When the service does not answer, a search
 * reports that.
 */
export async function showWarnings(): Promise<boolean> {
  const note = byId('service-note', HTMLElement);
  try {
    const { status, checks, alerts } = await fetchInfo();
    note.textContent = status === 'pass' ? '' : warningsOf(checks).join(' ');
    note.hidden = note.textContent === '';
    return alerts;
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return false;
  }
}
