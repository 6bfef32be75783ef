import { rm, symlink } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/app/config/config.ts';
import { readExamples } from '../../../src/http/graphql/graphiql/examples.ts';
import { readDocumentSources } from '../../../src/http/mcp/document-sources.ts';
import { captureLog } from '../../support/log-capture.ts';
import { useResource } from '../../support/resource.ts';
import { startHttpGraph } from '../http-graph.ts';
import { createFolder } from '../../support/folder.ts';
import { connectClient } from './mcp-lab.ts';

import { useDocumentReader } from './document-reader.ts';
import { startError } from '../../support/network/start-app.ts';

const { closing, read } = useDocumentReader();

describe('the documents of a folder', () => {
  it('are not read from hidden folders, in which Kubernetes keeps the files of a volume', async () => {
    const text = '# A query.\nquery Q { lists { id } }';
    const { tools, folder } = await read({ '..2026_11_23/q.graphql': text, 'q.graphql': text, '.git/x.graphql': '{' });
    await rm(folder.file('q.graphql'));
    await symlink('..2026_11_23/q.graphql', folder.file('q.graphql'));

    expect(tools.map(({ name }) => name)).toEqual(['Q']);
    expect(readDocumentSources(folder.path)).toEqual([{ file: folder.file('q.graphql'), text }]);
  });
});

describe('documents that are left out', () => {
  it('are subscriptions, uploads, and mutations without @write, in one log line', async () => {
    const mutation = 'mutation M { markSignalViewed(id: "sig_1") { __typename } }';
    const { tools, lines, folder } = await read({
      'a.graphql': '# Reads.\nquery Read { lists { id } }',
      'b.graphql': '# Listens.\nsubscription S { conversationEvents { id } }',
      'c.graphql':
        '# Uploads. @write\nmutation Upload($input: UploadActivityInput!) { uploadActivity(input: $input) { __typename } }',
      'd.graphql': `# Writes without the mark, as user@write.example.\n${mutation}`,
      'e.graphql': `# Two at once.\n${mutation}\n# Two at once.\nmutation N { markSignalViewed(id: "sig_1") { __typename } }`,
      'f.graphql': `# Writes.\n# @write\n${mutation}`,
    });

    expect(tools.map(({ name, isWrite }) => [name, isWrite])).toEqual([
      ['Read', false],
      ['M', true],
    ]);
    const notMarked = 'is a mutation without @write in its comment';
    expect(lines).toEqual([
      {
        level: 30,
        msg: 'left out documents that assistants cannot call',
        documents: [
          `${folder.path}/b.graphql is a subscription`,
          `${folder.path}/c.graphql takes a file`,
          `${folder.path}/d.graphql ${notMarked}`,
          `${folder.path}/e.graphql ${notMarked}`,
        ],
      },
    ]);
  });
});

