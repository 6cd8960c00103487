import type { DescribedAnswer, DescribedOperation, MediaType } from '../openapi/operation.js';
import type { JsonSchema, Parameter } from '../openapi/parameters.js';
import { html, type Markup } from '../pages/write-html.js';
import {
  formatJson,
  typeMarkup,
  writeFacts,
  writeFields,
  writeFoldedCode,
  writeInline,
  writeMarkdown,
} from './write-parts.js';

// An operation on the reference page, and the form that tries it out.

/** The schemas of the document by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

/** One operation: what it does, what it takes, what it answers, how to call it. Its id is that of the operation. */
export function writeOperation(path: string, method: string, operation: DescribedOperation, schemas: Schemas): Markup {
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

function keyOf({ security = [] }: DescribedOperation): string {
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

function writeAnswer(id: string, status: string, { description, headers, content = {} }: DescribedAnswer): Markup {
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
function writeProblemLinks(responses: Record<string, DescribedAnswer>): Markup {
  const failing = Object.entries(responses).filter(([, { content }]) => content?.['application/problem+json']);
  return html`<dl class="problem-links">${failing.map(([status, { content }]) => {
    const codes = Object.keys(content?.['application/problem+json']?.examples ?? {});
    return html`<div><dt>${status}</dt><dd>${codes.map((code, index) => html`${index === 0 ? null : ', '}<a href="#problem-${code}">${code}</a>`)}</dd></div>`;
  })}</dl>`;
}

/**
 * The form that sends a request from the page, shown only where scripts run. `pages/lib/docs.ts` reads the names of its fields and
 * enables the button. With the method `dialog` outside a dialog a browser submits nothing by itself: before the script is there
 * it would put the fields, a key among them, into the address.
 */
function writeTryForm(path: string, method: string, operation: DescribedOperation): Markup {
  const { operationId: id, parameters, requestBody, security = [] } = operation;
  return html`<details class="try scripted"><summary>Try it<span class="visually-hidden">: ${operation.summary}</span></summary>
<form method="dialog" data-method="${method.toUpperCase()}" data-path="${path}" autocomplete="off">
${parameters.map((parameter) => writeInput(id, parameter))}
${
  security.length === 0
    ? null
    : writeKey(
        id,
        security.every((each) => Object.keys(each).length > 0),
      )
}
${writeAccept(id, operation)}
${requestBody === undefined ? null : writeBody(id, requestBody.content)}
<button type="submit" class="act strong" disabled>Send<span class="visually-hidden"> ${method.toUpperCase()} ${path}</span></button>
</form>
<div class="answer" role="status"></div>
</details>`;
}

function writeInput(operation: string, { name, in: place, required = false, schema, example }: Parameter): Markup {
  const id = `${operation}-${place}-${name}`;
  const values = schema.enum as string[] | undefined;
  const examples = schema.examples as string[] | undefined;
  const hint = String(example ?? examples?.[0] ?? '');
  const field =
    values === undefined
      ? html`<input id="${id}" name="${place}:${name}" placeholder="${hint}"${required ? html` required` : null}>`
      : html`<select id="${id}" name="${place}:${name}"><option value=""></option>${values.map((value) => html`<option>${value}</option>`)}</select>`;
  return html`<p><label for="${id}"><code>${name}</code></label>${field}</p>\n`;
}

const writeKey = (operation: string, isRequired: boolean): Markup =>
  html`<p><label for="${operation}-key">Key${isRequired ? null : ' (optional)'}</label><input id="${operation}-key" name="key" type="password" placeholder="jsk_…" autocomplete="off"${isRequired ? html` required` : null}></p>`;

/** The media types of the answer, when there is a choice. */
function writeAccept(operation: string, { responses }: DescribedOperation): Markup | null {
  const [, first] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const types = Object.keys(first?.content ?? {});
  if (types.length < 2) return null;
  return html`<p><label for="${operation}-accept"><code>Accept</code></label><select id="${operation}-accept" name="header:Accept">${types.map((type) => html`<option>${type}</option>`)}</select></p>`;
}

function writeBody(operation: string, content: Record<string, MediaType>): Markup {
  const [media] = Object.values(content);
  const examples = Object.values(media?.examples ?? {});
  const choice =
    examples.length < 2
      ? null
      : html`<p><label for="${operation}-example">Example</label><select id="${operation}-example" data-fills="${operation}-body">${examples.map(
          ({ summary, value }) => html`<option value="${formatJson(value)}">${summary}</option>`,
        )}</select></p>`;
  const body = formatJson(media?.example ?? examples[0]?.value ?? {});
  return html`${choice}<p><label for="${operation}-body">Body</label><textarea id="${operation}-body" name="body" rows="${Math.min(14, body.split('\n').length + 1)}" spellcheck="false">${body}</textarea></p>`;
}
