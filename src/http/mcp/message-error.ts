import { RequestError } from '../middleware/error-response.ts';

const jsonRpcCodes = { parseError: -32_700, invalidRequest: -32_600 };

/** Thrown for a body that is not a JSON-RPC message. */
export class MessageError extends RequestError {
  readonly jsonRpcCode: number;

  constructor(kind: keyof typeof jsonRpcCodes, message: string) {
    super({ code: 'BAD_REQUEST', message });
    this.jsonRpcCode = jsonRpcCodes[kind];
  }
}
