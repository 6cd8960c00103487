import { z } from 'zod';
import { listSetting, webAddress } from './setting-schemas.js';

/** Settings of the mail server that delivers watches. */
export const mailSettings = {
  SMTP_URL: z
    .string()
    .max(2000)
    .refine(
      (text) => text === '' || (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)),
      'smtp://host:587 or smtps://host.',
    )
    .default('')
    .describe(
      'A mail server for watches, such as smtp://user:password@host:587; empty = no watch is delivered by mail.',
    ),
  MAIL_FROM: z.string().max(320).default('').describe('The sender of that mail; goes with SMTP_URL.'),
  ALERTS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe(
      'Alerts that an address of MAIL_TO may have without an API key, made on the page /alerts and confirmed by a link; 0 = none.',
    ),
  MAIL_TO: listSetting.describe(
    'Who may receive that mail: addresses (me@example.com) and domains (@example.com), comma-separated, or *; empty = nobody.',
  ),
};

/** Settings of the chats to which watches are delivered. */
export const chatSettings = {
  NTFY_URL: webAddress.describe(
    'An ntfy server to whose topics watches may be delivered, such as https://ntfy.sh; empty = none.',
  ),
  NTFY_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{0,200}$/, 'A token as the ntfy server gives it: up to 200 letters, digits and "._~+/=-".')
    .default('')
    .describe('An access token of that server, where it lets only known users publish; goes with NTFY_URL.'),
  SLACK_URL: webAddress.describe(
    'Where watches with slack: are posted, https://hooks.slack.com/services for the incoming webhooks of Slack; empty = none.',
  ),
  DISCORD_URL: webAddress.describe(
    'Where watches with discord: are posted, https://discord.com/api/webhooks for the webhooks of Discord; empty = none.',
  ),
  TELEGRAM_TOKEN: z
    .string()
    .regex(
      /^(?:\d{1,20}:[\w-]{1,100})?$/,
      'A token as BotFather gives it: digits, a colon, letters, digits, "-" and "_".',
    )
    .default('')
    .describe('The token of a bot of Telegram that sends watches with telegram:; empty = none.'),
  TELEGRAM_URL: webAddress.default('https://api.telegram.org').describe('The server of that bot.'),
};
