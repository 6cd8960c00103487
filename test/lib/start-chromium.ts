import { type Browser, chromium } from 'playwright';

const places = [process.env.CHROMIUM_PATH, '/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

/** A real Chromium for page tests: the one that the setup found, else the system's. */
export async function startChromium(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && place !== '');
  return chromium.launch(executablePath === undefined ? {} : { executablePath });
}
