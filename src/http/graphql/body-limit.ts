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
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length;
      if (bytes > maxBodyBytes) break;
      chunks.push(chunk);
    }
  } catch {
    throw requestError('BAD_REQUEST', 'The request ended early.');
  }
  if (bytes > maxBodyBytes) throw tooLarge();
  return Buffer.concat(chunks);
}

const tooLarge = () => requestError('REQUEST_ENTITY_TOO_LARGE', 'Request body too large');
