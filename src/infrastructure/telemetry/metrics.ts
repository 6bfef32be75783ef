import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Upper bounds of durations, in seconds: a cached query takes a millisecond, an operation at most half a minute. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A local language model needs minutes for a long transcript. */
const modelBuckets = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600];

const costBuckets = [1, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000];

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates a registry per app. Label values never come from requests: clients could create unlimited series. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const duration = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: durationBuckets, registers });
  const cost = (name: string, help: string) => new Histogram({ name, help, buckets: costBuckets, registers });
  return {
    registry,

    requestDuration: duration(
      'http_server_request_duration_seconds',
      'Duration of HTTP requests except probes, from their headers to the start of the response.',
      'route',
      'method',
      'status',
    ),
    activeRequests: gauge('http_server_active_requests', 'HTTP requests in flight except probes.'),
    errors: counter(
      'graphql_server_errors_total',
      'Requests to the graph with at least one error or problem of the code.',
      'code',
    ),
    operations: gauge(
      'graphql_operations',
      'Operations that hold a slot of their caller (running) or wait for one (waiting).',
      'state',
    ),
    subscriptions: gauge(
      'graphql_subscriptions',
      'Running subscriptions, by transport: sse or websocket.',
      'transport',
    ),
    subscriptionEvents: counter(
      'graphql_subscription_events_total',
      'Events sent to subscriptions, by transport.',
      'transport',
    ),
    subscriptionsEnded: counter(
      'graphql_subscriptions_ended_total',
      'Subscriptions that ended, by reason: client, stalled, completed or an error code.',
      'reason',
    ),
    estimatedCost: cost('graphql_cost_estimated', 'Cost of operations as estimated before they ran.'),
    actualCost: cost(
      'graphql_cost_actual',
      'Actual cost of operations that ran: objects, long texts, and ten per tool call.',
    ),

    toolCallDuration: duration(
      'tool_call_duration_seconds',
      'Duration of tool calls with all their attempts, by outcome: OK or an error code.',
      'tool',
      'outcome',
    ),
    platformErrors: counter(
      'platform_errors_total',
      'Requests to the REST API of the platform that failed with the code.',
      'code',
    ),
    rateLimitRejections: counter(
      'rate_limit_rejections_total',
      'Requests that a rate limit rejected, by the name of the limit.',
      'limit',
    ),

    receivedEvents: counter(
      'webhook_events_received_total',
      'Events that a remote platform sent to this node, by outcome: added, repeated, ignored or failed.',
      'outcome',
    ),

    webhookRequests: counter(
      'webhook_requests_total',
      'Requests to webhooks by outcome: delivered, failed or gone.',
      'outcome',
    ),
    webhookDuration: duration(
      'webhook_request_duration_seconds',
      'Duration of requests to webhooks until the status of the response, or until they failed.',
    ),
    analystDuration: new Histogram({
      name: 'analyst_request_duration_seconds',
      help: 'Duration of requests to the language model with their repetitions, by outcome: answered, refused or failed.',
      labelNames: ['outcome'],
      buckets: modelBuckets,
      registers,
    }),
    analystTokens: counter(
      'analyst_tokens_total',
      'Tokens that the language model counted, by direction: prompt or completion.',
      'direction',
    ),
    analystDropped: counter(
      'analyst_dropped_total',
      'Statements and items of the language model that were left out, by reason: unreadable, evidence, figure, name, due or length.',
      'reason',
    ),

    webhookJobs: gauge(
      'webhook_delivery_jobs',
      'Deliveries to webhooks that have not ended, by state: queued or active.',
      'state',
    ),

    toolCallRetries: counter('tool_call_retries_total', 'Repeated attempts of tool calls.', 'tool'),
    cacheLookups: counter(
      'tool_cache_lookups_total',
      'Records and results of tools that were looked up in the cache, by result: hit or miss.',
      'tool',
      'result',
    ),
    breakerState: gauge(
      'tool_breaker_state',
      'Circuit breaker of a connection: 0 closed, 1 probing, 2 open.',
      'connection',
    ),
    pausedIdentifiers: gauge(
      'tool_paused_identifiers',
      'Callers whose own circuit breaker on a connection is not closed.',
      'connection',
    ),
    callsInFlight: gauge('tool_calls_in_flight', 'Tool calls in flight on a connection.', 'connection'),
    callsQueued: gauge('tool_queue_depth', 'Tool calls that wait for their turn on a connection.', 'connection'),

    poolConnections: gauge(
      'database_pool_connections',
      'Open database connections of a pool, by state: used or idle.',
      'pool',
      'state',
    ),
    poolWaiting: gauge(
      'database_pool_waiting',
      'Statements and transactions that wait for a connection of a pool.',
      'pool',
    ),
    healthCheck: gauge(
      'health_check_ok',
      '1 if the health check of a part succeeds, 0 if it fails: database, databaseStorage, platform or storage.',
      'part',
    ),
    storageFreeBytes: gauge('storage_free_bytes', 'Free space on the disk of the recordings.'),
    jobs: gauge(
      'job_queue_jobs',
      'Uploads in the job queue of the database, by state: queued, active or failed.',
      'state',
    ),

    eventReaders: gauge('event_readers', 'Readers of events, such as subscriptions.'),
    eventOrganizations: gauge('event_organizations', 'Organizations whose events have readers in this process.'),
    eventsRead: counter(
      'event_log_events_read_total',
      'Events that were read from the event log; readers of one organization share them.',
    ),

    eventLoopLag: gauge(
      'nodejs_eventloop_lag_seconds',
      'Delay of the event loop since the previous scrape: mean, p99 or max.',
      'statistic',
    ),
    heapUsed: gauge('nodejs_heap_size_used_bytes', 'Used heap memory.'),
    heapLimit: gauge('nodejs_heap_size_limit_bytes', 'Heap memory at which the process ends.'),
    residentMemory: gauge('process_resident_memory_bytes', 'Physical memory of the process.'),
    cpu: counter('process_cpu_seconds_total', 'CPU time of the process, in user and system mode.'),
  };
}
