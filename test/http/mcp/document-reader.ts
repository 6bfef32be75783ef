import { expect } from 'vitest';
import { schema } from '../../../src/graph/schema.ts';
import { readDocumentSources } from '../../../src/http/mcp/document-sources.ts';
import { readToolDocuments } from '../../../src/http/mcp/tool-documents.ts';
import { captureLog } from '../../support/log-capture.ts';
import { useClosing } from '../../support/resource.ts';
import { createFolder } from '../../support/folder.ts';

/** Returns functions that read files as documents, in a folder that is removed after the test. */
export function useDocumentReader() {
  const closing = useClosing();

  async function read(files: Readonly<Record<string, string>>) {
    const folder = closing(await createFolder(files));
    const { log, lines } = captureLog();
    return {
      tools: readToolDocuments(readDocumentSources(folder.path), { schema, introspection: true, log }),
      lines,
      folder,
    };
  }

  async function readOne(text: string, variables?: string) {
    const { tools } = await read({ 'one.graphql': text, ...(variables !== undefined && { 'one.json': variables }) });
    expect(tools).toHaveLength(1);
    return tools[0];
  }

  return { closing, read, readOne };
}
