// The warming tool as built. Without REDIS_URL the service is the npm start that runs on this DATA_DIR.
if (!process.env.REDIS_URL) {
  const { findRunningRedis } = await import('../dist/start/find-running-redis.js');
  process.env.REDIS_URL = (await findRunningRedis(process.env)) ?? '';
}
await import('../dist/worker/warm/warm-cli.js');
