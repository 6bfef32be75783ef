/** Normalizes the id of an activity, because UUIDs are case-insensitive. */
export const activityKey = (id: string) => id.toLowerCase();
