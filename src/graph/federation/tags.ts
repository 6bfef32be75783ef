/** Tags (`@tag`) by which a contract can exclude parts of the supergraph. `src/app/REFERENCE.md` documents them. */

/** Data with which people can be reached outside the graph: email addresses, phone numbers and LinkedIn profiles. */
export const personalDataTag = 'personal-data';

/** Root fields that only Relay uses. */
export const relayTag = 'relay';

/** Prefix of the root fields with which Relay refetches objects, such as `fetch__Signal`. */
export const fetchFieldPrefix = 'fetch__';
