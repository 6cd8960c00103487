/**
 * The program of the board that needs a browser: it asks for the page's data, unpacks it, builds the page and adds the
 * postings as JSON-LD. Everything is inserted as text, so that no posting can run code.
 */
export const spaScript = `'use strict';
const root = document.getElementById('app');

const make = (name, attributes, ...children) => {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
};

const unpack = async (path) => {
  const response = await fetch(path);
  if (!response.ok) throw new Error('The server answered ' + response.status + '.');
  const stream = response.body.pipeThrough(new DecompressionStream('deflate-raw'));
  return JSON.parse(await new Response(stream).text());
};

const addStructuredData = (postings) => {
  const script = make('script', { type: 'application/ld+json' });
  script.textContent = JSON.stringify(postings).replace(/</g, '\\\\u003c');
  document.head.append(script);
};

const card = ([path, title, line, small]) =>
  make('li', { class: 'card' }, make('a', { class: 'job', href: path }, title), make('p', {}, line), make('p', {}, small));

const field = (name, value, hint) => make('input', { name, value, placeholder: hint, 'aria-label': hint });

const showListing = ({ asked, count, cards, prev, next, pages, ld }) => {
  const form = make('form', { class: 'find', action: '/spa/jobs', role: 'search' },
    field('q', asked.q, 'Title, company or skill'), field('where', asked.where, 'City, state, country or Remote'), make('button', {}, 'Find jobs'));
  const link = (to, rel, text) => (to ? make('a', { rel, href: to }, text) : make('span', {}));
  const list = make('ul', { class: 'cards', id: 'results' }, ...cards.map(card));
  const pager = make('nav', { class: 'pages', 'aria-label': 'Pages' }, link(prev, 'prev', '← Newer'), make('span', {}, pages), link(next, 'next', 'Older →'));
  root.replaceChildren(make('h1', {}, 'New openings'), form, make('p', { class: 'sub' }, count), list, pager);
  addStructuredData(ld);
};

const showPosting = ({ title, html, ld }) => {
  document.title = title;
  root.innerHTML = html;
  addStructuredData(ld);
};

const start = async () => {
  const detail = /^\\/spa\\/jobs\\/(\\w+)$/.exec(location.pathname);
  try {
    if (detail) showPosting(await unpack('/spa/data/' + detail[1]));
    else showListing(await unpack('/spa/data' + location.search));
    root.dataset.state = 'ready';
  } catch (error) {
    root.dataset.state = 'failed';
    root.replaceChildren(make('p', { role: 'alert' }, 'The openings could not be loaded. ' + error.message));
  }
};

start();
`;
