/** The script of /boards: shows how far the boards have been read, until all have been. */
import { render } from 'preact';
import { byId } from '../lib/by-id.js';
import { type BoardReading, Reading } from './board-reading.js';

/** Milliseconds between two questions, and after one that failed. */
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
    // The service restarts, or cannot be reached: what is shown stays.
    setTimeout(() => void follow(), failedMs);
  }
}

if (root?.dataset.finished === 'no') void follow();
