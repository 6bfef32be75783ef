import type { Connector } from '../../../connector/connector.ts';
import type { EventFeed } from '../../../infrastructure/event-stream/create-event-feed.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { untilAborted } from '../../../operation/promises.ts';
import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import { processingStates } from '../../../tools/conversation/vocabulary.ts';
import { builder } from '../../core/builder.ts';
import { requireSubscription, type SourceEvent, type SubscriptionScope } from '../../core/context.ts';
import { oncePer, toError } from '../../core/loader.ts';
import { Activity, activityCalls } from '../activity/activity.ts';
import { activityLoader, type ActivityNode, asActivityNode } from '../activity/activity-loader.ts';
import { checkUuid } from '../uuid.ts';
import { initialDelayMs, isPermanentAccountError, nextDelayMs } from './membership.ts';

builder.subscriptionField('activityProcessing', (t) =>
  t.field({
    type: Activity,
    extensions: toolCalls({ batched: [activityCalls] }),
    description: [
      'Follows the processing of an uploaded activity: emits the activity at the start and after every change of `Activity.processing`, and completes when the state is `DONE` or `FAILED`.',
      'An activity that was not uploaded is emitted once. Null is emitted once for an activity that does not exist or is older than `ACTIVITY_HORIZON_DAYS` (730 by default).',
      'A slow client receives only the latest state. After a lost connection, subscribe again: the current state is emitted first.',
      'Each result is executed like a query of its own, and costs as much. Subscriptions of one caller share the `activities_list` calls that look for changes: one after each change that the platform announces, and further calls at intervals of 1 to 10 seconds.',
      'The last result before an early end has only errors, as for `conversationEvents`.',
    ].join(' '),
    args: { id: t.arg.id({ required: true, description: 'ID of the activity, a UUID.' }) },
    subscribe: (_, { id }, { connector, events, subscription }) =>
      processingOf({ id: checkUuid(id, 'id'), connector, events, caller: requireSubscription(subscription) }),
    resolve({ value }, _args, context) {
      context.discardEarlierReads();
      return value;
    },
  }),
);

interface Progress {
  version: number;
  activity: ActivityNode | null;
  isFinal: boolean;
}

interface Watch {
  latest: Progress | undefined;
  failure: { error: unknown } | undefined;
  /** Resolves at the next progress or failure. */
  changed: PromiseWithResolvers<void>;
  watchers: number;
  controller: AbortController;
}

const watchesOf = oncePer<Connector, Map<string, Watch>>(() => new Map());

/** All watches share these versions, because the key of an event identifies it among all subscriptions. */
let lastVersion = 0;

interface ProcessingSource {
  id: string;
  caller: SubscriptionScope;
  connector: Connector;
  events: EventFeed;
}

/**
 * Yields an activity at once and after every change of its processing; null if it does not exist. Ends once the
 * processing has ended. Subscriptions with the same identifier and scopes share the reads of an activity. Reads follow
 * each announced change, and repeat at growing intervals of up to ten seconds: remote platforms announce no changes.
 * @throws ToolError if the caller's account is missing, expired or not permitted to read; other failures are retried
 */
async function* processingOf(source: ProcessingSource): AsyncGenerator<SourceEvent<ActivityNode | null>> {
  const { caller } = source;
  const watches = watchesOf(source.connector);
  const key = JSON.stringify([caller.identifier, [...caller.scopes].toSorted(), source.id]);
  const watch = watches.get(key) ?? startWatch(source);
  watches.set(key, watch);
  watch.watchers += 1;
  try {
    for (let seenVersion = 0; ;) {
      const { latest } = watch;
      if (watch.failure) throw watch.failure.error;
      if (!latest || latest.version === seenVersion) {
        await untilAborted(caller.signal, () => watch.changed.promise);
        continue;
      }
      seenVersion = latest.version;
      yield { key: `processing ${latest.version}`, value: latest.activity };
      if (latest.isFinal) return;
    }
  } finally {
    watch.watchers -= 1;
    const hasEnded = watch.watchers === 0 || watch.failure || watch.latest?.isFinal;
    // A later subscription may already have started a new watch under the same key.
    if (hasEnded && watches.get(key) === watch) watches.delete(key);
    if (watch.watchers === 0) watch.controller.abort(new Error('The activity is no longer watched.'));
  }
}

function startWatch(source: ProcessingSource): Watch {
  const watch: Watch = {
    latest: undefined,
    failure: undefined,
    changed: Promise.withResolvers(),
    watchers: 0,
    controller: new AbortController(),
  };
  void follow(watch, source);
  return watch;
}

async function follow(watch: Watch, { id, caller, connector, events }: ProcessingSource): Promise<void> {
  const { signal } = watch.controller;
  let announced = Promise.withResolvers<void>();
  const stopListening = events.onActivityChanged(id, () => announced.resolve());
  let delayMs = initialDelayMs;
  let record: ActivityRecord | null | undefined;
  try {
    while (!signal.aborted && !watch.latest?.isFinal) {
      const found = await caller.read((context) => activityLoader(context).load(id), signal).catch(toError);
      signal.throwIfAborted();
      if (found instanceof Error) {
        if (isPermanentAccountError(found)) throw found;
      } else if (record === undefined || progressOf(found) !== progressOf(record)) {
        record = found;
        delayMs = initialDelayMs;
        publish(watch, found);
      }
      if (watch.latest?.isFinal) return;
      if (await waitForAnnouncement(announced.promise, { delayMs, signal })) {
        announced = Promise.withResolvers();
        delayMs = initialDelayMs;
        // The next read must not join a read in flight that began before the change.
        connector.discardReads(caller.identifier);
      } else delayMs = nextDelayMs(delayMs);
    }
  } catch (error) {
    if (signal.aborted) return;
    watch.failure = { error };
    watch.changed.resolve();
  } finally {
    stopListening();
  }
}

function publish(watch: Watch, record: ActivityRecord | null): void {
  lastVersion += 1;
  const state = record?.processing?.state;
  watch.latest = {
    version: lastVersion,
    activity: record && asActivityNode(record),
    isFinal: state !== processingStates.QUEUED && state !== processingStates.RUNNING,
  };
  watch.changed.resolve();
  watch.changed = Promise.withResolvers();
}

const progressOf = (record: ActivityRecord | null) => JSON.stringify(record && record.processing);

/** Returns true once a change is announced, or false after the delay. */
async function waitForAnnouncement(
  announced: Promise<void>,
  { delayMs, signal }: { delayMs: number; signal: AbortSignal },
): Promise<boolean> {
  const timeout = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => timeout.resolve(false), delayMs);
  timer.unref();
  try {
    return await untilAborted(signal, () => Promise.race([announced.then(() => true), timeout.promise]));
  } finally {
    clearTimeout(timer);
  }
}
