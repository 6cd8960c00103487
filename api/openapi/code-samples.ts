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

type Request = {
  method: string;
  url: string;
  headers: [name: string, value: string][];
  /** The body as JSON; `null` without one. */
  json: string | null;
  /** Whether curl and Python choose the method by themselves: POST with a body, GET without one. */
  isImplied: boolean;
  answersJson: boolean;
};

/** How to call an operation with curl, TypeScript and Python, each without further packages. */
export function codeSamples(method: string, path: string, operation: DescribedOperation): CodeSample[] {
  const request = requestOf(method.toUpperCase(), path, operation);
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(request) },
    { lang: 'TypeScript', label: 'TypeScript', source: typeScriptSample(request) },
    { lang: 'Python', label: 'Python', source: pythonSample(request) },
  ];
}

function requestOf(method: string, path: string, operation: DescribedOperation): Request {
  const { operationId, parameters, security, requestBody, responses } = operation;
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((known, { name, example = '' }) => known.replace(`{${name}}`, example), path);
  const [media] = Object.values(requestBody?.content ?? {});
  const json = media && JSON.stringify(media.example ?? Object.values(media.examples ?? {})[0]?.value);
  const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const headers: Request['headers'] = [];
  if (security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0))
    headers.push(['Authorization', `Bearer ${sampleKey}`]);
  if (json !== undefined) headers.push(['Content-Type', 'application/json']);
  return {
    method,
    url: `${sampleOrigin}${filled}${queries[operationId] ?? ''}`,
    headers,
    json: json ?? null,
    isImplied: method === (json === undefined ? 'GET' : 'POST'),
    answersJson: Object.keys(answer?.content ?? {})[0] === 'application/json',
  };
}

function curlSample({ method, url, headers, json, isImplied }: Request): string {
  const lines = [`curl -sS ${isImplied ? '' : `-X ${method} `}'${url}'`];
  for (const [name, value] of headers) lines.push(`-H '${name}: ${value}'`);
  if (json !== null) lines.push(`-d '${json.replaceAll("'", String.raw`'\''`)}'`);
  return lines.join(' \\\n  ');
}

function typeScriptSample({ method, url, headers, json, answersJson }: Request): string {
  const options: string[] = [];
  if (method !== 'GET') options.push(`  method: '${method}',`);
  if (headers.length > 0)
    options.push(`  headers: { ${headers.map(([name, value]) => `'${name}': '${value}'`).join(', ')} },`);
  if (json !== null) options.push(`  body: JSON.stringify(${json}),`);
  return [
    ...(options.length === 0
      ? [`const response = await fetch('${url}');`]
      : [`const response = await fetch('${url}', {`, ...options, '});']),
    'if (!response.ok) throw new Error(await response.text());',
    `console.log(await response.${answersJson ? 'json' : 'text'}());`,
  ].join('\n');
}

function pythonSample({ method, url, headers, json, isImplied, answersJson }: Request): string {
  const lines = ['from urllib.request import Request, urlopen', '', 'request = Request(', `    "${url}",`];
  if (answersJson || json !== null) lines.unshift('import json');
  if (!isImplied) lines.push(`    method="${method}",`);
  if (headers.length > 0)
    lines.push(`    headers={${headers.map(([name, value]) => `"${name}": "${value}"`).join(', ')}},`);
  // The bodies have strings and lists alone, which Python spells as JSON does.
  if (json !== null) lines.push(`    data=json.dumps(${json}).encode(),`);
  const read = answersJson ? 'json.load(response)' : 'response.read().decode()';
  return [...lines, ')', 'with urlopen(request) as response:', `    print(${read})`].join('\n');
}
