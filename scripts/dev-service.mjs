// The service of `npm start` without the setup, which `npm run dev` has done.
const { main } = await import('../dist/start/main.js');
await main(process.env);
