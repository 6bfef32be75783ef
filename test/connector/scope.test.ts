import { describe, expect, it } from 'vitest';
import { allScopes, type Scope, scopes, type Tool } from '../../src/tools/tool.ts';
import { conversationTools } from '../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../src/tools/talent/talent-tools.ts';
import { scriptedConnector } from './resilience/scripted-connector.ts';

const tools: Tool[] = [...Object.values(talentTools), ...Object.values(conversationTools)];

/** Calls a tool with an empty input, which most tools reject, and counts the calls that are sent. */
async function call(tool: Tool, granted: ReadonlySet<Scope>) {
  const { open, sent } = scriptedConnector({ answer: () => Promise.reject(new Error('answered')) });
  const session = open({ scopes: granted });
  const failure: unknown = await session.call(tool, {}).catch((error: unknown) => error);
  return { failure, sent: sent.length, trace: session.trace };
}

describe('scopes', () => {
  const scopeNeeded = ({ connector, class: kind }: Tool): Scope => `${connector}:${kind === 'read' ? 'read' : 'write'}`;

  it('are required by every tool', () => {
    expect(tools).toHaveLength(44);
    expect(new Set(tools.map(scopeNeeded))).toEqual(allScopes);
  });

  it.each(tools.map((tool) => ({ name: tool.name, scope: scopeNeeded(tool), tool })))(
    'restrict $name to callers with $scope, which is checked before the input',
    async ({ name, scope, tool }) => {
      const others = new Set(scopes.filter((other) => other !== scope));
      expect(await call(tool, others)).toEqual({
        failure: expect.objectContaining({
          code: 'FORBIDDEN',
          message: `${name} needs the scope ${scope}, which the caller does not have.`,
          tool: name,
          isRetryable: false,
        }),
        sent: 0,
        trace: [],
      });
      expect((await call(tool, new Set([scope]))).failure).not.toMatchObject({ code: 'FORBIDDEN' });
    },
  );
});
