/** Prepared statements of a connection; the plan of each takes memory of the database. */
export const maxStatements = 200;

/** Longer statements store many rows; their text depends on the number of rows. */
const maxLength = 4000;

const manipulatesData = /^\s*(?:select|insert|update|delete|with)\b/i;

export const isPreparable = (text: string): boolean => text.length <= maxLength && manipulatesData.test(text);
