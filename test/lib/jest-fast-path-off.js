/** Disables the fast path: services that tests start use the middleware for every request. */
process.env.FAST_PATH = 'off';
