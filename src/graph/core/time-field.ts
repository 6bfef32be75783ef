/** Options of a nullable field with the time of an event, such as `the list was created`. */
export const eventTime = (event: string) =>
  ({ type: 'DateTime', description: `Time at which ${event}, in UTC; null if unknown.` }) as const;
