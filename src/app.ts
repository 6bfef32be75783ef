import pino, { type Logger } from 'pino';
import type { Config } from './config.ts';
import { createConnector } from './connector/connector.ts';
import { createEmbeddedTransport } from './connector/transports/embedded.ts';
import type { Transport } from './connector/transport.ts';
import { type OpenDatabase, openDatabase } from './database/open-database.ts';
import { prepareFirstStart } from './first-start.ts';
import { createRoutes } from './http/routes.ts';
import { createAccounts } from './platform/accounts.ts';
import { createPlatform } from './platform/platform.ts';
import { type Conversation, openConversation } from './services/conversation/open-conversation.ts';
import { createTalentService } from './services/talent/talent-service.ts';

/** Parts that a test, or another program, puts in the place of the ones that the configuration asks for. */
export interface AppParts {
  database?: OpenDatabase;
  /** On the same database. */
  conversation?: Conversation;
  transport?: Transport;
  log?: Logger;
  now?: () => Date;
  identify?: (request: Request) => string;
}

export interface App {
  fetch(request: Request): Response | Promise<Response>;
  /** Lets go of everything the app opened itself. */
  close(): Promise<void>;
}

/** Puts the program together. */
export async function createApp(config: Config, parts: AppParts = {}): Promise<App> {
  const log = parts.log ?? pino({ level: config.logLevel });
  const database = parts.database ?? (await openDatabase(config.database));
  const accounts = createAccounts(database.db);
  const now = parts.now ?? (() => new Date());
  const talent = createTalentService({ db: database.db, now });
  const { recordings, addressRules, transcriber, analyst, publicOrigin } = config;
  const conversation =
    parts.conversation ??
    (await openConversation({ ...database, log, now, publicOrigin, recordings, addressRules, transcriber, analyst }));
  const connections = [
    { ...config.connections.talent, service: talent },
    { ...config.connections.convo, service: conversation.service },
  ];
  await prepareFirstStart({ config, db: database.db, accounts, services: connections, now, log });
  const platform = createPlatform({ connections, accounts });
  const connector = createConnector({
    transport: parts.transport ?? createEmbeddedTransport(platform),
    connections: config.connections,
  });
  const routes = createRoutes({
    connector,
    log,
    production: config.production,
    now,
    recordings: conversation.recordings,
    maxRecordingBytes: recordings.maxBytes,
    activityHorizonDays: config.activityHorizonDays,
    identify: parts.identify ?? (() => config.developmentIdentifier),
  });
  return {
    fetch: (request) => routes.fetch(request),
    close: async () => {
      if (!parts.conversation) await conversation.close();
      if (!parts.database) await database.close();
    },
  };
}
