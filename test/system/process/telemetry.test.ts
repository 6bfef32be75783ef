import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../../support/network/free-port.ts';
import { startTraceCollector } from '../../support/network/trace-collector.ts';
import { cleanUp, makeDataFolder, startProgram } from '../../support/process/program.ts';
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
});
