/** Repeats a pattern up to a length. */
export const filled = (pattern: string, characters: number): string =>
  pattern.repeat(Math.ceil(characters / pattern.length)).slice(0, characters);
