// Runs before the first paint, so that the form of a page with a search is not drawn larger first. A classic script: no imports.
document.documentElement.classList.add('js');
if (location.pathname === '/' && location.search.length > 1) document.documentElement.classList.add('asked');
