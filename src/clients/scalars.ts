/** The TypeScript types of the scalars. In JSON, all are strings except `JSON`. `File` occurs only in inputs. */
export const scalars = {
  ID: 'string',
  Date: 'string',
  DateTime: 'string',
  EmailAddress: 'string',
  EventCursor: 'string',
  File: 'File',
  JSON: 'unknown',
  PartialDate: 'string',
  URL: 'string',
};
