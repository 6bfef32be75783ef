import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of durations, in seconds: a cached query takes a millisecond, an operation at most half a minute. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

const costBuckets = [1, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000];

export type Metrics = ReturnType<typeof createMetrics>;

/**
 * Creates every metric of the program, in a registry of its own, so that two apps in one process share no counts.
 * The values of a label come from a closed set, such as the tools of the contract, the error codes or our routes, never
 * from a request: a client could otherwise create any number of series.
 */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,

    requestDuration: new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Duration of HTTP requests except probes, from their headers to the start of the response.',
      labelNames: ['route', 'method', 'status'],
      buckets: durationBuckets,
      registers,
    }),
    activeRequests: new Gauge({
      name: 'http_server_active_requests',
      help: 'HTTP requests in flight except probes.',
      registers,
    }),
    errors: new Counter({
      name: 'graphql_server_errors_total',
      help: 'Requests to the graph with at least one error or problem of the code.',
      labelNames: ['code'],
      registers,
    }),
    estimatedCost: new Histogram({
      name: 'graphql_cost_estimated',
      help: 'Cost of operations as estimated before they ran.',
      buckets: costBuckets,
      registers,
    }),
    actualCost: new Histogram({
      name: 'graphql_cost_actual',
      help: 'Cost of operations that ran: objects plus ten per tool call.',
      buckets: costBuckets,
      registers,
    }),

    toolCallDuration: new Histogram({
      name: 'tool_call_duration_seconds',
      help: 'Duration of tool calls with all their attempts, by outcome: OK or an error code.',
      labelNames: ['tool', 'outcome'],
      buckets: durationBuckets,
      registers,
    }),
    toolCallRetries: new Counter({
      name: 'tool_call_retries_total',
      help: 'Repeated attempts of tool calls.',
      labelNames: ['tool'],
      registers,
    }),
  };
}
