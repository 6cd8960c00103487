export { startCluster, type TestCluster } from '../../bench/lib/start-cluster.js';
