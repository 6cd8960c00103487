// Asks this container's own /live or /ready; ends with 1 unless it answers that all is well.
const { ADMIN_PORT = '9100' } = process.env;
const [, , door = 'live'] = process.argv;
try {
  const answer = await fetch(`http://127.0.0.1:${ADMIN_PORT}/${door}`, { signal: AbortSignal.timeout(4000) });
  process.stdout.write(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stdout.write(`nobody answers on port ${ADMIN_PORT}: ${error.cause?.message ?? error.message}`);
  process.exitCode = 1;
}
