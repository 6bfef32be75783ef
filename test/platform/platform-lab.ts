import pino from 'pino';
import type { OpenedDatabase } from '../../src/platform/database/open-database.ts';
import { createAccounts } from '../../src/platform/accounts/accounts.ts';
import { createConnections } from '../../src/platform/accounts/connections.ts';
import { createPlatform } from '../../src/platform/platform.ts';
import { createVault, type Vault } from '../../src/platform/accounts/vault.ts';
import { fixedVaultKeys } from '../../src/platform/accounts/vault.ts';
import { createConversationService } from '../../src/platform/services/conversation/conversation-service.ts';
import { createServiceKeys } from '../../src/platform/services/keys/service-keys.ts';
import { createTalentService } from '../../src/platform/services/talent/talent-service.ts';
import { storeUsers } from '../../src/platform/services/talent/store/store-users.ts';
import { PlatformError } from '../../src/tools/errors/platform-error.ts';
import {
  ada,
  emptyConversations,
  now as begin,
  storeTeams,
  zoe,
} from './services/conversation/conversation-records.ts';

export const vaultOf = (text: string, ...previous: string[]) =>
  createVault(
    fixedVaultKeys(
      Buffer.alloc(32, text),
      previous.map((one) => Buffer.alloc(32, one)),
    ),
  );

/**
 * A platform with both services on a database with two organizations. The identifiers `ada` and `zoe` are `usr_ada` and
 * `usr_zoe` in talent, and users of Acme and Zenith in convo. `call` creates a list or a webhook.
 */
export async function openPlatformLab({ db }: OpenedDatabase, { vault = vaultOf('lab') }: { vault?: Vault } = {}) {
  const lines: string[] = [];
  const clock = { now: begin };
  const now = () => clock.now;
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const services = [
    createTalentService({ db, now }),
    createConversationService({ db, now, queue: { enqueue: async () => {} } }),
  ];
  const accounts = createAccounts({ db, vault, now });
  const connections = createConnections(db);
  const keys = {
    talent: createServiceKeys({ db, service: 'talent', now }),
    convo: createServiceKeys({ db, service: 'convo', now }),
  };
  const platform = createPlatform({ services, accounts, log });

  await db.deleteFrom('connected_accounts').execute();
  await db.deleteFrom('connections').execute();
  await db.deleteFrom('talent_lists').execute();
  await emptyConversations(db);
  await storeTeams(db);
  for (const name of ['ada', 'zoe']) {
    await storeUsers(db, [{ id: `usr_${name}`, name, email: `${name}@talent.example` }]);
  }
  await connections.add({ name: 'Talent', kind: 'talent', toolPrefix: 'talent_' });
  await connections.add({ name: 'Convo', kind: 'convo', toolPrefix: 'convo_' });
  for (const [identifier, userId] of Object.entries({ ada, zoe })) {
    const talent = await keys.talent.issuePersonal({ userId: `usr_${identifier}` });
    const convo = await keys.convo.issuePersonal({ userId });
    await accounts.connect({ connectionName: 'Talent', identifier, token: talent });
    await accounts.connect({ connectionName: 'Convo', identifier, token: convo });
  }

  const { signal } = new AbortController();
  const requests = {
    Talent: { toolName: 'talent_lists_create', input: { name: 'Made' } },
    Convo: {
      toolName: 'convo_webhook_create',
      input: { trigger: 'conversation_played', url: 'https://hooks.example/' },
    },
  };
  const call = (connectionName: 'Talent' | 'Convo', { identifier = 'ada', ...request }: Partial<ToolRequest> = {}) =>
    platform.execute({ ...requests[connectionName], connectionName, identifier, signal, ...request });

  return {
    db,
    accounts,
    clock,
    connections,
    keys,
    lines,
    log,
    now,
    platform,
    services,
    signal,
    call,
    /** Runs a call that must be rejected. Returns the error and the lines that were logged during the call. */
    async rejectionOf(rejected: () => Promise<unknown>) {
      lines.length = 0;
      const failure = await rejected().catch((error: unknown) => error);
      if (!(failure instanceof PlatformError)) throw new Error('The call was not rejected.', { cause: failure });
      const { code, message, reason } = failure;
      return { code, message, reason, logged: lines.map((line): Record<string, unknown> => JSON.parse(line)) };
    },
    /** The creators of all lists and webhooks, which show what calls have changed. */
    async changes() {
      const lists = await db.selectFrom('talent_lists').select('creator_id').orderBy('creator_id').execute();
      const webhooks = await db.selectFrom('convo_webhooks').select('created_by').orderBy('created_by').execute();
      return { lists: lists.map((row) => row.creator_id), webhooks: webhooks.map((row) => row.created_by) };
    },
  };
}

interface ToolRequest {
  identifier: string;
  toolName: string;
  input: unknown;
}

export type PlatformLab = Awaited<ReturnType<typeof openPlatformLab>>;
