import { expect, test } from '@jest/globals';
import { readConfig } from '../../../shared/config.js';
import { addressError, type DeliveryWays, deliveryWays } from '../../../shared/watches/destinations.js';

const none: DeliveryWays = { allowed: [], mailTo: [], chats: [], appriseNames: [] };
const some: DeliveryWays = {
  allowed: ['127.0.0.1'],
  mailTo: ['me@example.com', '@Firm.example'],
  chats: ['ntfy', 'slack', 'discord', 'telegram', 'apprise'],
  appriseNames: ['family'],
};

test.each([
  ['https://example.com/hook', none, true],
  ['https://10.0.0.1/', none, false],
  ['http://127.0.0.1/', some, true],
  ['mailto:me@example.com', none, false],
  ['mailto:me@example.com', some, true],
  ['mailto:Me@Example.com', some, true],
  ['mailto:you@example.com', some, false],
  ['mailto:anybody@firm.example', some, true],
  ['mailto:anybody@sub.firm.example', some, false],
  ['mailto:me@example.com?bcc=all@example.com', { ...some, mailTo: ['*'] }, false],
  ['mailto:me@example.com,you@example.com', { ...some, mailTo: ['*'] }, false],
  ['mailto:me@example.com\nBcc: you@example.com', { ...some, mailTo: ['*'] }, false],
  ['mailto:me@example.com.', { ...some, mailTo: ['*'] }, true],
  ['mailto:me@example..com', { ...some, mailTo: ['*'] }, false],
  ['mailto:me@.example.com', { ...some, mailTo: ['*'] }, false],
  ['ntfy:my-jobs', some, true],
  ['ntfy:my-jobs', none, false],
  ['ntfy:my/jobs', some, false],
  ['slack:T000/B000/x-Y_1', some, true],
  ['slack:T000/B000/x-Y_1', none, false],
  ['slack:T000/../x', some, false],
  ['slack:https://example.com', some, false],
  ['Discord:1234/x-Y_1', some, true],
  ['discord:1234/x/y', some, false],
  ['telegram:-1001234', some, true],
  ['telegram:@channel', some, true],
  ['telegram:1?x=2', some, false],
  ['apprise:family', some, true],
  ['apprise:others', some, false],
  ['apprise:../status', some, false],
  ['apprise:family', none, false],
])('%s', (url, ways, isAccepted) => {
  expect(addressError(url, ways) === null).toBe(isAccepted);
});

test('mail needs a server, whoever may receive it', () => {
  const settings = { ...readConfig({}), MAIL_TO: ['*'] };
  expect(deliveryWays(settings).mailTo).toEqual([]);
  expect(deliveryWays({ ...settings, SMTP_URL: 'smtp://localhost' }).mailTo).toEqual(['*']);
});

test('private hosts that sources may be read from are none that watches of any key may be delivered to', () => {
  expect(deliveryWays(readConfig({ ALLOW_PRIVATE_HOSTS: '127.0.0.1' })).allowed).toEqual([]);
  expect(deliveryWays(readConfig({ ALLOW_PRIVATE_WEBHOOK_HOSTS: '10.0.0.1:8080' })).allowed).toEqual(['10.0.0.1:8080']);
});
