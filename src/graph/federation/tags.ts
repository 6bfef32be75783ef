/** Tags (`@tag`) by which a contract can exclude parts of the supergraph. `src/app/REFERENCE.md` documents them. */

/**
 * Contact details and profiles by which people can be reached outside the graph: email addresses, phone numbers and
 * LinkedIn profiles.
 */
export const personalDataTag = 'personal-data';

/** Root fields that only Relay uses. */
export const relayTag = 'relay';

/** Prefix of the root fields that Relay refetches objects with, such as `fetch__Signal`. */
export const fetchFieldPrefix = 'fetch__';
