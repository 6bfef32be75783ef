/**
 * The message of an error that callers cannot act on; the log has the details.
 * @param id what to quote, such as `request id 42`
 */
export const unexpectedError = (id: string) => `Unexpected error. Quote the ${id} when you report it.`;
