// Requests this container's own /live or /ready; exits with 1 unless the answer is 200.
const { ADMIN_PORT = '9100' } = process.env;
const [, , probe = 'live'] = process.argv;
try {
  const answer = await fetch(`http://127.0.0.1:${ADMIN_PORT}/${probe}`, { signal: AbortSignal.timeout(4000) });
  process.stdout.write(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(`Port ${ADMIN_PORT} does not answer: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
