import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { StoredUpload } from '../../graph/core/context.ts';
import { type MultipartOptions, readMultipart } from './multipart.ts';

/** A multipart request that is read when its operation is asked for, and not before. */
export interface MultipartOperation {
  /** The request without its body. */
  request: Request;
  /** Filled when the operation is read. */
  uploads: ReadonlyMap<string, StoredUpload>;
  /** @throws RequestError; then nothing of the request is stored */
  read(): Promise<GraphQLParams>;
  /** To be called when the operation has been answered; deletes the files that nothing was made of. */
  release(): Promise<void>;
}

export function createMultipartOperation(request: Request, options: MultipartOptions): MultipartOperation {
  const { url, method, signal } = request;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  headers.delete('transfer-encoding');
  const uploads = new Map<string, StoredUpload>();
  let release = async () => {};
  return {
    request: new Request(url, { method, headers, signal }),
    uploads,
    async read() {
      const read = await readMultipart(request, options);
      release = read.release;
      for (const [name, upload] of read.uploads) uploads.set(name, upload);
      return { ...read.operations };
    },
    release: () => release(),
  };
}

/**
 * Reads the operations of multipart requests. Parsers run when every plugin has seen the request, so nothing is read,
 * and no file stored, of a request whose caller was refused.
 */
export function useMultipartOperation(): Plugin<object, { readOperation?: () => Promise<GraphQLParams | Response> }> {
  return {
    onRequestParse({ serverContext: { readOperation }, setRequestParser }) {
      if (readOperation) setRequestParser(readOperation);
    },
  };
}
