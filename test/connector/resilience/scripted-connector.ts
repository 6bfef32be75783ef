import { type ConnectorOptions, createConnector } from '../../../src/connector/connector.ts';
import type { SessionOptions, ToolSession } from '../../../src/connector/tool-session.ts';
import { type ResilienceOverrides, resilienceSettings } from '../../../src/connector/resilience/settings.ts';
import { allScopes } from '../../../src/tools/tool.ts';
import { ToolError, type ToolErrorDetails } from '../../../src/tools/errors/tool-error.ts';
import { sendEach, type Transport, type TransportCall } from '../../../src/connector/transport.ts';
import type { ListedTool } from '../../../src/tools/platform.ts';
import { calm } from '../../support/graph/calm-resilience.ts';
import { captureLog } from '../../support/log-capture.ts';

export interface Script {
  /** Responds to a call; `index` counts the calls from 0. */
  answer: (call: TransportCall, index: number) => Promise<unknown>;
  listTools?: () => Promise<ListedTool[]>;
  resilience?: ResilienceOverrides;
  toolTimeoutMs?: number;
  transport?: Partial<Transport>;
  parts?: Partial<ConnectorOptions>;
}

/** A connector with a transport that the test scripts. */
export function scriptedConnector({
  answer,
  listTools = async () => [],
  resilience = calm,
  toolTimeoutMs = 10_000,
  transport = {},
  parts = {},
}: Script) {
  const sent: TransportCall[] = [];
  const { log, lines: logged } = captureLog();
  const connector = createConnector({
    transport: {
      send: sendEach((call) => answer(call, sent.push(call) - 1)),
      listTools,
      ...transport,
    },
    connections: {
      talent: { connectionName: 'talent', toolPrefix: '' },
      convo: { connectionName: 'convo', toolPrefix: '' },
    },
    resilience: resilienceSettings(toolTimeoutMs, resilience),
    log,
    ...parts,
  });
  return {
    connector,
    sent,
    logged,
    sentTools: () => sent.map(({ tool }) => tool.name),
    /** Opens a session, which has no deadline and is not aborted by default. */
    open: (options: Partial<SessionOptions> = {}) =>
      connector.openSession({
        identifier: 'ada',
        scopes: allScopes,
        signal: new AbortController().signal,
        ...options,
      }),
  };
}

export const failing = (code: ToolErrorDetails['code'], details: Partial<ToolErrorDetails> = {}) =>
  new ToolError({ code, tool: 'any', message: `It ended with ${code}.`, ...details });

/** The error with which a call must fail. */
export const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error('the call did not fail');
    },
    (error: unknown) => error,
  );

/** The source of each trace entry of a session. */
export const sourcesOf = ({ trace }: ToolSession) => trace.map(({ source }) => source);

/** A payload without items. */
export const emptyPage = { items: [] };
