/** The `ilike` pattern of texts that contain this one; `%` and `_` in it stand for themselves. */
export const containing = (part: string) => `%${part.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;
