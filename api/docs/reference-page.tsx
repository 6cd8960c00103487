import { problems } from '../../shared/problems/problem.js';
import { problemCodes } from '../../shared/problems/problem-body.js';
import type { ApiDocument } from '../openapi/describe-api.js';
import { problemExample } from '../openapi/describe-operation.js';
import { type DescribedOperation, problemName } from '../openapi/operation.js';
import { headers } from '../openapi/parameters.js';
import type { Pages } from '../pages/pages.js';
import { html, type Markup } from '../pages/write-html.js';
import { writePage } from '../pages/write-page.js';
import { type Schemas, writeOperation } from './write-operation.js';
import {
  formatJson,
  typeMarkup,
  writeFacts,
  writeFields,
  writeFoldedCode,
  writeInline,
  writeMarkdown,
} from './write-parts.js';

type Row = { path: string; method: string; operation: DescribedOperation };

/** The HTML of `GET /api/docs`: the OpenAPI document to read without scripts; a script adds copying and trying. */
export function referencePage(pages: Pick<Pages, 'edition' | 'preloads'>, document: ApiDocument): string {
  const { info, tags, paths, components } = document;
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Row => ({ path, method, operation })),
  );
  const groups = tags.map(({ name, description }) => ({
    name,
    description,
    rows: rows.filter(({ operation }) => operation.tags.includes(name)),
  }));
  return writePage(pages, {
    title: 'API documentation · Job search',
    description:
      'Reference of the job-search API: one request searches every job board you chose. Read each operation, copy a sample, and try it out on this page.',
    styles: ['docs'],
    script: 'docs.js',
    current: '/api/docs',
    main: (
      <div
        dangerouslySetInnerHTML={{
          __html: html`<div class="docs">
<header>
<h1>API reference</h1>
<p class="lead">${info.summary}</p>
<p class="quiet">Version ${info.version} · <a href="/api/openapi.json">OpenAPI document</a></p>
</header>
<nav class="contents" aria-label="On this page">
${groups.map(({ name, rows }) => html`<p><a href="#${name}">${name}</a></p><ul>${rows.map(writeLink)}</ul>`)}
<p><a href="#problems">Problems</a></p>
<p><a href="#types">Types</a></p>
<p><a href="#headers">Headers</a></p>
</nav>
<div class="parts">
<section class="intro" aria-label="About this API">${writeMarkdown(info.description)}</section>
${groups.map(
  ({ name, description, rows }) => html`<h2 id="${name}">${name}</h2>
<p class="quiet">${description}</p>
${rows.map(({ path, method, operation }) => writeOperation(path, method, operation, components.schemas))}`,
)}
${writeProblems(components.schemas)}
${writeTypes(components.schemas)}
${writeHeaders()}
</div>
</div>
<p id="copied" role="status"></p>`.text,
        }}
      />
    ),
  });
}

const writeLink = ({ path, method, operation }: Row): Markup =>
  html`<li><a href="#${operation.operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${path}</a></li>`;

/** Members of every problem; the rows below have those of one problem alone. */
const common = new Set(['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId']);

function writeProblems(schemas: Schemas): Markup {
  const rows = problemCodes().map((code) => {
    const { status, title, advice } = problems[code];
    const { properties = {}, ...schema } = (schemas[problemName(code)] ?? {}) as { properties?: object };
    const ownProperties = Object.entries(properties).filter(([name]) => !common.has(name));
    return html`<div id="problem-${code}"><dt><code>${code}</code> <span class="type">${status}</span></dt><dd><p>${writeInline(`${title} ${advice}`)}</p>
${writeFields({ ...schema, properties: Object.fromEntries(ownProperties) }, 'optional')}
${writeFoldedCode({ summary: 'Example', name: `Example of ${code}` }, formatJson(problemExample(code)))}</dd></div>`;
  });
  return html`<section class="part" aria-labelledby="problems"><h2 id="problems">Problems</h2>
<p>Every error is a problem (RFC 9457): branch on its <code>code</code>.</p>
<dl class="fields">${rows}</dl></section>`;
}

function writeTypes(schemas: Schemas): Markup {
  const problemTypes = new Set(problemCodes().map(problemName));
  const types = Object.entries(schemas).filter(([name]) => !problemTypes.has(name));
  return html`<section aria-labelledby="types"><h2 id="types">Types</h2>
<p class="quiet">The objects of requests and answers. New members may appear in answers: ignore those you do not know.</p>
${types.map(([name, schema]) => {
  const fields = writeFields(schema, name.endsWith('Request') ? 'required' : 'optional');
  return html`<section class="part" id="type-${name}" aria-labelledby="type-${name}-title"><h3 id="type-${name}-title"><a href="#type-${name}">${name}</a></h3>${fields === null ? html`<p>${typeMarkup(schema)}</p>` : null}${writeFacts({ description: schema.description })}${fields}</section>\n`;
})}</section>`;
}

function writeHeaders(): Markup {
  const rows = Object.entries(headers).map(
    ([name, { description, schema, example }]) =>
      html`<div id="header-${name}"><dt><code>${name}</code></dt><dd><p>${writeInline(description)}</p>${writeFacts({ ...schema, examples: [example] })}</dd></div>`,
  );
  return html`<section class="part" aria-labelledby="headers"><h2 id="headers">Headers</h2>
<p class="quiet">Headers of answers.</p>
<dl class="fields">${rows}</dl></section>`;
}
