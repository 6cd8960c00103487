import type { Page } from 'playwright';

/** Frames while a list was scrolled: how many a second, the longest pause between two, and the jobs in the list. */
export type Frames = { perSecond: number; longestMs: number; rows: number };

/** Turns of the wheel, of so many pixels each. */
const turns = { count: 120, pixels: 120 };

/** Scrolls the longest list that a page of results can have, down and up again. */
export async function scrollFrames(page: Page, address: string): Promise<Frames> {
  await page.goto(address);
  await page.locator('.jobs .title').nth(99).waitFor();
  await page.locator('body.searching').waitFor({ state: 'hidden' });
  await page.mouse.move(300, 600);
  await page.evaluate(`(() => {
    window.frameTimes = [];
    const next = (time) => { window.frameTimes.push(time); requestAnimationFrame(next); };
    requestAnimationFrame(next);
  })()`);
  for (let turn = 0; turn < turns.count; turn++)
    await page.mouse.wheel(0, turn < turns.count / 2 ? turns.pixels : -turns.pixels);
  const times = await page.evaluate<number[]>('window.frameTimes');
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
  return {
    perSecond: pauses.length / seconds,
    longestMs: Math.max(...pauses),
    rows: await page.locator('.jobs .title').count(),
  };
}
