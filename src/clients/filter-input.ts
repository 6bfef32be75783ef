/** Turns the `filter` of a saved search into a `SignalFilter`: removes `__typename` and nulls. */
export const filterInput = (filter: object) =>
  JSON.parse(JSON.stringify(filter, (key, value) => (key === '__typename' || value === null ? undefined : value)));
