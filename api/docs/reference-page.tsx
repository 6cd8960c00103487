import { problems } from '../../shared/problems/problem.js';
import { problemCodes } from '../../shared/problems/problem-body.js';
import type { ApiDocument } from '../openapi/describe-api.js';
import { problemExample } from '../openapi/describe-operation.js';
import { problemName } from '../openapi/operation.js';
import { headers } from '../openapi/parameters.js';
import { type Written, writePage } from '../pages/write-page.js';
import { Operation, type OperationProps, type Schemas } from './write-operation.js';
import { FactsOf, FoldedCode, fieldLists, formatJson, Inline, Markdown, TypeOf } from './write-parts.js';

/** The HTML of `GET /api/docs`: the OpenAPI document, readable without scripts; a script adds copying and trying. */
export function referencePage(pages: Written, document: ApiDocument): string {
  const { info, tags, paths, components } = document;
  const rows = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): OperationProps => ({ path, method, operation })),
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
    script: 'docs',
    current: '/api/docs',
    main: (
      <>
        <div class="docs">
          <header>
            <h1>API reference</h1>
            <p class="lead">{info.summary}</p>
            <p class="quiet">
              Version {info.version} · <a href="/api/openapi.json">OpenAPI document</a>
            </p>
          </header>
          <nav class="contents" aria-label="On this page">
            {groups.map(({ name, rows: some }) => (
              <>
                <p>
                  <a href={`#${name}`}>{name}</a>
                </p>
                <ul>
                  {some.map(({ path, method, operation }) => (
                    <li key={operation.operationId}>
                      <a href={`#${operation.operationId}`}>
                        <span class={`method ${method}`}>{method.toUpperCase()}</span> {path}
                      </a>
                    </li>
                  ))}
                </ul>
              </>
            ))}
            {['Problems', 'Types', 'Headers'].map((title) => (
              <p key={title}>
                <a href={`#${title.toLowerCase()}`}>{title}</a>
              </p>
            ))}
          </nav>
          <div class="parts">
            <section class="intro" aria-label="About this API">
              <Markdown text={info.description} />
            </section>
            {groups.map(({ name, description, rows: some }) => (
              <>
                <h2 id={name}>{name}</h2>
                <p class="quiet">{description}</p>
                {some.map((row) => (
                  <Operation key={row.operation.operationId} {...row} schemas={components.schemas} />
                ))}
              </>
            ))}
            <Problems schemas={components.schemas} />
            <Types schemas={components.schemas} />
            <Headers />
          </div>
        </div>
        <p id="copied" role="status" />
      </>
    ),
  });
}

/** Members of every problem; the rows below list those of a single problem. */
const common = new Set(['type', 'title', 'status', 'detail', 'instance', 'code', 'requestId']);

const Problems = ({ schemas }: { schemas: Schemas }) => (
  <section class="part" aria-labelledby="problems">
    <h2 id="problems">Problems</h2>
    <p>
      Every error is a problem (RFC 9457): branch on its <code>code</code>.
    </p>
    <dl class="fields">
      {problemCodes().map((code) => {
        const { status, title, advice } = problems[code];
        const { properties = {}, ...schema } = (schemas[problemName(code)] ?? {}) as { properties?: object };
        const ownProperties = Object.entries(properties).filter(([name]) => !common.has(name));
        return (
          <div key={code} id={`problem-${code}`}>
            <dt>
              <code>{code}</code> <span class="type">{status}</span>
            </dt>
            <dd>
              <p>
                <Inline text={`${title} ${advice}`} />
              </p>
              {fieldLists({ ...schema, properties: Object.fromEntries(ownProperties) }, 'optional')}
              <FoldedCode summary="Example" name={`Example of ${code}`} code={formatJson(problemExample(code))} />
            </dd>
          </div>
        );
      })}
    </dl>
  </section>
);

function Types({ schemas }: { schemas: Schemas }) {
  const problemTypes = new Set(problemCodes().map(problemName));
  const types = Object.entries(schemas).filter(([name]) => !problemTypes.has(name));
  return (
    <section aria-labelledby="types">
      <h2 id="types">Types</h2>
      <p class="quiet">
        The objects of requests and answers. New members may appear in answers: ignore those you do not know.
      </p>
      {types.map(([name, schema]) => {
        const fields = fieldLists(schema, name.endsWith('Request') ? 'required' : 'optional');
        return (
          <section key={name} class="part" id={`type-${name}`} aria-labelledby={`type-${name}-title`}>
            <h3 id={`type-${name}-title`}>
              <a href={`#type-${name}`}>{name}</a>
            </h3>
            {fields === null && (
              <p>
                <TypeOf schema={schema} />
              </p>
            )}
            <FactsOf schema={{ description: schema.description }} />
            {fields}
          </section>
        );
      })}
    </section>
  );
}

const Headers = () => (
  <section class="part" aria-labelledby="headers">
    <h2 id="headers">Headers</h2>
    <p class="quiet">Headers of answers.</p>
    <dl class="fields">
      {Object.entries(headers).map(([name, { description, schema, example }]) => (
        <div key={name} id={`header-${name}`}>
          <dt>
            <code>{name}</code>
          </dt>
          <dd>
            <p>
              <Inline text={description} />
            </p>
            <FactsOf schema={{ ...schema, examples: [example] }} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
