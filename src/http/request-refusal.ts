/** A request that is refused before an operation runs. */
export class RequestRefusal extends Error {
  readonly status: 400 | 413;

  constructor(message: string, status: 400 | 413) {
    super(message);
    this.name = 'RequestRefusal';
    this.status = status;
  }
}
