/** What lets a browser install the pages, and open some of them offline. */
import { say, spokenLanguage } from '../../shared/messages/messages.js';
import type { Middleware } from '../middleware/identify.js';
import { notBuilt, type Pages, pageHeaders } from './pages.js';

/** GET /manifest.webmanifest (W3C, Web Application Manifest). */
export const manifest = ({ edition }: Pages): Middleware =>
  async function manifest(ctx) {
    ctx.type = 'application/manifest+json; charset=utf-8';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = {
      name: say('jobSearch'),
      short_name: say('jobSearch'),
      lang: spokenLanguage(),
      id: '/',
      start_url: '/',
      display: 'standalone',
      theme_color: '#174ac6',
      background_color: '#f5f6fb',
      icons: [{ src: `/pages/${edition}/icon.svg`, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    };
  };

/** GET /service-worker.js: the script of pages/lib/service-worker.ts in the language of the reader, with the files of this edition. */
export const serviceWorker = ({ edition, files, preloads }: Pages): Middleware =>
  async function serviceWorker(ctx, next) {
    const language = spokenLanguage();
    const script = files.get(`service-worker-${language}.js`);
    if (script === undefined) return notBuilt(ctx, next);
    const scripts = ['search', 'saved', 'job'].flatMap((name) => preloads[`${name}-${language}.js`] ?? []);
    const styles = ['site-search-results.css', 'site-search-results-written.css', 'before-paint.js', 'icon.svg'];
    const needed = [...new Set([...scripts, ...styles])].map((name) => `/pages/${edition}/${name}`);
    ctx.type = 'text/javascript; charset=utf-8';
    // What it may load is said by its own headers, not by those of a page.
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache' });
    const head = `const edition=${JSON.stringify(`${edition}-${language}`)},files=${JSON.stringify(needed)};\n`;
    ctx.body = head + script.body.toString();
    return undefined;
  };
