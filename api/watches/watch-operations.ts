import { anySearch } from '../../shared/search/query/query.js';
import type { Attempt } from '../../shared/watches/attempts.js';
import { usualRhythm } from '../../shared/watches/rhythm.js';
import type { Watch } from '../../shared/watches/watch.js';
import { openingExample } from '../openapi/examples.js';
import { json, type Operation, type OperationAnswer, type Operations } from '../openapi/operation.js';
import { type Parameter, parameters } from '../openapi/parameters.js';

// The operations on watches, and the delivery a watch sends.

const { sortBy: _sortBy, ...anyJob } = anySearch;
const example: Watch = {
  id: 'watch_0123456789abcdef01234567',
  search: { ...anyJob, keyword: 'nurse', location: 'Texas' },
  url: 'https://example.com/hook',
  state: 'active',
  reason: null,
  ...usualRhythm,
  createdAt: '2026-11-22T09:00:00.000Z',
  lastDeliveryAt: null,
};

const attempt: Attempt = {
  n: 7,
  id: 'msg_0123456789abcdef0123456789abcdef',
  type: 'jobs.found',
  at: '2026-11-22T09:00:00.000Z',
  tookMs: 84,
  jobs: 3,
  accepted: false,
  status: 503,
  answer: 'upstream connect error',
  reason: 'The address answered with status 503.',
  nextAt: '2026-11-22T09:00:05.000Z',
};

