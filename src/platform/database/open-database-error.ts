/** The database cannot be opened for a reason that the person who started the program can mend; one line says it. */
export class OpenDatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message.replace(/\s+/g, ' '), options);
    this.name = 'OpenDatabaseError';
  }
}

/** What an error says; the first of several that stand behind one. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (typeof error !== 'object' || error === null || !('message' in error)) return 'the reason is not known';
  return String(error.message);
}
