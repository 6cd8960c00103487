import { tableOf } from '../../shared/table-of.js';
import { SourceError } from '../sources/source.js';

const renewed = 'its owner has to renew it. If it is valid, this machine’s clock is wrong.';
const unknownIssuer =
  'no authority that this machine trusts issued it: its owner has to send the whole chain. An authority of your own is named in NODE_EXTRA_CA_CERTS.';

/** What is wrong with a certificate and what to do, by the code of Node's error (nodejs.org/api/tls.html, "X509 certificate error codes"). */
const problems: Readonly<Record<string, string>> = tableOf({
  CERT_HAS_EXPIRED: `has expired: ${renewed}`,
  CERT_NOT_YET_VALID: `is not valid yet: ${renewed}`,
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'is self-signed: its owner has to get one from an authority. If it is yours, name it in NODE_EXTRA_CA_CERTS.',
  SELF_SIGNED_CERT_IN_CHAIN: `is not trusted: ${unknownIssuer}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `is not trusted: ${unknownIssuer}`,
  UNABLE_TO_GET_ISSUER_CERT: `is not trusted: ${unknownIssuer}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `is not trusted: ${unknownIssuer}`,
  CERT_UNTRUSTED: `is not trusted: ${unknownIssuer}`,
  CERT_REVOKED: 'was revoked: its owner has to replace it.',
  CERT_REJECTED: 'was rejected: its owner has to replace it.',
  INVALID_PURPOSE: 'is not one of a web server: its owner has to replace it.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'is for other host names: use an address with a name that it states, or have its owner add this one.',
});

/** The failure of a source whose certificate was refused; `null` when an error of a connection has another cause. */
export function certificateFailure({ code = '' }: NodeJS.ErrnoException, host: string): SourceError | null {
  const problem = problems[code];
  return problem === undefined ? null : new SourceError('certificate', `The certificate of ${host} ${problem}`);
}
