import type { ProblemCode } from '../../shared/problems/problem.js';
import { anySearch } from '../../shared/search/query/query.js';
import type { Attempt } from '../../shared/watches/attempts.js';
import { usualRhythm } from '../../shared/watches/rhythm.js';
import type { Watch } from '../../shared/watches/watch.js';
import { json, type Operation, type PathItem } from './operation.js';
import { parameters } from './parameters.js';
import { answered, problemResponses } from './responses.js';

const { sortBy: _sortBy, ...anyJob } = anySearch;
const search: Watch['search'] = { ...anyJob, keyword: 'nurse', location: 'Texas' };
const example: Watch = {
  ...{ id: 'watch_0123456789abcdef01234567', search, url: 'https://example.com/hook', state: 'active', reason: null },
  ...usualRhythm,
  ...{ createdAt: '2026-11-22T09:00:00.000Z', lastDeliveryAt: null },
};

const delivery: Attempt = {
  ...{ n: 7, id: 'msg_0123456789abcdef0123456789abcdef', type: 'jobs.found', at: '2026-11-22T09:00:00.000Z' },
  ...{ tookMs: 84, jobs: 3, accepted: false, status: 503, answer: 'upstream connect error' },
  ...{ reason: 'The address answered with status 503.', nextAt: '2026-11-22T09:00:05.000Z' },
};
const deliveries = json('WatchDeliveryList', { deliveries: [delivery] });
const tested = json('WatchTest', { id: delivery.id, accepted: true, reason: null });
const withSecret = json('CreatedWatch', { ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });

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

/** The same for a request that makes something: with a key it is carried out once. */
const once = (described: Operation): Operation => ({
  ...described,
  parameters: [...described.parameters, parameters.idempotencyKey],
  responses: { ...described.responses, ...problemResponses(['request-in-progress', 'idempotency-key-reused']) },
});

const ofOne = (described: Described, problems: readonly ProblemCode[] = []): Operation =>
  operation({ parameters: [parameters.watchId, parameters.requestId], ...described }, ['not-found', ...problems]);

const theWatch = answered('The watch.', { content: json('Watch', example) });

/** The operations of watches by path. */
export const watchPaths = (): Record<string, PathItem> => ({ ...keptPaths(), ...actionPaths(), ...deliveryPaths() });

const keptPaths = (): Record<string, PathItem> => ({
  '/api/watches': {
    post: once(
      operation(
        {
          operationId: 'createWatch',
          summary: 'Have new jobs of a search sent to an address.',
          description:
            'Each opening that whole boards list from now on and that meets the search is sent once, by POST and signed as the ' +
            'Standard Webhooks specification says, whatever boards, cities or days it is posted again on. What is not accepted is ' +
            'sent again for three days, during which the watch is `failing` and `reason` says why; then it is paused. A watch by mail is paused until its address ' +
            'confirms it by the link in the one mail that is sent to it. At most 100 watches a key.',
          requestBody: {
            required: true,
            description: 'At most 8 kB.',
            content: json('WatchRequest', { search: { keyword: 'nurse', location: 'Texas' }, url: example.url }),
          },
          responses: { 201: answered('The watch with its secret.', { content: withSecret }) },
        },
        [...bodyRefusals, 'rate-limited', 'too-many-tests'],
      ),
    ),
    get: operation(
      {
        operationId: 'listWatches',
        summary: 'Your watches.',
        description: 'Those of your key, oldest first.',
        responses: { 200: answered('The watches.', { content: json('WatchList', { watches: [example] }) }) },
      },
      [],
    ),
  },
  '/api/watches/{id}': {
    get: ofOne({
      operationId: 'getWatch',
      summary: 'One of your watches.',
      description: 'Its state, and why it is failing or paused.',
      responses: { 200: theWatch },
    }),
    patch: ofOne(
      {
        operationId: 'changeWatch',
        summary: 'Change the search, the address or the rhythm of a watch.',
        description:
          'What is sent replaces that member of the watch. With another search, the watch reports what boards list from now on; with another ' +
          'address, what waits is sent there at once; with another rhythm, when that rhythm says. An address of mail that has not confirmed the watch pauses it.',
        requestBody: {
          required: true,
          description: 'At most 8 kB.',
          content: json('WatchChange', { url: 'https://example.com/other-hook' }),
        },
        responses: { 200: theWatch },
      },
      [...bodyRefusals, 'too-many-tests'],
    ),
    delete: ofOne({
      operationId: 'deleteWatch',
      summary: 'End a watch.',
      description: 'Nothing more is sent.',
      responses: { 204: answered('It is deleted.', {}) },
    }),
  },
});

const actionPaths = (): Record<string, PathItem> => ({
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
    post: once(
      ofOne(
        {
          operationId: 'testWatch',
          summary: 'Send a test delivery.',
          description:
            'Sends a delivery of the type `watch.test`, signed as every other and without jobs, once and at once, and waits for what ' +
            'the address answers. A paused watch is tested too, and stays paused.',
          responses: {
            200: answered('What became of it.', { content: tested }),
          },
        },
        ['rate-limited', 'too-many-tests'],
      ),
    ),
  },
  '/api/watches/{id}/rotate': {
    post: once(
      ofOne(
        {
          operationId: 'rotateWatchSecret',
          summary: 'Give a watch a new secret.',
          description:
            'The old one signs beside it for 24 hours: `webhook-signature` has a signature by each, so that a receiver can be given the ' +
            'new one meanwhile.',
          responses: {
            200: answered('The watch with its new secret, which is shown this once.', { content: withSecret }),
          },
        },
        ['rate-limited'],
      ),
    ),
  },
});

const deliveryPaths = (): Record<string, PathItem> => ({
  '/api/watches/{id}/deliveries': {
    get: ofOne({
      operationId: 'listWatchDeliveries',
      summary: 'The last deliveries of a watch, and what its address answered.',
      description: 'The last 50 attempts, tests among them, the latest first; for 30 days.',
      responses: { 200: answered('The attempts.', { content: deliveries }) },
    }),
  },
  '/api/watches/{id}/deliveries/{n}/redeliver': {
    post: once(
      ofOne(
        {
          operationId: 'redeliver',
          summary: 'Send a delivery again.',
          description:
            'Sends the delivery of an attempt once more and at once, whether it was accepted or not, with the same `webhook-id`, and ' +
            'waits for what the address answers. One that waits to be tried again need not be when it is accepted now.',
          parameters: [parameters.watchId, parameters.attempt, parameters.requestId],
          responses: { 200: answered('What became of it.', { content: tested }) },
        },
        ['rate-limited', 'too-many-tests'],
      ),
    ),
  },
});
