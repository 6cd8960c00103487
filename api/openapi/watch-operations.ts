import type { ProblemCode } from '../../shared/problems/problem.js';
import type { Watch } from '../../shared/watches/watch.js';
import type { Operation } from './operation.js';
import { parameters } from './parameters.js';
import { answered, problemResponses } from './responses.js';
import { schemaRef } from './schemas.js';

const search: Watch['search'] = {
  keyword: 'nurse',
  location: 'Texas',
  dateSincePosted: '',
  salary: '',
  jobType: '',
  remoteFilter: '',
  experienceLevel: '',
};
const example: Watch = {
  ...{ id: 'watch_0123456789abcdef01234567', search, url: 'https://example.com/hook', state: 'active', reason: null },
  ...{ createdAt: '2026-11-22T09:00:00.000Z', lastDeliveryAt: null },
};

const refusals: readonly ProblemCode[] = [
  'invalid-request',
  'invalid-key',
  'key-required',
  'too-many-unknown-keys',
  'too-many-invalid-requests',
  'internal-error',
  'unavailable',
];
const bodyRefusals: readonly ProblemCode[] = ['invalid-json', 'body-too-large', 'unsupported-type'];

type Described = Pick<Operation, 'operationId' | 'summary' | 'description'> & Partial<Operation>;

const operation = (described: Described, problems: readonly ProblemCode[]): Operation => ({
  tags: ['Jobs'],
  parameters: [parameters.requestId],
  security: [{ apiKey: [] }],
  ...described,
  responses: { ...described.responses, ...problemResponses([...refusals, ...problems]) },
});

const ofOne = (described: Described, problems: readonly ProblemCode[] = []): Operation =>
  operation({ parameters: [parameters.watchId, parameters.requestId], ...described }, ['not-found', ...problems]);

const theWatch = answered('The watch.', { content: { 'application/json': { schema: schemaRef('Watch'), example } } });

/** The operations of watches by path. */
export const watchPaths = (): Record<string, Partial<Record<'get' | 'post' | 'delete', Operation>>> => ({
  '/api/watches': {
    post: operation(
      {
        operationId: 'createWatch',
        summary: 'Have new jobs of a search sent to an address.',
        description:
          'Each opening that whole boards list from now on and that meets the search is sent once, by POST and signed as the ' +
          'Standard Webhooks specification says, whatever boards, cities or days it is posted again on. What is not accepted is ' +
          'sent again for three days; then the watch is paused and `reason` says why. A watch by mail is paused until its address ' +
          'confirms it by the link in the one mail that is sent to it. At most 100 watches a key.',
        requestBody: {
          required: true,
          description: 'At most 8 kB.',
          content: {
            'application/json': {
              schema: schemaRef('WatchRequest'),
              example: { search: { keyword: 'nurse', location: 'Texas' }, url: 'https://example.com/hook' },
            },
          },
        },
        responses: {
          201: answered('The watch with its secret.', {
            content: {
              'application/json': {
                schema: schemaRef('CreatedWatch'),
                example: { ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
              },
            },
          }),
        },
      },
      [...bodyRefusals, 'too-many-tests'],
    ),
    get: operation(
      {
        operationId: 'listWatches',
        summary: 'Your watches.',
        description: 'Those of your key, oldest first.',
        responses: {
          200: answered('The watches.', {
            content: { 'application/json': { schema: schemaRef('WatchList'), example: { watches: [example] } } },
          }),
        },
      },
      [],
    ),
  },
  '/api/watches/{id}': {
    get: ofOne({
      operationId: 'getWatch',
      summary: 'One of your watches.',
      description: 'Its state, and why it is paused.',
      responses: { 200: theWatch },
    }),
    delete: ofOne({
      operationId: 'deleteWatch',
      summary: 'End a watch.',
      description: 'Nothing more is sent.',
      responses: { 204: answered('It is deleted.', {}) },
    }),
  },
  '/api/watches/{id}/pause': {
    post: ofOne({
      operationId: 'pauseWatch',
      summary: 'Pause a watch.',
      description: 'Openings that appear while it is paused are not told.',
      responses: { 200: theWatch },
    }),
  },
  '/api/watches/{id}/resume': {
    post: ofOne(
      {
        operationId: 'resumeWatch',
        summary: 'Resume a watch.',
        description:
          'What was not delivered before the pause is sent when it would have been without it. A watch by mail whose address has not ' +
          'confirmed it stays paused.',
        responses: { 200: theWatch },
      },
      ['too-many-tests'],
    ),
  },
  '/api/watches/{id}/test': {
    post: ofOne(
      {
        operationId: 'testWatch',
        summary: 'Send a test delivery.',
        description:
          'Sends a delivery of the type `watch.test`, signed as every other and without jobs, once and at once, and waits for what ' +
          'the address answers. A paused watch is tested too, and stays paused.',
        responses: {
          200: answered('What became of it.', {
            content: {
              'application/json': {
                schema: schemaRef('WatchTest'),
                example: { id: 'msg_0123456789abcdef0123456789abcdef', accepted: true, reason: null },
              },
            },
          }),
        },
      },
      ['too-many-tests'],
    ),
  },
});
