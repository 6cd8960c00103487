/** Signs people in with an OpenID Connect provider: the authorization code flow with PKCE, state and nonce. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  None,
  ResponseBodyError,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import type { Config } from '../../shared/config.js';
import { retryLater } from '../../shared/problems/problem.js';

type ProviderSettings = Pick<Config, 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_SCOPE'>;

/** Stored in the browser during sign-in, so that the sign-in can only be completed there. */
export type PendingSignIn = { state: string; nonce: string; verifier: string; back: string };

/** The person who signed in; `null` = the provider refused, or the browser started another sign-in. */
export type SignedIn = { claims: Readonly<Record<string, unknown>> } | null;

export type Provider = {
  /** The provider address to redirect to, and the data to store in the browser meanwhile. Throws `unavailable`. */
  begin(options: { redirectUri: string; back: string }): Promise<{ url: string; pending: PendingSignIn }>;
  /** Reads the provider's answer from the address that the browser returned to. Throws `unavailable`. */
  finish(address: URL, pending: PendingSignIn): Promise<SignedIn>;
  /** The provider's own sign-out page; `null` = it has none, or does not answer. */
  endUrl(backTo: string): Promise<string | null>;
};

/** Seconds to wait for each answer of the provider, and for callers to wait before they retry. */
const answerSeconds = 5;
const retrySeconds = 10;

export function createProvider(settings: ProviderSettings): Provider {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret, OIDC_SCOPE: scope } = settings;
  let known: Promise<Configuration> | null = null;

  const configuration = (): Promise<Configuration> => {
    const isPlain = issuer.startsWith('http:');
    known ??= discovery(new URL(issuer), clientId, secret || undefined, secret === '' ? None() : undefined, {
      timeout: answerSeconds,
      execute: isPlain ? [allowInsecureRequests] : [],
    }).catch((cause: unknown) => {
      known = null;
      throw silent(cause);
    });
    return known;
  };
  const silent = (cause: unknown) =>
    retryLater('unavailable', retrySeconds, {
      detail: `The sign-in service at ${new URL(issuer).host} does not answer as it should. Try again in ${retrySeconds} seconds.`,
      cause,
    });

  return {
    async begin({ redirectUri, back }) {
      const provider = await configuration();
      const pending = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier(), back };
      const url = buildAuthorizationUrl(provider, {
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, pending };
    },
    async finish(address, { state, nonce, verifier }) {
      const provider = await configuration();
      try {
        const tokens = await authorizationCodeGrant(provider, address, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        return claims === undefined ? null : { claims };
      } catch (error) {
        if (isSilence(error)) throw silent(error);
        return null;
      }
    },
    async endUrl(backTo) {
      const provider = await configuration().catch(() => null);
      if (provider?.serverMetadata().end_session_endpoint === undefined) return null;
      return buildEndSessionUrl(provider, { post_logout_redirect_uri: backTo }).href;
    },
  };
}

const silences = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
]);

/** Whether the provider did not answer, or rejected this service; other errors concern the person or the answer. */
const isSilence = (error: unknown): boolean =>
  error instanceof ResponseBodyError
    ? error.error !== 'invalid_grant'
    : (error instanceof TypeError && error.message === 'fetch failed') ||
      (error instanceof Error && 'code' in error && silences.has(String(error.code)));
