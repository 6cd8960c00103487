/** Which proxy a request goes through, by its address; `null` = it goes straight to the host. */
export type ChooseProxy = (url: URL) => URL | null;

/** The usual settings of proxies (curl, "Environment"): addresses of proxies for https and http, and hosts that are reached without. */
export type ProxySettings = { HTTPS_PROXY: string; HTTP_PROXY: string; NO_PROXY: readonly string[] };

/** Names and addresses of this machine: no proxy reaches them (as in Go's net/http). */
const thisMachine = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/;

/** Reads the settings of proxies. */
export function createChooseProxy({ HTTPS_PROXY, HTTP_PROXY, NO_PROXY }: ProxySettings): ChooseProxy {
  const read = (text: string): URL | null => (text === '' ? null : new URL(text));
  const [https, http] = [read(HTTPS_PROXY), read(HTTP_PROXY)];
  const isDirect = NO_PROXY.map(ruleOf);
  return (url) => {
    if (thisMachine.test(url.hostname) || isDirect.some((meets) => meets(url))) return null;
    return url.protocol === 'https:' ? https : http;
  };
}

/** No proxies. */
export const noProxy: ChooseProxy = () => null;

/** A rule of NO_PROXY: `*`, a host with or without port, or a domain with all below it. */
function ruleOf(written: string): (url: URL) => boolean {
  const [, name = '', port] = /^(.*?)(?::(\d+))?$/.exec(written.toLowerCase()) ?? [];
  if (name === '*') return () => true;
  const domain = name.replace(/^\*?\./, '');
  return ({ hostname, port: asked, protocol }) => {
    if (port !== undefined && port !== (asked || (protocol === 'https:' ? '443' : '80'))) return false;
    return hostname === domain || hostname.endsWith(`.${domain}`);
  };
}
