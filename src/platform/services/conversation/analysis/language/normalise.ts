/** A phrase such as "if I can" that states no condition: "I'll see if I can …". */
const indirectQuestion =
  /\b(see|know|wonder|confirm|find out|figure out|tell \w+|(?:ask|check)(?: (?!if\b)[\w']+){0,3}) if\b/g;

/** Lower case with straight apostrophes. */
export const normalise = (text: string) =>
  text.toLowerCase().replaceAll('’', "'").replace(indirectQuestion, '$1 whether');

/** Removes line breaks and indentation from the source of a pattern. */
export const joinLines = (source: string) => source.replace(/\n */g, '');
