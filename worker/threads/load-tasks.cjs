// What each thread of the pool loads first: it imports the file with the tasks. Piscina requires what it runs, and Node 20 aborts the
// process when a thread is ended while it requires an ES module.
const { workerData } = require('node:worker_threads');

module.exports = import(workerData.file).then(
  (tasks) =>
    ({ name, task }) =>
      tasks[name](task),
);
