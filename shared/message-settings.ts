import { z } from 'zod';
import { listSetting, webAddress } from './setting-schemas.js';

/** Settings of the mail server that delivers watches' mails. */
export const mailSettings = {
  SMTP_URL: z
    .string()
    .max(2000)
    .refine(
      (text) => text === '' || (/^smtps?:\/\/[^/]/.test(text) && URL.canParse(text)),
      'smtp://host:587 or smtps://host.',
    )
    .default('')
    .describe('Mail server for watches, such as smtp://user:password@host:587; empty = no mail.'),
  MAIL_FROM: z.string().max(320).default('').describe('Sender of that mail.'),
  ALERTS_PER_ADDRESS: z.coerce
    .number()
    .int()
    .min(0)
    .max(100)
    .default(5)
    .describe('Alerts per address without an API key, from the page /alerts; 0 = none.'),
  MAIL_TO: listSetting.describe(
    'Allowed recipients: addresses (me@example.com) and domains (@example.com), comma-separated, or *; empty = nobody.',
  ),
};

/** Settings of the chats that watches are delivered to. */
export const chatSettings = {
  NTFY_URL: webAddress.describe('ntfy server for watches, such as https://ntfy.sh.'),
  NTFY_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{0,200}$/, 'A token as the ntfy server gives it: up to 200 letters, digits and "._~+/=-".')
    .default('')
    .describe('Access token of that server, if required.'),
  SLACK_URL: webAddress.describe('Address for watches with slack:, https://hooks.slack.com/services for Slack.'),
  DISCORD_URL: webAddress.describe('Address for watches with discord:, https://discord.com/api/webhooks for Discord.'),
  TELEGRAM_TOKEN: z
    .string()
    .regex(
      /^(?:\d{1,20}:[\w-]{1,100})?$/,
      'A token as BotFather gives it: digits, a colon, letters, digits, "-" and "_".',
    )
    .default('')
    .describe('Token of a Telegram bot for watches with telegram:.'),
  APPRISE_URL: webAddress.describe('Apprise API server for watches, such as http://apprise:8000.'),
  APPRISE_NAMES: listSetting
    .refine((names) => names.every((name) => /^[\w-]{1,64}$/.test(name)), 'Letters, digits, "-" and "_".')
    .describe('Its configuration keys that watches may name as apprise:NAME, comma-separated.'),
  TELEGRAM_URL: webAddress.default('https://api.telegram.org').describe('Server of that bot.'),
};

/** Settings of sign-in; without any, saved jobs stay in people's browsers. */
export const signInSettings = {
  AUTH_PROXY_HEADER: z
    .string()
    .regex(/^[\w-]{0,60}$/, 'The name of a header, such as Remote-User.')
    .default('')
    .describe('Header in which the proxies of TRUST_PROXY, given as networks, name the person who is signed in.'),
  OIDC_ISSUER: webAddress.describe('OpenID Connect provider that people sign in with, such as https://login.example.'),
  OIDC_CLIENT_ID: z.string().max(500).default('').describe('Client ID of this service at OIDC_ISSUER.'),
  OIDC_CLIENT_SECRET: z.string().max(2000).default('').describe('Its secret; empty = a public client.'),
  OIDC_SCOPE: z
    .string()
    .regex(/^openid(?: [!-~]{1,100}){0,10}$/, 'openid, then other scopes, separated by spaces.')
    .default('openid profile')
    .describe('Scopes that are requested.'),
  SIGN_IN_REQUIRED: z
    .enum(['off', 'pages', 'api', 'all'])
    .default('off')
    .describe('Features only for signed-in people; requests with an API key need no sign-in.'),
};
