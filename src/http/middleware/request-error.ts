import { CodedError } from '../../tools/coded-error.ts';

type RequestErrorCode = 'BAD_REQUEST' | 'REQUEST_TIMEOUT' | 'REQUEST_ENTITY_TOO_LARGE';

/** A request that is rejected before an operation runs. */
export class RequestError extends CodedError<{ code: RequestErrorCode; message: string }> {
  constructor(message: string, code: RequestErrorCode) {
    super({ code, message });
  }
}
