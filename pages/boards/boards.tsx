/** The script of /boards: shows the reading progress until all boards have been read. */
import { render } from 'preact';
import { byId } from '../lib/by-id.js';
import { type BoardReading, Reading } from './board-reading.js';

/** Polling intervals in milliseconds: normally, and after a failure. */
const [pauseMs, failedMs] = [1500, 5000];

const root = document.getElementById('reading');

async function follow(): Promise<void> {
  try {
    const response = await fetch(`/boards/reading${location.search}`);
    if (!response.ok) throw new Error(`The service answered ${response.status}.`);
    const reading = (await response.json()) as BoardReading;
    render(<Reading reading={reading} now={new Date()} />, byId('reading', HTMLElement));
    if (!reading.isFinished) setTimeout(() => void follow(), pauseMs);
  } catch {
    // The service is restarting or unreachable: the page stays as it is.
    setTimeout(() => void follow(), failedMs);
  }
}

if (root?.dataset.finished === 'no') void follow();
