import { tableOf } from '../../shared/table-of.js';
import type { CodeSample, DescribedOperation } from './operation.js';

/** Where samples send their requests: the address of `npx job-search start`. */
export const sampleOrigin = 'http://127.0.0.1:3000';

/** What stands for a key in samples. */
export const sampleKey = 'jsk_…';

/** Query parameters of the samples of an operation. */
const queries = tableOf<string>({
  searchFeed: '?keyword=engineer&format=csv',
  geoStats: '?level=country',
  suggest: '?q=nur',
});

type Request = { method: string; url: string; body: unknown; needsKey: boolean; isJson: boolean };

/** How to call an operation with curl, TypeScript and Python, each without further packages. */
export function codeSamples(method: string, path: string, operation: DescribedOperation): CodeSample[] {
  const { operationId, parameters, requestBody, responses, security = [] } = operation;
  const filled = parameters
    .filter((each) => each.in === 'path')
    .reduce((known, { name, example = '' }) => known.replace(`{${name}}`, example), path);
  const [media] = Object.values(requestBody?.content ?? {});
  const [type = ''] = Object.keys(
    Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {},
  );
  const request: Request = {
    method: method.toUpperCase(),
    url: `${sampleOrigin}${filled}${queries[operationId] ?? ''}`,
    body: media === undefined ? undefined : (media.example ?? Object.values(media.examples ?? {})[0]?.value),
    needsKey: security.length > 0 && security.every((each) => Object.keys(each).length > 0),
    isJson: type === 'application/json',
  };
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScriptSample(request) },
    { lang: 'Python', label: 'Python', source: pythonSample(request) },
  ];
}

const headersOf = ({ body, needsKey }: Request): [string, string][] => [
  ...(needsKey ? [['Authorization', `Bearer ${sampleKey}`] as [string, string]] : []),
  ...(body === undefined ? [] : [['Content-Type', 'application/json'] as [string, string]]),
];

/** Whether curl and Python choose the method by themselves: POST with a body, GET without one. */
const isImplied = ({ method, body }: Request): boolean => method === (body === undefined ? 'GET' : 'POST');

function curlSample(request: Request): string {
  const { method, url, body } = request;
  const lines = [
    `curl -sS ${isImplied(request) ? '' : `-X ${method} `}'${url}'`,
    ...headersOf(request).map(([name, value]) => `-H '${name}: ${value}'`),
    ...(body === undefined ? [] : [`-d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`]),
  ];
  return lines.join(' \\\n  ');
}

function typeScriptSample(request: Request): string {
  const { method, url, body, isJson } = request;
  const headers = headersOf(request).map(([name, value]) => `'${name}': '${value}'`);
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`  headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${JSON.stringify(body)}),`]),
  ];
  return [
    `const response = await fetch('${url}'${options.length === 0 ? ');' : ', {'}`,
    ...(options.length === 0 ? [] : [...options, '});']),
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${isJson ? 'json' : 'text'}());`,
  ].join('\n');
}

function pythonSample(request: Request): string {
  const { method, url, body, isJson } = request;
  const headers = headersOf(request).map(([name, value]) => `"${name}": "${value}"`);
  const parts = [
    `    "${url}",`,
    ...(isImplied(request) ? [] : [`    method="${method}",`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(', ')}},`]),
    // The bodies have strings and lists alone, which Python spells as JSON does.
    ...(body === undefined ? [] : [`    data=json.dumps(${JSON.stringify(body)}).encode(),`]),
  ];
  return [
    ...(isJson || body !== undefined ? ['import json'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    ...parts,
    ')',
    'with urlopen(request) as response:',
    `    print(${isJson ? 'json.load(response)' : 'response.read().decode()'})`,
  ].join('\n');
}
