import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/network/free-port.ts';
import { serveLoopback } from '../../support/network/loopback-server.ts';
import { startTraceCollector } from '../../support/network/trace-collector.ts';
import { cleanUp, makeDataFolder, refusedStart, startProgram } from '../../support/process/program.ts';
import { timeLimit } from '../../support/time-limit.ts';

describe('a program with metrics and traces', { timeout: timeLimit(120) }, () => {
  afterEach(cleanUp);

  it('serves metrics on their own port only, and sends the last spans before it exits', async () => {
    const collector = await startTraceCollector();
    const metricsPort = await freePort();
    const program = await startProgram({
      DATA_DIR: await makeDataFolder(),
      METRICS_PORT: metricsPort,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    await program.ask('{ __typename }');
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);

    expect(await metrics.text()).toContain(
      'http_server_request_duration_seconds_count{route="/graphql",method="POST",status="200"} 1\n',
    );
    expect((await fetch(new URL('/metrics', program.url))).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${metricsPort}/graphql`)).status).toBe(404);
    expect(await program.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(collector.spans.map(({ name }) => name)).toEqual(['query']);
    await collector.close();
  });

  it('exits when the port of the metrics is in use', async () => {
    const other = await serveLoopback(() => {});
    expect(await refusedStart({ DATA_DIR: await makeDataFolder(), METRICS_PORT: String(other.port) })).toEqual({
      code: 1,
      stdout: '',
      stderr: `METRICS_PORT ${other.port} on 127.0.0.1 is already in use. Set METRICS_PORT to another port.\n`,
    });
    await other.close();
  });
});
