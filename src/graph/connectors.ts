import { requireScope, scopeOf } from '../connector/scope.ts';
import { ToolError } from '../connector/tool-error.ts';
import type { ListedTool } from '../tools/platform.ts';
import type { ConnectorKind } from '../tools/tool.ts';
import type { ProblemCode } from '../tools/error-codes.ts';
import { builder } from './core/builder.ts';
import { toolCalls } from './cost/call-cost.ts';
import { logFailure } from './errors/failure-log.ts';
import { perKeyLoader, perOperation } from './core/loader.ts';
import { fromAnyConnector } from './core/type-source.ts';

interface ConnectorNode {
  kind: ConnectorKind;
  connectionName: string;
}

const ConnectorKindEnum = builder.enumType('ConnectorKind', {
  description: 'Which service a connector leads to.',
  values: {
    TALENT: { value: 'talent', description: 'Talent signals.' },
    CONVO: { value: 'convo', description: 'Conversation intelligence.' },
  },
});

const ConnectorStatusEnum = builder.enumType('ConnectorStatus', {
  description: "How the caller's account on a connection stands.",
  values: {
    ACTIVE: { description: 'Calls go through.' },
    EXPIRED: { description: 'The account must be connected again.' },
    PENDING_AUTH: { description: 'The account is being connected.' },
    DISCONNECTED: { description: 'The caller has no account.' },
    UNREACHABLE: { description: 'The platform does not answer.' },
    FORBIDDEN: { description: "The caller's token lacks the scope to read: talent:read or convo:read." },
  },
});

const statusByCode: Partial<Record<ProblemCode, 'EXPIRED' | 'DISCONNECTED' | 'FORBIDDEN'>> = {
  CONNECTION_EXPIRED: 'EXPIRED',
  NOT_CONNECTED: 'DISCONNECTED',
  FORBIDDEN: 'FORBIDDEN',
};

function statusOf(error: unknown): 'EXPIRED' | 'PENDING_AUTH' | 'DISCONNECTED' | 'UNREACHABLE' | 'FORBIDDEN' {
  if (!(error instanceof ToolError)) return 'UNREACHABLE';
  return error.reason ?? statusByCode[error.code] ?? 'UNREACHABLE';
}

/** The tools that the platform lists for the caller. */
const listingLoader = perOperation(({ connector, identifier, tools }) =>
  perKeyLoader(async (kind: ConnectorKind) => {
    requireScope(tools.scopes, scopeOf({ connector: kind, class: 'read' }), { name: 'list_tools' });
    return connector.listTools({ kind, identifier, signal: tools.signal });
  }),
);

/** How the caller's account stands. The conversation service has a tool to find out; the other lists its tools. */
const statusLoader = perOperation((context) =>
  perKeyLoader(async (kind: ConnectorKind) => {
    try {
      await (kind === 'convo' ? context.conversation.test() : listingLoader(context).load(kind));
      return 'ACTIVE';
    } catch (error) {
      logFailure(context, error, { connector: kind });
      return statusOf(error);
    }
  }),
);

const ConnectorTool = builder.objectRef<ListedTool>('ConnectorTool').implement({
  description: 'A tool that the caller may use through a connection.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'Name as the platform lists it.' }),
    description: t.exposeString('description', { nullable: false, description: 'What it does.' }),
    readOnly: t.exposeBoolean('readOnly', { nullable: false, description: 'Whether it changes nothing.' }),
    inputSchema: t.expose('inputSchema', { type: 'JSON', nullable: false, description: 'JSON Schema of its input.' }),
  }),
});

const Connector = builder.objectRef<ConnectorNode>('Connector').implement({
  description: "A connection behind the graph, seen with the caller's account.",
  extensions: fromAnyConnector,
  fields: (t) => ({
    kind: t.field({
      type: ConnectorKindEnum,
      nullable: false,
      description: 'Which service.',
      resolve: ({ kind }) => kind,
    }),
    connectionName: t.exposeString('connectionName', {
      nullable: false,
      description: 'Its exact name on the platform.',
    }),
    status: t.field({
      type: ConnectorStatusEnum,
      nullable: false,
      extensions: toolCalls({ batched: [{ tool: 'test_tool_xyz' }] }),
      description: 'How the account stands: found out by listing its tools, or by one test_tool_xyz where that exists.',
      resolve: ({ kind }, _, context) => statusLoader(context).load(kind),
    }),
    tools: t.field({
      type: [ConnectorTool],
      description:
        'The tools that the caller may use; null when the account is not active, or the caller may not read the connector.',
      resolve: async ({ kind }, _, context) => {
        try {
          return await listingLoader(context).load(kind);
        } catch (error) {
          // That there are none is an answer: the status tells why.
          logFailure(context, error, { connector: kind });
          return null;
        }
      },
    }),
  }),
});

builder.queryField('connectors', (t) =>
  t.field({
    type: [Connector],
    nullable: false,
    description: 'The connections behind the graph, for the caller.',
    resolve: (_, _args, { connector }) => connector.connections,
  }),
);
