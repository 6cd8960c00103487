import { byId } from '../lib/dom.js';
import { warningsOf } from './answer.js';
import { fetchInfo } from './api-client.js';

/** Shows the warnings of the health check; answers whether all jobs are the demo board's, and whether new jobs are sent by mail. */
export async function showWarnings(): Promise<{ hasOnlyDemo: boolean; hasAlerts: boolean }> {
  const note = byId('service-note', HTMLElement);
  const { status, checks, alerts } = await fetchInfo();
  note.textContent = status === 'pass' ? '' : warningsOf(checks).join(' ');
  note.hidden = note.textContent === '';
  return { hasOnlyDemo: 'sources:demo' in checks, hasAlerts: alerts };
}
