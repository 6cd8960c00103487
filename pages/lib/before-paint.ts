// Runs before the first paint, so that the form of a page with a search does not shrink. A classic script: no imports.
document.documentElement.classList.add('js');
const { base = '' } = document.documentElement.dataset;
if (location.pathname === `${base}/` && location.search.length > 1) document.documentElement.classList.add('asked');
try {
  // The first jobs are painted before the map, which is above them on a phone.
  if (localStorage.getItem('results-map') === 'open') document.documentElement.classList.add('map-room');
  // Saved items are above the start page, and are rendered later.
  if (localStorage.getItem('my-jobs') ?? localStorage.getItem('recent-searches'))
    document.documentElement.classList.add('keeps');
} catch {
  // Storage is forbidden: the map is closed, and nothing is saved.
}
