import { openingExample } from './examples.js';
import { json, type Operation } from './operation.js';
import type { Parameter } from './parameters.js';
import { answered } from './responses.js';

const header = (name: string, description: string, example: string): Parameter => ({
  ...{ name, in: 'header', required: true, description, schema: { type: 'string' }, example },
});

const signature: readonly Parameter[] = [
  header(
    'webhook-id',
    'The id of the delivery: the same in all attempts to send it.',
    'msg_0123456789abcdef0123456789abcdef',
  ),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1795510800'),
  header(
    'webhook-signature',
    'A signature by each secret of the watch, separated by spaces.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

/** What the service sends to the address of a watch (Standard Webhooks). */
export const webhooks = (): Record<string, { post: Operation }> => {
  const watch = 'watch_0123456789abcdef01234567';
  return {
    delivery: {
      post: {
        operationId: 'delivery',
        tags: ['Jobs'],
        summary: 'New openings of a watch, or a test of it.',
        description:
          'Sent to the address of a watch, signed as the Standard Webhooks specification says. It is accepted by any status of 200 to ' +
          '299 within 15 seconds; otherwise it is sent again, with the same `webhook-id`, for three days.',
        parameters: [...signature],
        security: [],
        requestBody: {
          required: true,
          description: 'The openings, the first ones that were not sent yet.',
          content: json('Delivery', {
            type: 'jobs.found',
            timestamp: '2026-11-22T09:00:00.000Z',
            data: { watch, jobs: [openingExample] },
          }),
        },
        responses: { '2XX': { ...answered('The delivery is accepted.', {}), headers: {} } },
      },
    },
  };
};
