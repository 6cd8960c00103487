/** Services that tests start take the middleware for every request. */
process.env.FAST_PATH = 'off';
