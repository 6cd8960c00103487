import type { Operation } from '../openapi/operation.js';
import type { Parameter } from '../openapi/parameters.js';
import type { MediaType, Response } from '../openapi/responses.js';
import type { JsonSchema } from '../openapi/schemas.js';
import { html, type Markup } from '../pages/write-html.js';
import { formatJson, writeFoldedCode } from './write-code.js';
import { writeInline, writeMarkdown } from './write-markdown.js';
import { typeMarkup, writeFacts, writeFields } from './write-schema.js';
import { writeTryForm } from './write-try-form.js';

/** The schemas of the document by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** One operation: what it does, what it takes, what it answers, how to call it. Its id is that of the operation. */
export function writeOperation(path: string, method: string, operation: Operation, schemas: Schemas): Markup {
  const { operationId: id, summary, description, parameters, requestBody, responses } = operation;
  const samples = operation['x-codeSamples'] ?? [];
  const inHeaders = parameters.filter(({ in: place }) => place === 'header');
  const inAddress = parameters.filter(({ in: place }) => place !== 'header');
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<h3 id="${id}-title"><a href="#${id}"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code></a></h3>
<div class="about">
<p class="summary">${summary}</p>
${writeMarkdown(description)}
<p class="quiet">${keyOf(operation)}</p>
${writeParameters('Parameters', inAddress)}
${requestBody === undefined ? null : html`<h4>Body</h4>${writeMarkdown(requestBody.description)}${writeBodyFields(requestBody.content, schemas)}`}
${writeParameters('Headers', inHeaders)}
<h4>Answers</h4>
${Object.entries(responses)
  .filter(([status]) => Number(status) < 400)
  .map(([status, response]) => writeAnswer(id, status, response))}
${writeProblemLinks(responses)}
</div>
<div class="use">
<h4 class="visually-hidden">How to call it</h4>
${samples.map(({ label, source }, index) =>
  writeFoldedCode(
    { summary: label, name: `${label} sample of ${id}`, group: `${id}-sample`, open: index === 0 },
    source,
  ),
)}
${writeTryForm(path, method, operation)}
</div>
</section>\n`;
}

function keyOf({ security = [] }: Operation): string {
  if (security.length === 0) return 'Needs no key.';
  return security.some((each) => Object.keys(each).length === 0) ? 'A key is optional.' : 'Needs a key.';
}

function writeParameters(title: string, parameters: readonly Parameter[]): Markup | null {
  if (parameters.length === 0) return null;
  return html`<h4>${title}</h4><dl class="fields">${parameters.map(writeParameter)}</dl>`;
}

function writeParameter({ name, in: place, required = false, description, schema, example }: Parameter): Markup {
  const facts = { ...schema, ...(example !== undefined && { examples: [example] }) };
  return html`<div><dt><code>${name}</code> <span class="type">${typeMarkup(schema)}${place === 'path' ? ', in the path' : ''}</span>${
    required ? html` <span class="mark">required</span>` : null
  }</dt><dd><p>${writeInline(description)}</p>${writeFacts(facts)}</dd></div>`;
}

/** The fields of a body here and not under its type alone: they are what a reader looks for. */
function writeBodyFields(content: Record<string, MediaType>, schemas: Schemas): Markup | null {
  const [media] = Object.values(content);
  const name = nameOf(media?.schema);
  const schema = name === null ? media?.schema : schemas[name];
  return schema === undefined ? null : writeFields(schema, 'required');
}

function nameOf(schema: Record<string, unknown> | undefined): string | null {
  return typeof schema?.$ref === 'string' ? schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1) : null;
}

function writeAnswer(id: string, status: string, { description, headers, content = {} }: Response): Markup {
  const names = Object.keys(headers);
  return html`<div class="response"><p><strong>${status}</strong> ${writeInline(description)}</p>
${Object.entries(content).map(([type, media]) => html`<p><code>${type}</code>: ${typeMarkup(media.schema)}</p>${writeExamples(`${id} ${status}`, media)}`)}
<p class="quiet">Headers: ${names.map((name, index) => html`${index === 0 ? null : ', '}<a href="#header-${name}">${name}</a>`)}</p></div>`;
}

function writeExamples(name: string, { example, examples = {} }: MediaType): Markup {
  const all = [...(example === undefined ? [] : [{ summary: 'Example', value: example }]), ...Object.values(examples)];
  return html`${all.map(({ summary, value }) =>
    writeFoldedCode({ summary, name: `${name}: ${summary}` }, formatJson(value)),
  )}`;
}

/** The problems of an operation by status; each is described once, below. */
function writeProblemLinks(responses: Record<string, Response>): Markup {
  const failing = Object.entries(responses).filter(([, { content }]) => content?.['application/problem+json']);
  return html`<dl class="problem-links">${failing.map(([status, { content }]) => {
    const codes = Object.keys(content?.['application/problem+json']?.examples ?? {});
    return html`<div><dt>${status}</dt><dd>${codes.map((code, index) => html`${index === 0 ? null : ', '}<a href="#problem-${code}">${code}</a>`)}</dd></div>`;
  })}</dl>`;
}
