import { escapeUTF8 } from 'entities';
import type { CodeSample } from '../openapi/code-samples.js';
import type { ApiDocument } from '../openapi/describe-api.js';

/** The HTML of `GET /api/docs/samples`: how to call each operation, to be copied. Works without JavaScript but for the buttons. */
export function samplesPage({ paths }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const contents = operations.map(
    ({ path, method, operation }) =>
      `<li><a href="#${operation.operationId}">${escapeUTF8(`${method} ${path}`)}</a> ${escapeUTF8(operation.summary)}</li>`,
  );
  const sections = operations.map(
    ({ path, method, operation }) => `<section>
<h2 id="${operation.operationId}">${escapeUTF8(`${method} ${path}`)}</h2>
<p>${escapeUTF8(operation.summary)}</p>
${(operation['x-codeSamples'] ?? []).map((sample) => figure(operation.operationId, sample)).join('\n')}
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="How to call each operation of the job-search API with curl, TypeScript and Python, ready to be copied.">
<title>Code samples · Job search API</title>
<link rel="icon" type="image/png" href="/api/docs/icon.png">
<link rel="stylesheet" href="/api/docs/samples.css">
</head>
<body>
<header><nav aria-label="Pages"><a href="/">Job search</a> <a href="/api/docs">API documentation</a></nav></header>
<main>
<h1>Code samples</h1>
<p>Each sample runs as it is against <code>npx job-search start</code> and needs no further packages. Put a key for <code>jsk_…</code>.</p>
<ul>
${contents.join('\n')}
</ul>
${sections.join('\n')}
</main>
<p id="copied" role="status"></p>
<script src="/api/docs/samples.js"></script>
</body>
</html>
`;
}

function figure(operationId: string, { label, source }: CodeSample): string {
  const name = `${label} sample of ${operationId}`;
  return `<figure>
<figcaption>${label} <button type="button" aria-label="Copy the ${name}">Copy</button></figcaption>
<pre tabindex="0" role="region" aria-label="${name}"><code>${escapeUTF8(source)}</code></pre>
</figure>`;
}

/** Copies the sample of a button. Without the clipboard (a page over plain HTTP elsewhere) the sample is selected instead. */
export const samplesScript = `for (const button of document.querySelectorAll('figure button'))
  button.addEventListener('click', async () => {
    const code = button.closest('figure').querySelector('code');
    const status = document.getElementById('copied');
    try {
      await navigator.clipboard.writeText(code.textContent);
      status.textContent = 'Copied.';
    } catch {
      getSelection().selectAllChildren(code);
      status.textContent = 'Selected: copy it with your keyboard.';
    }
  });
`;

/** Styles of the samples, light and dark, from a width of 360 pixels. */
export const samplesStyle = `:root { color-scheme: light dark; --text: #1b2733; --back: #fff; --code: #f1f4f7; --line: #c9d2da; --link: #0b5cad; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e4e9ee; --back: #14191f; --code: #1f2730; --line: #3a4652; --link: #8fc1ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; }
a { color: var(--link); }
nav a { margin-right: 1rem; }
h2 { margin-top: 2.5rem; font-size: 1.2rem; overflow-wrap: anywhere; }
li { overflow-wrap: anywhere; }
figure { margin: 1rem 0; }
figcaption { display: flex; justify-content: space-between; align-items: center; font-weight: 600; }
button { font: inherit; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: 4px; background: var(--back); color: var(--link); cursor: pointer; }
pre { margin: .5rem 0 0; padding: .75rem 1rem; background: var(--code); border: 1px solid var(--line); border-radius: 4px; overflow-x: auto; font-size: .85rem; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
#copied { position: fixed; bottom: 0; right: 1rem; margin: .5rem; padding: 0 .5rem; background: var(--back); }
`;