describe('a start is refused', () => {
  const folder = useResource(createFolder);

  const comment = '# A comment.\n';
  type Fault = [what: string, text: string, line: number, rule: string];
  it.each<Fault>([
    ['is not GraphQL', `${comment}query Q {\n  lists {`, 3, 'Syntax Error: Expected Name, found <EOF>'],
    ['is empty', '# Nothing here.\n', 2, 'Syntax Error: Unexpected <EOF>'],
    [
      'selects an unknown field',
      `${comment}query Q {\n  lists { nam }\n}`,
      3,
      'Cannot query field "nam" on type "List". Did you mean "name"?',
    ],
    ['has only a fragment', `${comment}fragment F on List { id }`, 2, 'Fragment "F" is never used'],
    [
      'lacks a comment',
      '\n\nquery Q { lists { id } }',
      3,
      'the operation must follow a comment, which becomes the description of the tool',
    ],
    [
      'has an empty comment',
      '#\n# @write\nquery Q { lists { id } }',
      3,
      'the operation must follow a comment, which becomes the description of the tool',
    ],
    ['lacks a name', `${comment}{ lists { id } }`, 2, 'the operation must have a name'],
    [
      'has a long name',
      `${comment}query ${'Q'.repeat(65)} { lists { id } }`,
      2,
      'the name must have at most 64 characters',
    ],
    [
      'has two operations',
      `${comment}query Q { lists { id } }\nquery R { lists { id } }`,
      3,
      'must contain only one operation',
    ],
    [
      'is nested too deeply',
      `${comment}query Q { signals { nodes ${'{ samePersonSignals '.repeat(25)} { id } ${'}'.repeat(26)} }`,
      1,
      'Query depth limit of 20 exceeded, found 28',
    ],
  ])('if a document %s', async (_, text, line, rule) => {
    const file = await folder.write('one.graphql', text);
    const error = `OperatorError: MCP_DOCUMENTS: ${file}:${line}: ${rule}${rule.endsWith('?') ? '' : '.'}`;
    expect(await startError({ MCP_DOCUMENTS: folder.path })).toBe(error);
    expect(await startError({ MCP_DOCUMENTS: folder.path, SERVES: 'graph', NODE_ENV: 'production' })).toBe(error);
  });

  type Example = [what: string, text: string, line: number, rule: string];
  it.each<Example>([
    ['is not JSON', '{\n  "id": "sig_1",\n}', 3, 'must be a JSON object with examples of the variables'],
    ['is a list', '[]', 1, 'must be a JSON object with examples of the variables'],
    ['names an unknown variable', '{\n  "id": "sig_1",\n  "first": 5\n}', 3, 'the operation has no variable $first'],
    ['has a value of another type', '{ "id": {} }', 1, 'id: ID cannot represent value: {}'],
  ])('if the file of examples %s', async (_, variables, line, rule) => {
    const query = `${comment}query Q($id: ID!) { signal(id: $id) { id } }`;
    const files = closing(await createFolder({ 'one.graphql': query, 'one.json': variables }));
    expect(await startError({ MCP_DOCUMENTS: files.path })).toContain(
      `OperatorError: MCP_DOCUMENTS: ${files.path}/one.json:${line}: ${rule}`,
    );
  });

  it('if two documents have the same name, or several are faulty, with a line for each', async () => {
    const query = `${comment}query Q { lists { id } }`;
    const documents = { 'a/one.graphql': query, 'b/one.graphql': query, 'b/two.graphql': '{' };
    const files = closing(await createFolder(documents));
    expect(await startError({ MCP_DOCUMENTS: files.path })).toBe(
      [
        `OperatorError: MCP_DOCUMENTS: ${files.path}/b/one.graphql:2: another document has the name Q.`,
        `MCP_DOCUMENTS: ${files.path}/b/two.graphql:1: Syntax Error: Expected Name, found <EOF>.`,
      ].join('\n'),
    );
  });

  it('if the folder is missing, is a file, or has no documents', async () => {
    const empty = closing(await createFolder({ 'readme.txt': '' }));
    const outcomes = [`${empty.path}/missing`, `${empty.path}/readme.txt`, empty.path].map(async (path) =>
      startError({ MCP_DOCUMENTS: path }),
    );
    expect(await Promise.all(outcomes)).toEqual([
      `OperatorError: MCP_DOCUMENTS: ${empty.path}/missing is not a folder that can be read (ENOENT).`,
      `OperatorError: MCP_DOCUMENTS: ${empty.path}/readme.txt is not a folder that can be read (ENOTDIR).`,
      `OperatorError: MCP_DOCUMENTS: ${empty.path} contains no .graphql file.`,
    ]);
  });

  it('only where the graph is served', async () => {
    const config = readConfig({
      MCP_DOCUMENTS: '/nowhere',
      SERVES: 'platform',
      DATA_DIR: 'memory',
      LOG_LEVEL: 'silent',
    });
    const { openToolDocuments } = await import('../../../src/app/graph-parts.ts');
    expect(await openToolDocuments(config, captureLog().log)).toBeUndefined();
  });
});

describe('in development', () => {
  it.each(['', 'Deal'])(
    'the examples of GraphiQL are tools, in less than 10,000 bytes, with the prefix "%s"',
    async (prefix) => {
      const graph = closing(await startHttpGraph({ environment: { GRAPH_TYPE_PREFIX: prefix } }));
      const assistant = closing(await connectClient(graph.origin));
      const { tools } = await assistant.client.listTools();

      expect(tools).toHaveLength(29);
      expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(10_000);
      expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
      expect(tools.find(({ name }) => name === 'Candidate')).toMatchObject({
        description: "A person's career, lists, who of the team has talked to them, and conversations.",
        inputSchema: { properties: { id: { examples: ['sig_0228'] } }, required: ['id'] },
      });
      expect(JSON.stringify(tools)).not.toContain('Tool calls:');
      expect((await assistant.call('ListBoard')).structuredContent).toEqual({
        data: { [prefix ? 'dealLists' : 'lists']: [] },
      });
    },
  );

  it('the descriptions for assistants are not shown in GraphiQL', () => {
    const examples = readExamples().flatMap((group) => group.examples);
    expect(examples.filter(({ query }) => query.includes('@tool'))).toEqual([]);
    expect(examples.map(({ query }) => query)).toContainEqual(
      expect.stringMatching(/^# Tool calls: 1\n# {3}1 \w+\nquery /m),
    );
  });

  it.each([{ NODE_ENV: 'production' }, { TRUSTED_DOCUMENTS: 'manifest.json' }])(
    'only, not with %o',
    async (environment) => {
      const { openToolDocuments } = await import('../../../src/app/graph-parts.ts');
      expect(await openToolDocuments(readConfig(environment), captureLog().log)).toBeUndefined();
    },
  );
});
