/** What the page shows before the first search; a page that was loaded with one came without it. */
export const start = document.getElementById('start');

/** Has `open` make the searches that the start offers, so that the page is not loaded anew for them. */
export function onStartSearch(open: (address: string) => void): void {
  start?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="/?"]') : null;
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open(link.search);
  });
}
