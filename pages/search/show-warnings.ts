import { byId } from '../lib/dom.js';
import { warningsOf } from './answer.js';
import { fetchInfo } from './api-client.js';

/** What the health check offers beside its warnings: all jobs are the demo board's, and new jobs are sent by mail. */
type Offers = { hasOnlyDemo: boolean; hasAlerts: boolean };

/** Shows the warnings of the health check. When the service does not answer, a search reports that. */
export async function showWarnings(): Promise<Offers> {
  const note = byId('service-note', HTMLElement);
  try {
    const { status, checks, alerts } = await fetchInfo();
    note.textContent = status === 'pass' ? '' : warningsOf(checks).join(' ');
    note.hidden = note.textContent === '';
    return { hasOnlyDemo: 'sources:demo' in checks, hasAlerts: alerts };
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return { hasOnlyDemo: false, hasAlerts: false };
  }
}
