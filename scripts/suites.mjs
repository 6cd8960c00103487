/** The suites that `npm test -- --suite NAME` runs but `npm test` does not: their duration and purpose. */
export const suites = {
  alerts: '30 min: causes every alert in a service that Prometheus watches, and follows the runbook until it ends',
  alone: '4 min: lets pages attack Chromium and postings hang workers, one suite at a time; .ci/run runs it too',
  browsers: '90 s: uses the pages in Firefox and WebKitGTK, where they are installed',
  container: '12 min: builds the images, starts docker-compose.yml on a real engine and checks it, with OpenSearch too',
  faults: '40 min: injects 200 random faults under load and checks every answer',
  fuzz: '5 min: sends 20,000 hostile requests, and texts grown from every pattern in every field',
  generators: '3 min: tries linters of OpenAPI, generators of clients, mypy and the MCP Inspector',
  mailbox: '1 min: starts Dovecot (Debian: dovecot-imapd) and reads a mailbox of job alerts as a worker does',
  node: '45 min: runs all tests under Node 22, 24 and 26, or those named',
  opensearch:
    '10 min: fetches OpenSearch, starts it and compares the engine that searches in it with all postings read at once',
  packages: '5 min: makes the packages of a release, installs each into an empty folder and uses it',
  recorded: '1 min: reads responses recorded from real systems, which are not part of the repository',
  releases: '5 min: replaces a former release by this one while searches run',
  slow: '5 min: kills, stops and overloads the service, builds and packs the repository; .ci/run runs all but the longest',
  soak: '20 min: runs the service under mixed load and checks that none of its memory keeps growing',
  truth: '5 min a seed: compares 500 random searches over known data, their facets, exports and watches with an oracle',
  watches: '25 min: kills workers and the API 200 times while watches report openings, each exactly once',
};

/** The suites as lines of a help text. */
export const suitesHelp = Object.entries(suites)
  .map(([name, about]) => `  ${name.padEnd(11)} ${about}`)
  .join('\n');
