/** A request that is rejected before an operation runs. */
export class RequestRefusal extends Error {
  readonly code: 'BAD_REQUEST' | 'REQUEST_TIMEOUT' | 'REQUEST_ENTITY_TOO_LARGE';

  constructor(message: string, code: RequestRefusal['code']) {
    super(message);
    this.name = 'RequestRefusal';
    this.code = code;
  }
}
