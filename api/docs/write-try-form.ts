import type { Operation } from '../openapi/operation.js';
import type { Parameter } from '../openapi/parameters.js';
import type { MediaType } from '../openapi/responses.js';
import { html, type Markup } from '../pages/write-html.js';
import { formatJson } from './write-code.js';

/**
 * The form that sends a request from the page, shown only where scripts run. `pages/lib/docs.ts` reads the names of its fields and
 * enables the button. With the method `dialog` outside a dialog a browser submits nothing by itself: before the script is there
 * it would put the fields, a key among them, into the address.
 */
export function writeTryForm(path: string, method: string, operation: Operation): Markup {
  const { operationId: id, parameters, requestBody, security = [] } = operation;
  return html`<details class="try scripted"><summary>Try it<span class="visually-hidden">: ${operation.summary}</span></summary>
<form method="dialog" data-method="${method.toUpperCase()}" data-path="${path}" autocomplete="off">
${parameters.map((parameter) => writeParameter(id, parameter))}
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

function writeParameter(operation: string, { name, in: place, required = false, schema, example }: Parameter): Markup {
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
function writeAccept(operation: string, { responses }: Operation): Markup | null {
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
