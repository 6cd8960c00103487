import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { DeliveryError, readDelivery } from '../../client/client.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = JSON.stringify({ type: 'jobs.found', data: { watch: 'watch_1', jobs: [{ title: 'Nurse' }] } });

/** The headers of a delivery as the specification's own library signs it. */
function headersOf(by = secret, date = new Date()): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(date.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign('msg_1', date, body),
  };
}

describe('a delivery', () => {
  test('that the secret of the watch signed is read', async () => {
    expect((await readDelivery(secret, headersOf(), body)).data.jobs[0]?.title).toBe('Nurse');
    expect((await readDelivery(secret, new Headers(headersOf()), body)).data.watch).toBe('watch_1');
    const headers = headersOf();
    headers['webhook-signature'] = `v1a,x v1,!! ${headers['webhook-signature']}`;
    expect((await readDelivery(secret, headers, body)).type).toBe('jobs.found');
  });

  test.each<[string, Record<string, string>, string]>([
    ['another secret', headersOf('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'), body],
    ['a changed body', headersOf(), body.replace('Nurse', 'Chef')],
    ['an old one', headersOf(secret, new Date(Date.now() - 400_000)), body],
    ['one of the future', headersOf(secret, new Date(Date.now() + 400_000)), body],
    ['a changed time', { ...headersOf(), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 7) }, body],
    ['no number as time', { ...headersOf(), 'webhook-timestamp': '1e9' }, body],
    ['no signature', { ...headersOf(), 'webhook-signature': '' }, body],
    ['no headers', {}, body],
  ])('is refused: %s', async (_, headers, text) => {
    await expect(readDelivery(secret, headers, text)).rejects.toThrow(DeliveryError);
  });
});
