import { requireScope, scopeOf, type ConnectorKind } from '../tools/tool.ts';
import { ToolError } from '../tools/errors/tool-error.ts';
import type { ListedTool } from '../tools/platform.ts';
import type { ProblemCode } from '../tools/errors/error-codes.ts';
import { builder } from './core/builder.ts';
import type { GraphContext } from './core/context.ts';
import { toolCalls } from '../operation/cost/call-cost.ts';
import { logFailure } from './errors/errors.ts';
import { perKeyLoader, perOperation } from './core/loader.ts';
import { anyConnectorSource } from '../operation/type-source.ts';

interface ConnectorNode {
  kind: ConnectorKind;
  connectionName: string;
}

const ConnectorKindEnum = builder.enumType('ConnectorKind', {
  description: 'Service behind a connector.',
  values: {
    TALENT: { value: 'talent', description: 'The talent service, with signals, lists and saved searches.' },
    CONVO: {
      value: 'convo',
      description: 'The conversation service, with activities and their transcripts and analyses.',
    },
  },
});

const ConnectorStatusEnum = builder.enumType('ConnectorStatus', {
  description: "State of the caller's account on a connection.",
  values: {
    ACTIVE: { description: 'The account works; its tools can be called.' },
    EXPIRED: { description: 'The account has expired and must be reconnected.' },
    PENDING_AUTH: { description: 'The account has not finished connecting.' },
    DISCONNECTED: { description: 'The caller has no account on the connection.' },
    UNREACHABLE: { description: 'The platform could not be reached, or the call that tests the account failed.' },
    FORBIDDEN: {
      description:
        'The caller lacks permission to read from the connector, usually the scope `talent:read` or `convo:read`.',
    },
  },
});

type FailedStatus = 'EXPIRED' | 'PENDING_AUTH' | 'DISCONNECTED' | 'UNREACHABLE' | 'FORBIDDEN';

const statusByCode: Partial<Record<ProblemCode, FailedStatus>> = {
  CONNECTION_EXPIRED: 'EXPIRED',
  NOT_CONNECTED: 'DISCONNECTED',
  FORBIDDEN: 'FORBIDDEN',
};

function statusOf(error: unknown): FailedStatus {
  if (!(error instanceof ToolError)) return 'UNREACHABLE';
  if (error.reason === 'PENDING_AUTH') return 'PENDING_AUTH';
  return statusByCode[error.code] ?? 'UNREACHABLE';
}

const toolListLoader = perOperation((context) =>
  perKeyLoader(context, async (kind: ConnectorKind) => {
    const { connector, identifier, tools } = context;
    requireScope(tools.scopes, scopeOf({ connector: kind, class: 'read' }), { name: 'list_tools' });
    return connector.listTools({ kind, identifier, signal: tools.signal });
  }),
);

/** Returns false if the conversation service has no test tool. @throws ToolError if the test fails */
async function runTestTool({ conversation }: Pick<GraphContext, 'conversation'>): Promise<boolean> {
  try {
    await conversation.test();
    return true;
  } catch (error) {
    if (error instanceof ToolError && error.code === 'NOT_SUPPORTED') return false;
    throw error;
  }
}

/** Tests the caller's account with the test tool, which only the conversation service can have, or lists the tools. */
const statusLoader = perOperation((context) =>
  perKeyLoader(context, async (kind: ConnectorKind) => {
    try {
      const isTested = kind === 'convo' && (await runTestTool(context));
      if (!isTested) await toolListLoader(context).load(kind);
      return 'ACTIVE';
    } catch (error) {
      logFailure(context, error, { connector: kind });
      return statusOf(error);
    }
  }),
);

const ConnectorTool = builder.objectRef<ListedTool>('ConnectorTool').implement({
  description: 'A tool that the caller can use through a connection.',
  fields: (t) => ({
    name: t.exposeString('name', { nullable: false, description: 'Name of the tool on the platform.' }),
    description: t.exposeString('description', {
      nullable: false,
      description: 'What the tool does, as the platform describes it.',
    }),
    readOnly: t.exposeBoolean('readOnly', { nullable: false, description: 'Whether the tool only reads data.' }),
    inputSchema: t.expose('inputSchema', {
      type: 'JSON',
      nullable: false,
      description: "JSON Schema of the tool's input.",
    }),
  }),
});

export const Connector = builder.objectRef<ConnectorNode>('Connector').implement({
  description: "A connection to a service behind the graph, with the state of the caller's account on it.",
  extensions: anyConnectorSource,
  fields: (t) => ({
    kind: t.field({
      type: ConnectorKindEnum,
      nullable: false,
      description: 'Service behind the connection.',
      resolve: ({ kind }) => kind,
    }),
    connectionName: t.exposeString('connectionName', {
      nullable: false,
      description: 'Name of the connection on the platform, as configured.',
    }),
    status: t.field({
      type: ConnectorStatusEnum,
      nullable: false,
      extensions: toolCalls({ batched: [{ tool: 'test_tool_xyz' }] }),
      description:
        "State of the caller's account. For the conversation service, costs one `test_tool_xyz` call; for the talent service, or if the platform lacks that tool, one request for the list of tools.",
      resolve: ({ kind }, _, context) => statusLoader(context).load(kind),
    }),
    tools: t.field({
      type: [ConnectorTool],
      description:
        'Tools that the caller can use; null if the list cannot be fetched (see `status`). Costs one request for the list of tools.',
      resolve: async ({ kind }, _, context) => {
        try {
          return await toolListLoader(context).load(kind);
        } catch (error) {
          // `status` reports the reason.
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
    description: "The connections to the services behind the graph, with the state of the caller's account on each.",
    resolve: (_, _args, { connector }) => connector.connections,
  }),
);
