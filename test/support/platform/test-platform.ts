import pino from 'pino';
import type { Config } from '../../../src/app/config/config.ts';
import type { Db, OpenedDatabase } from '../../../src/platform/database/open-database.ts';
import { createAccounts } from '../../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../../src/platform/accounts/connections.ts';
import { openVault } from '../../../src/platform/accounts/open-vault.ts';
import type { Vault } from '../../../src/platform/accounts/vault.ts';
import { createPlatform } from '../../../src/platform/platform.ts';
import type { Platform } from '../../../src/tools/platform.ts';
import type { Changes } from '../../../src/infrastructure/event-stream/event-feed.ts';
import { createLocalChanges } from '../../../src/infrastructure/event-stream/changes.ts';
import {
  createConversationService,
  type OpenedConversation,
} from '../../../src/platform/services/conversation/conversation-service.ts';
import { createEventLog } from '../../../src/platform/services/conversation/events/event-log.ts';
import { openRecordingStore } from '../../../src/infrastructure/storage/recording-store.ts';
import { deleteUnclaimed } from '../../../src/platform/services/conversation/processing/recordings/recording-claims.ts';
import { createTalentService } from '../../../src/platform/services/talent/talent-service.ts';
import { storeUsers } from '../../../src/platform/services/talent/store/store-users.ts';
import type { ConnectorKind } from '../../../src/tools/tool.ts';
import { connectUser } from './service-keys.ts';
import { openMemoryDatabase } from '../database/memory-database.ts';

/** The real platform with both services and their database. */
export interface TestPlatform {
  platform: Platform;
  /** Connects an identifier to a user of a service, with a new personal key. */
  connect(service: ConnectorKind, account: { identifier: string; userId: string }): Promise<void>;
  database: OpenedDatabase;
  conversation: OpenedConversation;
  /** The channel on which the conversation service announces events. */
  changes: Changes;
  close(): Promise<void>;
}

/**
 * Opens the platform over an empty in-memory database. The identifiers `ada`, `ben` and `cleo` have talent accounts as
 * the users `usr_ada`, `usr_ben` and `usr_cleo`. Recordings are stored but not processed.
 */
export async function openTestPlatform(config: Config, clock: () => Date): Promise<TestPlatform> {
  const database = await openMemoryDatabase();
  const { db } = database;
  const vault = await openVault(config.vault);
  const accounts = createAccounts({ db, vault, now: clock });
  const changes = createLocalChanges();
  const conversation = await withoutProcessing({ config, db, vault, changes, now: clock });
  const services = [createTalentService({ db, now: clock }), conversation.service];
  for (const { kind } of services) {
    const { connectionName: name, toolPrefix } = config.connections[kind];
    await createConnections(db).add({ name, kind, toolPrefix });
  }
  const connect: TestPlatform['connect'] = (service, account) =>
    connectUser({ db, accounts, service, now: clock, ...config.connections[service] }, account);
  for (const [identifier, name] of Object.entries({ ada: 'Ada Moreau', ben: 'Ben Okafor', cleo: 'Cleo Lindqvist' })) {
    const userId = `usr_${identifier}`;
    await storeUsers(db, [{ id: userId, name, email: `${identifier}@example.com` }]);
    await connect('talent', { identifier, userId });
  }
  return {
    platform: createPlatform({ services, accounts, log: pino({ level: 'silent' }) }),
    connect,
    database,
    conversation,
    changes,
    close: async () => {
      await conversation.close();
      await database.close();
    },
  };
}

async function withoutProcessing({
  config,
  db,
  vault,
  changes,
  now,
}: {
  config: Config;
  db: Db;
  vault: Vault;
  changes: Changes;
  now: () => Date;
}): Promise<OpenedConversation> {
  const place = { origin: config.publicOrigin, now };
  const store = await openRecordingStore(config.recordings, place);
  return {
    service: createConversationService({
      db,
      now,
      vault,
      changes,
      addressRules: config.addressRules,
      isOwnRecording: (url) => store.keyOf(url) !== undefined,
      queue: { enqueue: async () => {} },
    }),
    recordings: { ...store, release: (keys) => deleteUnclaimed(db, store, keys) },
    eventLog: createEventLog(db),
    jobCounts: async () => ({ queued: 0, active: 0, failed: 0 }),
    deliveryCounts: async () => ({ queued: 0, active: 0 }),
    close: store.close,
  };
}
