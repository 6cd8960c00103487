export { startCluster, type TestCluster } from '../../bench/start-cluster.js';
