/** The HTML of `GET /api/docs`; all files it loads come from this service. */
export const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Reference of the job-search API: one request searches every job board you chose. Read each operation and try it out on this page.">
<title>API documentation · Job search</title>
<link rel="icon" type="image/png" href="/api/docs/icon.png">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<link rel="stylesheet" href="/api/docs/style.css">
<script src="/api/docs/swagger-ui.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body>
<nav class="pages" aria-label="Pages"><a href="/">Job search</a> <a href="/api/docs/samples">Code samples</a></nav>
<div id="docs"><p class="waiting">Loading the API description …</p></div>
<noscript><p class="waiting">This page needs JavaScript. Without it, read <a href="/api/openapi.json">the OpenAPI document</a>.</p></noscript>
</body>
</html>
`;

/**
 * Starts Swagger UI. A key entered under "Authorize" stays in the tab and is sent only to this service. Swagger UI leaves
 * fields without names, links within buttons and boxes that only a mouse can scroll: `mend` names them and makes them reachable.
 */
export const docsScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
const nameOf = (field) => {
  const row = field.closest('tr')?.querySelector('.parameter__name, .response-col_status');
  const operation = field.closest('.opblock')?.querySelector('.opblock-summary-path')?.textContent ?? '';
  const kind = field.matches('.examples-select *') ? 'Example' : field.matches('.content-type') ? 'Media type' : field.matches('textarea') ? 'Body' : 'Value';
  return [kind, row?.firstChild?.textContent, operation].filter(Boolean).join(' ');
};
const mend = () => {
  for (const field of document.querySelectorAll('#docs :is(select, input, textarea):not([aria-label])'))
    if (field.labels?.length === 0) field.setAttribute('aria-label', nameOf(field));
  for (const box of document.querySelectorAll('#docs :is(pre, .table-container, .curl-command, .model-box):not([tabindex])'))
    if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0;
  // The label of an operation lacks words that are on screen: its text is its name.
  for (const operation of document.querySelectorAll('#docs .opblock-summary-control[aria-label]')) operation.removeAttribute('aria-label');
  const about = document.querySelector('.information-container');
  about?.setAttribute('role', 'region');
  about?.setAttribute('aria-label', 'About this API');
  for (const tag of document.querySelectorAll('h3.opblock-tag')) tag.setAttribute('aria-level', '2');
  for (const title of document.querySelectorAll('#docs :is(h4, h5)')) title.setAttribute('aria-level', title.localName === 'h4' ? '3' : '4');
  for (const table of document.querySelectorAll('#docs table[role=region]:not([aria-label])'))
    table.setAttribute('aria-label', 'Responses ' + (table.closest('.opblock')?.querySelector('.opblock-summary-path')?.textContent ?? ''));
};
let isWaiting = false;
new MutationObserver(() => {
  if (isWaiting) return;
  isWaiting = true;
  requestAnimationFrame(() => { isWaiting = false; mend(); });
}).observe(document.getElementById('docs'), { childList: true, subtree: true });
addEventListener('resize', mend);
const accessible = ({ React }) => ({
  wrapComponents: {
    // A path in the button of its operation is a link within a button.
    DeepLink: () => ({ text }) => React.createElement('span', null, text),
  },
});
SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  validatorUrl: null,
  tryItOutEnabled: true,
  requestSnippetsEnabled: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 2,
  docExpansion: 'list',
  showCommonExtensions: true,
  syntaxHighlight: { activated: true, theme: 'nord' },
  plugins: [accessible],
});
`;

