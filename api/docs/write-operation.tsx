import type { DescribedAnswer, DescribedOperation, MediaType } from '../openapi/operation.js';
import type { JsonSchema, Parameter } from '../openapi/parameters.js';
import { FactsOf, FoldedCode, fieldLists, formatJson, Inline, joined, Markdown, TypeOf } from './write-parts.js';

/** An operation on the reference page, and the form that tries it out. */

/** The schemas of the document by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>;

export type OperationProps = { path: string; method: string; operation: DescribedOperation };

/** One operation: its purpose, input, answers and sample calls. Its id is that of the operation. */
export function Operation({ path, method, operation, schemas }: OperationProps & { schemas: Schemas }) {
  const { operationId: id, summary, description, parameters, requestBody, responses } = operation;
  const samples = operation['x-codeSamples'] ?? [];
  const [media] = Object.values(requestBody?.content ?? {});
  const name = nameOf(media?.schema);
  // A body's fields are shown here rather than under its type, as readers look for them here.
  const schema = name === null ? media?.schema : schemas[name];
  return (
    <section class="operation" id={id} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>
        <a href={`#${id}`}>
          <span class={`method ${method}`}>{method.toUpperCase()}</span> <code>{path}</code>
        </a>
      </h3>
      <div class="about">
        <p class="summary">{summary}</p>
        <Markdown text={description} />
        <p class="quiet">{keyOf(operation)}</p>
        <Parameters title="Parameters" parameters={parameters.filter(({ in: place }) => place !== 'header')} />
        {requestBody && (
          <>
            <h4>Body</h4>
            <Markdown text={requestBody.description} />
            {schema && fieldLists(schema, 'required')}
          </>
        )}
        <Parameters title="Headers" parameters={parameters.filter(({ in: place }) => place === 'header')} />
        <h4>Answers</h4>
        {Object.entries(responses)
          .filter(([status]) => Number(status) < 400)
          .map(([status, response]) => (
            <Answer key={status} id={id} status={status} response={response} />
          ))}
        <ProblemLinks responses={responses} />
      </div>
      <div class="use">
        <h4 class="visually-hidden">How to call it</h4>
        {samples.map(({ label, source }, index) => (
          <FoldedCode
            key={label}
            summary={label}
            name={`${label} sample of ${id}`}
            group={`${id}-sample`}
            code={source}
            open={index === 0}
          />
        ))}
        <TryForm path={path} method={method} operation={operation} />
      </div>
    </section>
  );
}

function keyOf({ security = [] }: DescribedOperation): string {
  if (security.length === 0) return 'Needs no key.';
  return security.some((each) => Object.keys(each).length === 0) ? 'A key is optional.' : 'Needs a key.';
}

