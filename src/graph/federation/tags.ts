/**
 * The tags of the schema (`@tag`), by which the platform team can leave out parts of a supergraph with a contract.
 * Frontend and operation documents list them.
 */

/**
 * Contact details and profiles by which people can be reached outside the graph: email addresses, phone numbers and
 * LinkedIn profiles.
 */
export const personalDataTag = 'personal-data';

/** Root fields that only Relay uses. */
export const relayTag = 'relay';
