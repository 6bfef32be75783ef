import { conversationTools } from '../../../tools/conversation/conversation-tools.ts';
import type { Service, ToolHandlers } from '../../../tools/service.ts';
import { createServiceKeys, type ServiceKeys } from '../keys/service-keys.ts';
import { toolRunner } from '../tool-runner.ts';
import { type ActivityContext, activityHandlers } from './activities/activity-handlers.ts';
import { outputHandlers } from './activities/output-handlers.ts';
import { strictAddressRules } from './network/address-rules.ts';
import { ensureUser } from './store/store-users.ts';
import { teamHandlers } from './activities/team-handlers.ts';
import { webhookHandlers, type WebhookContext } from './webhooks/webhook-handlers.ts';
import type { Changes } from '../../../infrastructure/event-stream/event-feed.ts';
import { openRecordingStore, type RecordingSettings } from '../../../infrastructure/storage/recording-store.ts';
import type { CallDatabases, JobOptions } from '../../database/pools/pool.ts';
import { type AnalysisThread, createAnalysisThread } from './processing/analysis-thread.ts';
import type { ModelEndpoint } from './network/call-model.ts';
import { type AnalystOptions, createChatAnalyst } from './analyst/chat-analyst.ts';
import { createEventLog } from './events/event-log.ts';
import { startEventRetention } from './events/event-retention.ts';
import { deliveryQueueName } from './jobs/announce-deliveries.ts';
import { openJobQueues } from './jobs/open-job-queues.ts';
import { openMailQueue } from './mail/mail-queue.ts';
import { createMailSender, type MailSettings } from './mail/mail-sender.ts';
import type { JobTiming } from './processing/job-queue.ts';
import { openProcessing, type ProcessingOptions } from './processing/processing.ts';
import { deleteUnclaimed } from './processing/recordings/recording-claims.ts';
import { checkSharedFolder } from './processing/recordings/shared-folder.ts';
import { deliveryCounts } from './webhooks/delivery/claim-deliveries.ts';
import {
  type DeliveryTiming,
  type DeliveryWorker,
  type DeliveryWorkerOptions,
  startDeliveryWorker,
} from './webhooks/delivery/delivery-worker.ts';
import type { WebhookNetwork } from './webhooks/delivery/webhook-requests.ts';
import { addMissingWebhookSecrets, type SecretVault } from './webhooks/signing-secret.ts';
import { createOpenAiTranscriber } from './processing/transcription/openai-transcriber.ts';

type ServiceContext = ActivityContext & WebhookContext;

export interface ConversationServiceOptions
  extends Pick<ServiceContext, 'db' | 'queue'>, Partial<Omit<ServiceContext, 'db' | 'queue'>> {
  keys?: ServiceKeys;
}

/**
 * Creates the conversation service. By default, it uses the system clock and accepts only public https addresses.
 * - A record of another organization fails with `NOT_FOUND`, with the same message as a missing record.
 * - Time ranges include their start and exclude their end; times in the future are rejected.
 * - The total count of a list is exact up to 10,000 and null above.
 */
export function createConversationService({ keys, ...options }: ConversationServiceOptions): Service {
  const context: ServiceContext = {
    changes: { publish: () => {} },
    now: () => new Date(),
    addressRules: strictAddressRules,
    isOwnRecording: () => false,
    sendsMail: false,
    ...options,
  };
  const { db, now } = context;
  const handlers: ToolHandlers<typeof conversationTools> = {
    ...activityHandlers(context),
    ...outputHandlers(context),
    ...teamHandlers(context),
    ...webhookHandlers(context),
  };
  return {
    kind: 'convo',
    tools: conversationTools,
    ...toolRunner({
      tools: conversationTools,
      handlers,
      keys: keys ?? createServiceKeys({ db, service: 'convo', now }),
    }),
    ensureUser: (account) => ensureUser(db, account),
  };
}

/** `db` is for processing and clean-up, `calls` for tool calls. */
export interface OpenConversationOptions extends Pick<
  ProcessingOptions,
  'db' | 'log' | 'now' | 'addressRules' | 'network'
> {
  calls: Pick<CallDatabases, 'callers' | 'convo'>;
  /** Must use the same database as `db`. */
  jobs: JobOptions;
  /** Origin of this program, such as https://graph.example.com. */
  publicOrigin: string;
  recordings: RecordingSettings;
  vault: SecretVault;
  transcriber?: ModelEndpoint | undefined;
  analyst?: AnalystOptions | undefined;
  mail?: MailSettings | undefined;
  /** The thread for analyses, which is closed with the service. By default, the service creates one. */
  analysisThread?: AnalysisThread;
  timing?: Partial<JobTiming & DeliveryTiming>;
  webhookNetwork?: WebhookNetwork;
  onWebhookRequest?: DeliveryWorkerOptions['onRequest'];
  changes?: Pick<Changes, 'publish'> | undefined;
  eventRetentionDays: number;
}

export type OpenedConversation = Awaited<ReturnType<typeof openConversationService>>;

/** Opens the conversation service, and starts to process queued uploads. */
export async function openConversationService(options: OpenConversationOptions) {
  const { db, calls, now, recordings, transcriber, analyst, mail } = options;
  if (recordings.isShared && recordings.folder !== 'memory') await checkSharedFolder(db, recordings.folder);
  await addMissingWebhookSecrets(db, options.vault);
  const store = await openRecordingStore(recordings, { origin: options.publicOrigin, now });
  const thread = options.analysisThread ?? createAnalysisThread({ log: options.log });
  let deliveryWorker: DeliveryWorker | undefined;
  const boss = await openJobQueues({
    ...options,
    supervise: options.timing?.supervise,
    onJobs(queueName) {
      if (queueName === deliveryQueueName) deliveryWorker?.wake();
    },
  });
  const mails = mail && (await openMailQueue({ ...options, boss, sender: createMailSender(mail) }));
  const changes = options.changes ?? { publish: () => {} };
  const queue = await openProcessing({
    ...options,
    boss,
    mails,
    changes,
    store,
    thread,
    transcriber: transcriber && createOpenAiTranscriber(transcriber),
    analyst: analyst && createChatAnalyst(analyst),
  });
  // Take over the jobs of crashed processes now.
  await boss.supervise();
  deliveryWorker = startDeliveryWorker({
    ...options,
    network: options.webhookNetwork,
    onRequest: options.onWebhookRequest,
  });
  const stopRetention = startEventRetention({ ...options, days: options.eventRetentionDays });
  return {
    service: createConversationService({
      ...options,
      db: calls.convo,
      isOwnRecording: (url) => store.keyOf(url) !== undefined,
      sendsMail: mail !== undefined,
      queue,
      changes,
      keys: createServiceKeys({ db: calls.callers, service: 'convo', now }),
    }),
    recordings: { ...store, release: (keys: readonly string[]) => deleteUnclaimed(db, store, keys) },
    eventLog: createEventLog(calls.convo),
    jobCounts: queue.counts,
    deliveryCounts: () => deliveryCounts(db),
    async close(): Promise<void> {
      await stopRetention();
      await Promise.all([queue.close(), deliveryWorker.close(), mails?.close()]);
      await boss.stop();
      await thread.close();
      await store.close();
    },
  };
}
