import { GraphQLError } from 'graphql';
import { maxBodyBytes } from '../../graph/cost/operation-limits.ts';
import { requestError } from './errors/request-error.ts';

/**
 * Returns a request whose body has at most `maxBodyBytes`. A request with a content length is returned unchanged: Node
 * ends its body at this length, and its parser can read it directly from the connection. Any other body is read here,
 * no further than the limit. Yoga's own limit would pipe every body through a stream, which takes longer than parsing
 * and validating a usual document.
 * @throws GraphQLError `REQUEST_ENTITY_TOO_LARGE`, or `BAD_REQUEST` when the client leaves
 */
export async function limitBody(request: Request): Promise<Request> {
  const { url, method, headers } = request;
  const length = headers.get('content-length') ?? '';
  if (Number(length) > maxBodyBytes) throw tooLarge();
  // The body of a GET request is never read.
  if (method === 'GET' || /^\d+$/.test(length)) return request;
  return new Request(url, { method, headers, body: await readBody(request) });
}

async function readBody({ body }: Request): Promise<Buffer<ArrayBuffer>> {
  // One buffer for all chunks: a client can send chunks of one byte, and a list of them would take 200 times their size.
  const buffer = Buffer.allocUnsafeSlow(maxBodyBytes);
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      if (bytes + chunk.length > maxBodyBytes) throw tooLarge();
      buffer.set(chunk, bytes);
      bytes += chunk.length;
    }
  } catch (error) {
    throw error instanceof GraphQLError ? error : requestError('BAD_REQUEST', 'The request ended early.');
  }
  return Buffer.from(buffer.subarray(0, bytes));
}

const tooLarge = () => requestError('REQUEST_ENTITY_TOO_LARGE', 'Request body too large');
