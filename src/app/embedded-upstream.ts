import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import type { Changes } from '../infrastructure/event-stream/event-feed.ts';
import { createEmbeddedTransport } from '../connector/transports/embedded.ts';
import { openDatabaseClock } from '../platform/database/database-clock.ts';
import { type OpenedDatabase, openDatabase } from '../platform/database/open-database.ts';
import { runCall } from '../platform/database/pools/call-context.ts';
import { callTimeouts } from '../platform/database/pools/pool.ts';
import { ensureInitialData } from './initial-data.ts';
import { createAccounts } from '../platform/accounts/accounts.ts';
import { createClients } from '../platform/accounts/clients.ts';
import { checkVault, openCheckedVault } from '../platform/accounts/open-vault.ts';
import { createPlatform } from '../platform/platform.ts';
import {
  type OpenedConversation,
  openConversationService,
} from '../platform/services/conversation/conversation-service.ts';
import { createServiceKeys } from '../platform/services/keys/service-keys.ts';
import { createTalentService } from '../platform/services/talent/talent-service.ts';
import type { Metrics } from '../infrastructure/telemetry/metrics.ts';
import type { Upstream } from './upstream.ts';

export interface EmbeddedParts {
  database?: OpenedDatabase;
  /** A conversation service that is already open. It must use the same database and `changes` as the platform. */
  conversation?: OpenedConversation;
  onProgress?: (step: string) => void;
}

interface EmbeddedOptions extends EmbeddedParts {
  config: Config;
  log: Logger;
  /** Announces events; only within this process by default. */
  changes?: Changes;
  metrics?: Metrics;
  /** Clock to use instead of the database's clock. */
  now?: (() => Date) | undefined;
}

/** Both services use one database. Closing the upstream does not close parts that were passed in. */
export async function openEmbeddedUpstream({ config, log, ...parts }: EmbeddedOptions): Promise<Upstream> {
  parts.onProgress?.('opening the database');
  const database =
    parts.database ??
    (await openDatabase(config.database, {
      // A failed start leaves the database as it was.
      beforeMigrating: (db) => checkVault(config, db),
      timeouts: callTimeouts(config.toolTimeoutMs),
      log,
    }));
  const vault = await openCheckedVault(config, database.db).catch(async (error: unknown) => {
    if (!parts.database) await database.close();
    throw error;
  });
  const clock = await openDatabaseClock(database.db, { log });
  const now = parts.now ?? clock.now;
  parts.onProgress?.('starting the services');
  const { callers: callersDb } = database.calls;
  const accounts = createAccounts({ db: callersDb, vault, now });
  const talent = createTalentService({
    db: database.calls.talent,
    now,
    keys: createServiceKeys({ db: callersDb, service: 'talent', now }),
  });
  const { recordings, addressRules, transcriber, analyst, mail, publicOrigin } = config;
  const conversation =
    parts.conversation ??
    (await openConversationService({
      ...database,
      log,
      now,
      changes: parts.changes,
      publicOrigin,
      recordings,
      addressRules,
      vault,
      transcriber,
      analyst: analyst && {
        ...analyst,
        onRequest: ({ outcome, seconds, promptTokens, completionTokens }) => {
          parts.metrics?.analystDuration.observe({ outcome }, seconds);
          parts.metrics?.analystTokens.inc({ direction: 'prompt' }, promptTokens ?? 0);
          parts.metrics?.analystTokens.inc({ direction: 'completion' }, completionTokens ?? 0);
        },
        onDrop: (reason) => parts.metrics?.analystDropped.inc({ reason }),
      },
      mail,
      eventRetentionDays: config.events.retentionDays,
      onWebhookRequest: ({ outcome, seconds }) => {
        parts.metrics?.webhookRequests.inc({ outcome });
        parts.metrics?.webhookDuration.observe(seconds);
      },
    }));
  const services = [talent, conversation.service];
  await ensureInitialData({ config, db: database.db, accounts, services, now, log, onProgress: parts.onProgress });
  // Other processes cannot open the embedded database while this process runs, so it executes their commands.
  const commandServer =
    !parts.database && typeof config.database === 'object' && 'dataDir' in config.database
      ? await (
          await import('./cli/server/command-server.ts')
        ).openCommandServer({ dataDir: config.database.dataDir, db: database.db, log })
      : undefined;
  return {
    // Without `log`: the routes log every call themselves.
    platformApi: { platform: createPlatform({ services, accounts }), clients: createClients(callersDb), now },
    transport: createEmbeddedTransport(createPlatform({ services, accounts, log })),
    recordings: conversation.recordings,
    databasePools: () => database.pools(),
    jobCounts: conversation.jobCounts,
    deliveryCounts: conversation.deliveryCounts,
    eventLog: conversation.eventLog,
    now,
    check: async (signal) => {
      await runCall({ signal }, () => sql`select 1`.execute(callersDb));
    },
    checkDatabaseSpace: () => database.checkSpace(),
    close: async () => {
      await commandServer?.close();
      clock.close();
      if (!parts.conversation) await conversation.close();
      if (!parts.database) await database.close();
    },
  };
}