const Parameters = ({ title, parameters }: { title: string; parameters: readonly Parameter[] }) =>
  parameters.length === 0 ? null : (
    <>
      <h4>{title}</h4>
      <dl class="fields">
        {parameters.map(({ name, in: place, required = false, description, schema, example }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>{' '}
              <span class="type">
                <TypeOf schema={schema} />
                {place === 'path' ? ', in the path' : ''}
              </span>
              {required && (
                <>
                  {' '}
                  <span class="tag">required</span>
                </>
              )}
            </dt>
            <dd>
              <p>
                <Inline text={description} />
              </p>
              <FactsOf schema={{ ...schema, ...(example !== undefined && { examples: [example] }) }} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );

function nameOf(schema: Record<string, unknown> | undefined): string | null {
  return typeof schema?.$ref === 'string' ? schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1) : null;
}

function Answer({ id, status, response }: { id: string; status: string; response: DescribedAnswer }) {
  const { description, headers, content = {} } = response;
  const links = Object.keys(headers).map((name) => (
    <a key={name} href={`#header-${name}`}>
      {name}
    </a>
  ));
  return (
    <div class="response">
      <p>
        <strong>{status}</strong> <Inline text={description} />
      </p>
      {Object.entries(content).map(([type, media]) => (
        <>
          <p>
            <code>{type}</code>: <TypeOf schema={media.schema} />
          </p>
          {examplesOf(media).map(({ summary, value }) => (
            <FoldedCode key={summary} summary={summary} name={`${id} ${status}: ${summary}`} code={formatJson(value)} />
          ))}
        </>
      ))}
      <p class="quiet">Headers: {joined(links, ', ')}</p>
    </div>
  );
}

const examplesOf = ({ example, examples = {} }: MediaType): { summary: string; value: unknown }[] => [
  ...(example === undefined ? [] : [{ summary: 'Example', value: example }]),
  ...Object.values(examples),
];

/** The problems of an operation by status; each is described once, below. */
function ProblemLinks({ responses }: { responses: Record<string, DescribedAnswer> }) {
  const codesOf = ({ content }: DescribedAnswer): string[] =>
    Object.keys(content?.['application/problem+json']?.examples ?? {});
  return (
    <dl class="problem-links">
      {Object.entries(responses)
        .filter(([, { content }]) => content?.['application/problem+json'])
        .map(([status, response]) => (
          <div key={status}>
            <dt>{status}</dt>
            <dd>
              {joined(
                codesOf(response).map((code) => (
                  <a key={code} href={`#problem-${code}`}>
                    {code}
                  </a>
                )),
                ', ',
              )}
            </dd>
          </div>
        ))}
    </dl>
  );
}

/**
 * The form that sends a request from the page, shown only where scripts run. `pages/lib/docs.tsx` reads its field names
 * and enables the button. With the method `dialog` outside a dialog a browser submits nothing by itself; otherwise it
 * would put the fields, a key among them, into the address before the script is loaded.
 */
function TryForm({ path, method, operation }: OperationProps) {
  const { operationId: id, summary, parameters, requestBody, responses, security = [] } = operation;
  const [, first] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const types = Object.keys(first?.content ?? {});
  return (
    <details class="try scripted">
      <summary>
        Try it<span class="visually-hidden">: {summary}</span>
      </summary>
      <form method="dialog" data-method={method.toUpperCase()} data-path={path} autoComplete="off">
        {parameters.map((parameter) => (
          <ParameterInput key={parameter.name} operation={id} parameter={parameter} />
        ))}
        {security.length > 0 && (
          <KeyInput operation={id} isRequired={security.every((each) => Object.keys(each).length > 0)} />
        )}
        {types.length > 1 && (
          <p>
            <label for={`${id}-accept`}>
              <code>Accept</code>
            </label>
            <select id={`${id}-accept`} name="header:Accept">
              {types.map((type) => (
                <option key={type}>{type}</option>
              ))}
            </select>
          </p>
        )}
        {requestBody && <BodyInput operation={id} content={requestBody.content} />}
        <button type="submit" class="act strong" disabled>
          Send<span class="visually-hidden">{` ${method.toUpperCase()} ${path}`}</span>
        </button>
      </form>
      <div class="answer" role="status" />
    </details>
  );
}

function ParameterInput({ operation, parameter }: { operation: string; parameter: Parameter }) {
  const { name, in: place, required = false, schema, example } = parameter;
  const id = `${operation}-${place}-${name}`;
  const values = schema.enum as string[] | undefined;
  const examples = schema.examples as string[] | undefined;
  const hint = String(example ?? examples?.[0] ?? '');
  return (
    <p>
      <label for={id}>
        <code>{name}</code>
      </label>
      {values === undefined ? (
        <input id={id} name={`${place}:${name}`} placeholder={hint} required={required} />
      ) : (
        <select id={id} name={`${place}:${name}`}>
          {['', ...values].map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      )}
    </p>
  );
}

const KeyInput = ({ operation, isRequired }: { operation: string; isRequired: boolean }) => (
  <p>
    <label for={`${operation}-key`}>{isRequired ? 'Key' : 'Key (optional)'}</label>
    <input
      id={`${operation}-key`}
      name="key"
      placeholder="jsk_…"
      autoComplete="off"
      required={isRequired}
      type="password"
    />
  </p>
);

function BodyInput({ operation, content }: { operation: string; content: Record<string, MediaType> }) {
  const [media] = Object.values(content);
  const examples = Object.values(media?.examples ?? {});
  const body = formatJson(media?.example ?? examples[0]?.value ?? {});
  const id = `${operation}-body`;
  return (
    <>
      {examples.length > 1 && (
        <p>
          <label for={`${operation}-example`}>Example</label>
          <select id={`${operation}-example`} data-fills={id}>
            {examples.map(({ summary, value }) => (
              <option key={summary} value={formatJson(value)}>
                {summary}
              </option>
            ))}
          </select>
        </p>
      )}
      <p>
        <label for={id}>Body</label>
        <textarea id={id} name="body" rows={Math.min(14, body.split('\n').length + 1)} spellcheck={false}>
          {body}
        </textarea>
      </p>
    </>
  );
}
