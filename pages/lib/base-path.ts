/** The base path under which a proxy exposes the service, for links and requests of pages. Built into every script. */
import { options, type VNode } from 'preact';

/** Browsers read it from the page (api/pages/write-page.tsx), the service from the request. */
let current = (): string => (typeof document === 'undefined' ? '' : (document.documentElement.dataset.base ?? ''));

export function findBasePath(find: () => string): void {
  current = find;
}

export const basePath = (): string => current();

/** Prefixes an address of this service with the base path; any other address stays unchanged. */
export const under = (address: string): string =>
  address.startsWith('/') && !address.startsWith('//') ? current() + address : address;

const former = options.vnode;
options.vnode = (vnode: VNode) => {
  const props = vnode.props as Record<string, unknown>;
  if (typeof vnode.type === 'string' && current() !== '')
    for (const name of ['href', 'src', 'action']) {
      const address = props[name];
      if (typeof address === 'string') props[name] = under(address);
    }
  former?.(vnode);
};

/** Adds the base path to the requests and addresses of a page's scripts. */
function prefixRequests(): void {
  const { fetch: send, history } = globalThis;
  globalThis.fetch = (input, init) => send(typeof input === 'string' ? under(input) : input, init);
  for (const name of ['pushState', 'replaceState'] as const) {
    const write = history[name].bind(history);
    history[name] = (state, unused, url) => write(state, unused, typeof url === 'string' ? under(url) : url);
  }
}

if (typeof document !== 'undefined' && current() !== '') prefixRequests();
