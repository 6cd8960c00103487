import { escapeHtml } from './escape-html.js';

/** A page: everything but `title` and `site` is HTML already. */
export type Page = {
  title: string;
  site: { name: string; home: string; motto: string; hue: number };
  head?: string;
  body: string;
};

/** Small, readable on a phone, and dark when the user's system is. */
const style = `
:root{color-scheme:light dark;--accent:hsl(var(--hue) 62% 34%);--ink:#1d2530;--soft:#5b6675;--line:#dfe4ea;--paper:#fff;--wash:#f5f7f9}
@media(prefers-color-scheme:dark){:root{--accent:hsl(var(--hue) 60% 68%);--ink:#e8ecf1;--soft:#9aa5b4;--line:#313a46;--paper:#171c23;--wash:#11151a}}
*{box-sizing:border-box}
body{margin:0;background:var(--wash);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
a{color:var(--accent);text-underline-offset:.2em}
a:focus-visible,button:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.bar{background:var(--paper);border-bottom:1px solid var(--line)}
.bar div,main,footer{max-width:60rem;margin:0 auto;padding:1rem 1.25rem}
.bar a{font-weight:700;font-size:1.15rem;text-decoration:none;color:var(--ink)}
.bar span{color:var(--soft);font-size:.9rem;margin-left:.6rem}
h1{font-size:clamp(1.5rem,4vw,2.1rem);line-height:1.2;margin:1rem 0 .4rem;text-wrap:balance}
h2{font-size:1.2rem;margin:1.8rem 0 .4rem}h3{font-size:1.05rem;margin:1.4rem 0 .3rem}
.sub{color:var(--soft);margin:.1rem 0}
form.find{display:flex;flex-wrap:wrap;gap:.6rem;margin:1rem 0}
form.find input{flex:1 1 12rem;min-width:0;padding:.6rem .8rem;font:inherit;color:inherit;background:var(--paper);border:1px solid var(--line);border-radius:.5rem}
button,.button{display:inline-block;padding:.6rem 1.2rem;font:inherit;font-weight:600;color:var(--paper);background:var(--accent);border:0;border-radius:.5rem;text-decoration:none;cursor:pointer}
.cards{list-style:none;margin:1rem 0;padding:0;display:grid;gap:.7rem}
.card{background:var(--paper);border:1px solid var(--line);border-radius:.7rem;padding:.9rem 1.1rem}
.card a{font-weight:650;font-size:1.05rem;text-decoration:none}.card a:hover{text-decoration:underline}
.card p{margin:.15rem 0 0;color:var(--soft);font-size:.95rem}
.facts{display:flex;flex-wrap:wrap;gap:.5rem;list-style:none;padding:0;margin:.8rem 0 1.2rem}
.facts li{background:var(--paper);border:1px solid var(--line);border-radius:2rem;padding:.15rem .8rem;font-size:.9rem}
article{background:var(--paper);border:1px solid var(--line);border-radius:.7rem;padding:.4rem 1.4rem 1.4rem;overflow-wrap:anywhere}
article li{margin:.25rem 0}
.employer{display:flex;gap:1rem;align-items:center;margin-top:1.2rem}.employer img{width:48px;height:48px;border-radius:.6rem}
.pages{display:flex;justify-content:space-between;gap:1rem;margin:1.4rem 0;color:var(--soft)}
.table{overflow-x:auto}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.35rem .8rem .35rem 0;border-bottom:1px solid var(--line);vertical-align:top}
code{font-size:.9em;background:var(--wash);border:1px solid var(--line);border-radius:.3rem;padding:.05rem .3rem;overflow-wrap:anywhere}
footer{color:var(--soft);font-size:.85rem}
`.replace(/\n/g, '');

/** A complete HTML document in the style shared by all boards; each has its own colour. */
export function htmlPage({ title, site, head = '', body }: Page): string {
  return `<!doctype html>
<html lang="en" style="--hue:${site.hue}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/logos/demo-board.svg" type="image/svg+xml">
<style>${style}</style>
${head}</head>
<body>
<header class="bar"><div><a href="${site.home}">${escapeHtml(site.name)}</a><span>${escapeHtml(site.motto)}</span></div></header>
<main>
${body}
</main>
<footer>A demo board: every company and every posting here is invented. <a href="/">All boards</a></footer>
</body>
</html>
`;
}

/** An instant as people read dates: `21 November 2026`. */
export function readableDate(iso: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(iso));
}