const theWatch: OperationAnswer = { description: 'The watch.', content: json('Watch', example) };
const withSecret = json('CreatedWatch', { ...example, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' });
const tested: OperationAnswer = {
  description: 'Its outcome.',
  content: json('WatchTest', { id: attempt.id, accepted: true, reason: null }),
};

/** An operation on one watch of the caller. */
const ofWatch = (operation: Operation): Operation => ({
  ...operation,
  key: 'required',
  parameters: [parameters.watchId, ...(operation.parameters ?? [])],
  problems: ['not-found', ...(operation.problems ?? [])],
});

export const watchOperations: Operations = {
  'POST /api/watches': {
    operationId: 'createWatch',
    summary: 'Have new jobs of a search sent to an address.',
    description:
      'Each opening that a board lists from now on and that meets the search is sent once, by POST and signed as the ' +
      'Standard Webhooks specification says, whatever boards, cities or days it is posted again on. A delivery that is not accepted is ' +
      'sent again for three days, during which the watch is `failing` and `reason` says why; then it is paused. A watch by mail is paused until its address ' +
      'confirms it by the link in the one mail that is sent to it. At most 100 watches a key.',
    key: 'required',
    once: true,
    body: {
      description: 'At most 8 kB.',
      content: json('WatchRequest', { search: { keyword: 'nurse', location: 'Texas' }, url: example.url }),
    },
    answers: { 201: { description: 'The watch with its secret.', content: withSecret } },
    problems: ['rate-limited', 'too-many-tests'],
  },
  'GET /api/watches': {
    operationId: 'listWatches',
    summary: 'Your watches.',
    description: 'Your key’s watches, oldest first.',
    key: 'required',
    answers: { 200: { description: 'The watches.', content: json('WatchList', { watches: [example] }) } },
  },
  'GET /api/watches/{id}': ofWatch({
    operationId: 'getWatch',
    summary: 'One of your watches.',
    description: 'Its state, and why it is failing or paused.',
    answers: { 200: theWatch },
  }),
  'PATCH /api/watches/{id}': ofWatch({
    operationId: 'changeWatch',
    summary: 'Change the search, the address or the rhythm of a watch.',
    description:
      'Members that you send replace those of the watch. With another search, only later listings are reported; with another ' +
      'address, waiting deliveries are sent there at once; with another rhythm, when that rhythm says. An unconfirmed mail address pauses the watch.',
    body: {
      description: 'At most 8 kB.',
      content: json('WatchChange', { url: 'https://example.com/other-hook' }),
    },
    answers: { 200: theWatch },
    problems: ['too-many-tests'],
  }),
  'DELETE /api/watches/{id}': ofWatch({
    operationId: 'deleteWatch',
    summary: 'End a watch.',
    description: 'Nothing more is sent.',
    answers: { 204: { description: 'It is deleted.' } },
  }),
  'POST /api/watches/{id}/pause': ofWatch({
    operationId: 'pauseWatch',
    summary: 'Pause a watch.',
    description: 'Openings found while it is paused are not sent.',
    answers: { 200: theWatch },
  }),
  'POST /api/watches/{id}/resume': ofWatch({
    operationId: 'resumeWatch',
    summary: 'Resume a watch.',
    description:
      'Deliveries from before the pause are sent as if it had not happened. A watch by mail whose address has not ' +
      'confirmed it stays paused.',
    answers: { 200: theWatch },
    problems: ['too-many-tests'],
  }),
  'POST /api/watches/{id}/rotate': ofWatch({
    operationId: 'rotateWatchSecret',
    summary: 'Give a watch a new secret.',
    description:
      'The old one still signs for 24 hours: `webhook-signature` has a signature by each, so that a receiver can be given the ' +
      'new one meanwhile.',
    once: true,
    answers: {
      200: { description: 'The watch with its new secret, shown only this once.', content: withSecret },
    },
    problems: ['rate-limited'],
  }),
  'POST /api/watches/{id}/test': ofWatch({
    operationId: 'testWatch',
    summary: 'Send a test delivery.',
    description:
      'Sends a delivery of the type `watch.test`, signed like any other but without jobs, once and immediately, and waits until ' +
      'the address answers. A paused watch is tested too, and stays paused.',
    once: true,
    answers: { 200: tested },
    problems: ['rate-limited', 'too-many-tests'],
  }),
  'GET /api/watches/{id}/deliveries': ofWatch({
    operationId: 'listWatchDeliveries',
    summary: 'The last deliveries, and the answers of their address.',
    description: 'The last 50 attempts, tests among them, the latest first; for 30 days.',
    answers: {
      200: { description: 'The attempts.', content: json('WatchDeliveryList', { deliveries: [attempt] }) },
    },
  }),
  'POST /api/watches/{id}/deliveries/{n}/redeliver': ofWatch({
    operationId: 'redeliver',
    summary: 'Send a delivery again.',
    description:
      'Sends the delivery of an attempt once more and at once, whether it was accepted or not, with the same `webhook-id`, and ' +
      'waits for what the address answers. One that waits to be tried again need not be when it is accepted now.',
    parameters: [parameters.attempt],
    once: true,
    answers: { 200: tested },
    problems: ['rate-limited', 'too-many-tests'],
  }),
};

const signed = (name: string, description: string, sample: string): Parameter => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example: sample,
});

/** What the service sends to the address of a watch (Standard Webhooks), in OpenAPI. */
export const deliveryWebhook = {
  operationId: 'delivery',
  tags: ['Jobs'],
  summary: 'New openings of a watch, or a test of it.',
  description:
    'Sent to the address of a watch, signed as the Standard Webhooks specification says. It is accepted by any status of 200 to ' +
    '299 within 15 seconds; otherwise it is sent again, with the same `webhook-id`, for three days.',
  parameters: [
    signed(
      'webhook-id',
      'The id of the delivery: the same in all attempts to send it.',
      'msg_0123456789abcdef0123456789abcdef',
    ),
    signed('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1795510800'),
    signed(
      'webhook-signature',
      'A signature by each secret of the watch, separated by spaces.',
      'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
    ),
  ],
  security: [],
  requestBody: {
    required: true,
    description: 'The openings, the first ones that were not sent yet.',
    content: json('Delivery', {
      type: 'jobs.found',
      timestamp: '2026-11-22T09:00:00.000Z',
      data: { watch: example.id, jobs: [openingExample] },
    }),
  },
  responses: { '2XX': { description: 'The delivery is accepted.', headers: {} } },
};
