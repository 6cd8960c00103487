/** Lets browsers install the pages, and open some of them offline. */
import { escapeUTF8 } from 'entities';
import { basePath, under } from '../../pages/lib/base-path.js';
import type { Config } from '../../shared/config.js';
import { say, spokenLanguage } from '../../shared/messages/messages.js';
import { originOf } from '../formats/feeds.js';
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
      id: under('/'),
      start_url: under('/'),
      display: 'standalone',
      theme_color: '#174ac6',
      background_color: '#f5f6fb',
      icons: [{ src: under(`/pages/${edition}/icon.svg`), sizes: 'any', type: 'image/svg+xml', purpose: 'any' }],
    };
  };

/** GET /service-worker.js: pages/lib/service-worker.ts in the reader's language, with the files of this edition. */
export const serviceWorker = ({ edition, files, scripts }: Pages): Middleware =>
  async function serviceWorker(ctx, next) {
    const language = spokenLanguage();
    const script = files.get(`service-worker-${language}.js`);
    if (script === undefined) return notBuilt(ctx, next);
    const styles = ['site-search-results.css', 'site-search-results-written.css', 'before-paint.js', 'icon.svg'];
    const needed = [...['search', 'saved', 'job'].map((name) => scripts[`${name}-${language}.js`]), ...styles].map(
      (name) => under(`/pages/${edition}/${name}`),
    );
    ctx.type = 'text/javascript; charset=utf-8';
    // A service worker has its own Content-Security-Policy, independent of the page.
    ctx.set({ ...pageHeaders, 'Cache-Control': 'no-cache' });
    const named = { edition: `${edition}-${language}`, base: basePath(), files: needed };
    const head = `const {edition,base,files}=${JSON.stringify(named)};\n`;
    ctx.body = head + script.body.toString();
    return undefined;
  };

/** GET /opensearch.xml: lets a browser search here from its address bar (OpenSearch 1.1). */
export const openSearch = (config: Pick<Config, 'PUBLIC_URL' | 'TRUST_PROXY'>): Middleware =>
  async function openSearch(ctx) {
    const origin = escapeUTF8(originOf(ctx, config));
    ctx.type = 'application/opensearchdescription+xml; charset=utf-8';
    ctx.set('Cache-Control', 'no-cache');
    ctx.body = `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
  <ShortName>${escapeUTF8(say('jobSearch'))}</ShortName>
  <Description>${escapeUTF8(say('start.about'))}</Description>
  <InputEncoding>UTF-8</InputEncoding>
  <Url type="text/html" template="${origin}/?keyword={searchTerms}"/>
  <Url type="application/atom+xml" template="${origin}/api/jobs/feed?keyword={searchTerms}"/>
</OpenSearchDescription>
`;
  };