/** Styles on top of those of Swagger UI: less colour, and a layout that works from a width of 360 pixels. */
export const docsStyle = `:root { color-scheme: light; }
:root.dark-mode { color-scheme: dark; }
body { margin: 0; background: #fff; }
.dark-mode body { background: #1c2022; color: #e4e6e6; }
.pages { max-width: 1200px; margin: 0 auto; padding: 12px 24px 0; font: 1rem/1.5 system-ui, sans-serif; }
.pages a { margin-right: 1rem; color: #0b5cad; }
.dark-mode .pages a { color: #8fc1ff; }
.dark-mode .swagger-ui .opblock .opblock-summary-description { color: #b9bfc4; }
.dark-mode .swagger-ui .renderedMarkdown :not(pre) > code, .dark-mode .swagger-ui .info .renderedMarkdown :not(pre) > code { background: #2c3339 !important; color: #cfe0f2 !important; }
.swagger-ui .info .title small pre.version, .swagger-ui .download-contents { background: #5a6170; color: #fff; }
.swagger-ui .info .title small.version-stamp, .swagger-ui .info .title small.version-stamp pre.version { background: #3c6600; }
.swagger-ui .info a, .swagger-ui .info .link .url, .swagger-ui .renderedMarkdown a { color: #0b5cad; }
.dark-mode .swagger-ui .info a, .dark-mode .swagger-ui .info .link .url, .dark-mode .swagger-ui .renderedMarkdown a { color: #8fc1ff; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #0b5cad; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1c6b45; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3261e; }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize span { color: #1c6b45; border-color: #1c6b45; }
.swagger-ui .btn.authorize svg { fill: #1c6b45; }
.dark-mode .swagger-ui .btn.authorize, .dark-mode .swagger-ui .btn.authorize span { color: #7fd8ae; border-color: #7fd8ae; }
.dark-mode .swagger-ui .btn.authorize svg { fill: #7fd8ae; }
.swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e; }
.dark-mode .swagger-ui .btn.try-out__btn.cancel { color: #ffb3ad !important; border-color: #ffb3ad; }
.swagger-ui .btn.execute { background: #0b5cad; border-color: #0b5cad; color: #fff; }
.swagger-ui .microlight span[style*="rgb(180, 142, 173)"] { color: #d3b4ce !important; }
.swagger-ui .parameter__in, .swagger-ui .parameter__type, .swagger-ui .parameter__extension, .swagger-ui .prop-format { color: #4b5563; }
.dark-mode .swagger-ui .parameter__in, .dark-mode .swagger-ui .parameter__type, .dark-mode .swagger-ui .parameter__extension, .dark-mode .swagger-ui .examples-select__section-label, .dark-mode .swagger-ui .headers td, .dark-mode .swagger-ui .prop-format { color: #b9bfc4; }
.pages a { display: inline-block; padding: 4px 0; }
.swagger-ui :is(.expand-operation, .opblock-control-arrow, .authorization__btn, .models-control) { min-width: 28px; min-height: 28px; }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard { flex: none; top: 0; width: 28px; height: 28px; margin: 0 5px; }
.swagger-ui .view-line-link.copy-to-clipboard button { width: 28px; height: 28px; }
.waiting { padding: 2rem; font: 1rem/1.5 system-ui, sans-serif; }
.swagger-ui { font-family: system-ui, sans-serif; }
.swagger-ui .wrapper { max-width: 1200px; padding: 0 24px; }
.swagger-ui .scheme-container { background: none; box-shadow: none; margin: 0; padding: 0 0 16px; }
.swagger-ui .scheme-container .servers-title, .swagger-ui .scheme-container .servers { display: none; }
.swagger-ui .scheme-container .auth-wrapper { justify-content: flex-start; }
.swagger-ui .info { margin: 32px 0 24px; }
.swagger-ui .info .title { font-size: 32px; }
.swagger-ui .info .title small { top: -4px; }
.swagger-ui .info p, .swagger-ui .info li, .swagger-ui .info td { font-size: 15px; line-height: 1.5; }
.swagger-ui .info table { width: auto; }
.swagger-ui .info table th, .swagger-ui .info table td, .swagger-ui .info table td:first-of-type { padding: 4px 24px 4px 0; vertical-align: top; }
.swagger-ui .renderedMarkdown pre {
  margin: 8px 0 16px; padding: 12px 16px; border-radius: 4px; background: #2e3440; overflow-x: auto; white-space: pre; word-break: normal;
}
.swagger-ui .renderedMarkdown pre > code, .swagger-ui .info .renderedMarkdown pre > code { padding: 0; background: none; color: #eceff4; font-weight: 400; font-size: 13px; line-height: 1.6; white-space: pre; }
.swagger-ui .renderedMarkdown :not(pre) > code, .swagger-ui .info .renderedMarkdown :not(pre) > code {
  padding: 1px 4px; background: #eef1f4; color: #24415f; font-weight: 500; font-size: .92em; white-space: normal; overflow-wrap: anywhere;
}
.swagger-ui .opblock .opblock-summary-path { font-size: 15px; }
.swagger-ui .opblock .opblock-summary-description { color: #3b4151; }
.swagger-ui .opblock-description-wrapper p, .swagger-ui .response-col_description .renderedMarkdown p { font-size: 14px; line-height: 1.5; }
.swagger-ui .responses-table .response-col_links { display: none; }
.swagger-ui .response .headers-wrapper, .swagger-ui .response-col_description .headers { font-size: 13px; }
.swagger-ui table.headers td, .swagger-ui table.headers td .renderedMarkdown p { font: 400 13px/1.5 system-ui, sans-serif; }
.swagger-ui table.headers td:first-child { font-family: ui-monospace, monospace; font-weight: 600; }
.swagger-ui .highlight-code > .microlight, .swagger-ui .example > pre { max-height: 360px; }
.swagger-ui :focus-visible { outline: 2px solid #1a66c2; outline-offset: 2px; }
@media (max-width: 720px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .opblock-tag small, .swagger-ui .view-line-link.copy-to-clipboard { display: none; }
  .swagger-ui .opblock .opblock-summary { flex-wrap: nowrap; }
  .swagger-ui .opblock-summary-path-description-wrapper { flex: 1; min-width: 0; }
  .swagger-ui .opblock .opblock-summary-path, .swagger-ui .opblock .opblock-summary-description { padding: 0 8px; }
  .swagger-ui .opblock .opblock-summary-path { max-width: none; font-size: 14px; overflow-wrap: anywhere; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 56px; padding: 4px 0; font-size: 12px; }
  .swagger-ui .opblock .opblock-section-header, .swagger-ui .opblock-description-wrapper, .swagger-ui .responses-inner, .swagger-ui .table-container { padding: 12px; }
  .swagger-ui .responses-table > thead, .swagger-ui .parameters > thead { display: none; }
  .swagger-ui .responses-table > tbody > tr, .swagger-ui .parameters > tbody > tr,
  .swagger-ui .responses-table > tbody > tr > td, .swagger-ui .parameters > tbody > tr > td { display: block; width: auto; max-width: none; padding: 4px 0; }
  .swagger-ui .responses-table > tbody > tr { border-top: 1px solid #d3d9df; padding: 8px 0; }
  .swagger-ui .parameters-col_description input, .swagger-ui .parameters-col_description select { width: 100%; max-width: 100%; }
  .swagger-ui table.headers, .swagger-ui table.headers tbody, .swagger-ui table.headers tr, .swagger-ui table.headers td { display: block; }
  .swagger-ui table.headers thead, .swagger-ui table.headers td:last-child { display: none; }
  .swagger-ui table.headers td { padding: 2px 0; }
  .swagger-ui select, .swagger-ui textarea, .swagger-ui .examples-select { max-width: 100%; }
  .swagger-ui .response-controls { flex-wrap: wrap; }
  .swagger-ui .curl-command, .swagger-ui .request-snippets { max-width: calc(100vw - 48px); overflow-x: auto; }
  .swagger-ui .dialog-ux .modal-ux { min-width: 0; width: calc(100vw - 24px); }
  .swagger-ui .auth-container input[type=text], .swagger-ui .auth-container input[type=password] { min-width: 0; width: 100%; }
}
`;
