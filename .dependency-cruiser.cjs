const parts = ['api', 'worker', 'shared', 'pages', 'start', 'cli', 'client', 'demo-board', 'bench', 'test', 'scripts'];

/** Import direction: `api → shared ← worker`, and no cycles; imports of types count as well. */
const imports = (part, ...allowed) => ({
  name: `${part} imports`,
  severity: 'error',
  from: { path: `^${part}/` },
  to: { path: `^(?:${parts.filter((each) => each !== part && !allowed.includes(each)).join('|')})/` },
});

module.exports = {
  forbidden: [
    { name: 'no cycles', severity: 'error', from: {}, to: { circular: true } },
    imports('api', 'shared', 'pages'),
    imports('worker', 'shared'),
    imports('shared'),
    imports('client'),
    imports('cli', 'client', 'shared'),
    imports('start', 'demo-board', 'shared'),
    imports('demo-board', 'shared'),
    imports('pages', 'client', 'shared'),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    includeOnly: `^(?:${parts.join('|')})/`,
    // Its parser does not read JSX.
    exclude: { path: '(?:^|/)(?:dist|node_modules)/|\\.tsx$' },
  },
};
