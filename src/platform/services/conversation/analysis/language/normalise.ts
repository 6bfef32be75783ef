/** An "if" that does not begin a condition. */
const indirectQuestion =
  /\b(see|know|wonder|confirm|find out|figure out|tell \w+|(?:ask|check)(?: (?!if\b)[\w']+){0,3}) if\b/g;

/** Lower-cases, straightens apostrophes, and turns the "if" of indirect questions into "whether": "I'll see if …". */
export const normalise = (text: string) =>
  text.toLowerCase().replaceAll('’', "'").replace(indirectQuestion, '$1 whether');

/** Removes line breaks and indentation from the source of a pattern. */
export const joinLines = (source: string) => source.replace(/\n */g, '');

/** Returns a test for a pattern, whose source may have several lines. */
export function matches(source: string): (text: string) => boolean {
  const pattern = new RegExp(joinLines(source));
  return (text) => pattern.test(text);
}

export function capitalise(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
