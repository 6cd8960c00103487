/** The script of the board that needs a browser: fetches the page's data and adds the postings as JSON-LD. */
export const spaScript = `'use strict';
const root = document.getElementById('app');

const unpack = async (path) => {
  const response = await fetch(path);
  if (!response.ok) throw new Error('The server answered ' + response.status + '.');
  const stream = response.body.pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
};

const detail = /^\\/spa\\/jobs\\/(\\w+)$/.exec(location.pathname);
unpack(detail ? '/spa/data/' + detail[1] : '/spa/data' + location.search).then(({ title, html, ld }) => {
  document.title = title;
  root.innerHTML = html;
  const script = document.createElement('script');
  script.type = 'application/ld+json';
  script.textContent = JSON.stringify(ld).replace(/</g, '\\\\u003c');
  document.head.append(script);
  root.dataset.state = 'ready';
}).catch((error) => {
  root.dataset.state = 'failed';
  root.textContent = 'The openings could not be loaded. ' + error.message;
});
`;
