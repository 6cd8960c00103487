import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';
import { closedWithSuite } from './closed-with-suite.js';

/** An OpenID Connect provider on loopback, and the settings of a service that people sign in to with it. */
export type TestProvider = { issuer: string; settings: Readonly<Record<string, string>>; close(): Promise<void> };

/** Starts a provider whose form signs in whoever is typed into it, for a service on this port. */
export async function startProvider(port: number): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [id, secret, origin] = ['job-search', 'a secret of the tests', `http://127.0.0.1:${port}`];
  // It warns of what only a provider for people would need.
  const { info, warn } = console;
  Object.assign(console, { info: () => undefined, warn: () => undefined });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: id,
        client_secret: secret,
        redirect_uris: [`${origin}/sign-in/done`],
        post_logout_redirect_uris: [`${origin}/`],
      },
    ],
    claims: { openid: ['sub'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the tests'] },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, name: `${sub} Person` }) }),
  });
  Object.assign(console, { info, warn });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return closedWithSuite({
    issuer,
    settings: { PORT: String(port), OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}
