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
    operations: new Gauge({
      name: 'graphql_operations',
      help: 'Operations that hold a slot of their caller (running) or wait for one (waiting).',
      labelNames: ['state'],
      registers,
    }),
    subscriptions: new Gauge({
      name: 'graphql_subscriptions',
      help: 'Running subscriptions, by transport: sse or websocket.',
      labelNames: ['transport'],
      registers,
    }),
    subscriptionEvents: new Counter({
      name: 'graphql_subscription_events_total',
      help: 'Events sent to subscriptions, by transport.',
      labelNames: ['transport'],
      registers,
    }),
    subscriptionsEnded: new Counter({
      name: 'graphql_subscriptions_ended_total',
      help: 'Subscriptions that ended, by reason: client, stalled, completed or an error code.',
      labelNames: ['reason'],
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
    platformErrors: new Counter({
      name: 'platform_errors_total',
      help: 'Requests to the REST API of the platform that failed with the code.',
      labelNames: ['code'],
      registers,
    }),
    rateLimitRejections: new Counter({
      name: 'rate_limit_rejections_total',
      help: 'Requests that a rate limit rejected, by the name of the limit.',
      labelNames: ['limit'],
      registers,
    }),

    receivedEvents: new Counter({
      name: 'webhook_events_received_total',
      help: 'Events that a remote platform sent to this node, by outcome: added, repeated, ignored or failed.',
      labelNames: ['outcome'],
      registers,
    }),

    webhookRequests: new Counter({
      name: 'webhook_requests_total',
      help: 'Requests to webhooks by outcome: delivered, failed or gone.',
      labelNames: ['outcome'],
      registers,
    }),
    webhookDuration: new Histogram({
      name: 'webhook_request_duration_seconds',
      help: 'Duration of requests to webhooks until the status of the response, or until they failed.',
      buckets: durationBuckets,
      registers,
    }),
    webhookJobs: new Gauge({
      name: 'webhook_delivery_jobs',
      help: 'Deliveries to webhooks that have not ended, by state: queued or active.',
      labelNames: ['state'],
      registers,
    }),

    toolCallRetries: new Counter({
      name: 'tool_call_retries_total',
      help: 'Repeated attempts of tool calls.',
      labelNames: ['tool'],
      registers,
    }),
    cacheLookups: new Counter({
      name: 'tool_cache_lookups_total',
      help: 'Records and results of tools that were looked up in the cache, by result: hit or miss.',
      labelNames: ['tool', 'result'],
      registers,
    }),
    breakerState: new Gauge({
      name: 'tool_breaker_state',
      help: 'Circuit breaker of a connection: 0 closed, 1 probing, 2 open.',
      labelNames: ['connection'],
      registers,
    }),
    pausedIdentifiers: new Gauge({
      name: 'tool_paused_identifiers',
      help: 'Callers whose own circuit breaker on a connection is not closed.',
      labelNames: ['connection'],
      registers,
    }),
    callsInFlight: new Gauge({
      name: 'tool_calls_in_flight',
      help: 'Tool calls in flight on a connection.',
      labelNames: ['connection'],
      registers,
    }),
    callsQueued: new Gauge({
      name: 'tool_queue_depth',
      help: 'Tool calls that wait for their turn on a connection.',
      labelNames: ['connection'],
      registers,
    }),

    poolConnections: new Gauge({
      name: 'database_pool_connections',
      help: 'Open database connections of a pool, by state: used or idle.',
      labelNames: ['pool', 'state'],
      registers,
    }),
    poolWaiting: new Gauge({
      name: 'database_pool_waiting',
      help: 'Statements and transactions that wait for a connection of a pool.',
      labelNames: ['pool'],
      registers,
    }),
    storageFreeBytes: new Gauge({
      name: 'storage_free_bytes',
      help: 'Free space on the disk of the recordings.',
      registers,
    }),
    jobs: new Gauge({
      name: 'job_queue_jobs',
      help: 'Uploads in the job queue of the database, by state: queued, active or failed.',
      labelNames: ['state'],
      registers,
    }),

    eventReaders: new Gauge({
      name: 'event_readers',
      help: 'Readers of events, such as subscriptions.',
      registers,
    }),
    eventOrganizations: new Gauge({
      name: 'event_organizations',
      help: 'Organizations whose events have readers in this process.',
      registers,
    }),
    eventsRead: new Counter({
      name: 'event_log_events_read_total',
      help: 'Events that were read from the event log; readers of one organization share them.',
      registers,
    }),

    eventLoopLag: new Gauge({
      name: 'nodejs_eventloop_lag_seconds',
      help: 'Delay of the event loop since the previous scrape: mean, p99 or max.',
      labelNames: ['statistic'],
      registers,
    }),
    heapUsed: new Gauge({
      name: 'nodejs_heap_size_used_bytes',
      help: 'Used heap memory.',
      registers,
    }),
    heapLimit: new Gauge({
      name: 'nodejs_heap_size_limit_bytes',
      help: 'Heap memory at which the process ends.',
      registers,
    }),
    residentMemory: new Gauge({
      name: 'process_resident_memory_bytes',
      help: 'Physical memory of the process.',
      registers,
    }),
    cpu: new Counter({
      name: 'process_cpu_seconds_total',
      help: 'CPU time of the process, in user and system mode.',
      registers,
    }),
  };
}
