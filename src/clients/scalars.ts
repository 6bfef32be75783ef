/** The TypeScript types of the scalars. All are strings in JSON, except `JSON`, and `File`, which only inputs have. */
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
