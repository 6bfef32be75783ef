import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldedWords } from '../../../tools/rules/folded-text.ts';

/** A word that the trigram index can find: it needs three consecutive ASCII letters or digits. */
const indexableWord = /[a-z0-9]{3}/;

/** Maximum words of a search, which bounds the SQL statement; the first words narrow a search enough. */
const maxWords = 10;
/** Maximum characters of a word without three ASCII letters or digits that are looked up in the index. */
const maxIndexedCharacters = 20;

/** Returns the first `maxWords` words without case and accents, for comparison with folded names. */
export const searchWords = (search: string): string[] => foldedWords(search).slice(0, maxWords);

/** Returns conditions that a text has all words. Fast only with indexes like those on `talent_signals.full_name`. */
export const containsWords = (column: RawBuilder<unknown>, search: string): Expression<SqlBool>[] =>
  searchWords(search).flatMap((word) => containsWord(column, word));

/** Returns a pattern of `like` for folded texts that contain the part. */
export const containing = (part: string): RawBuilder<string> =>
  sql`folded_text(${`%${part.replace(/[\\%_]/g, (character) => `\\${character}`)}%`}::text)`;

function containsWord(column: RawBuilder<unknown>, word: string): Expression<SqlBool>[] {
  const like = sql<SqlBool>`folded_text(${column}) like ${containing(word)}`;
  if (indexableWord.test(word)) return [like];
  const characters = Array.from(word).slice(0, maxIndexedCharacters);
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  const parts = sql.join((pairs.length > 0 ? pairs : characters).map((part) => sql`folded_text(${part}::text)`));
  const hasParts = sql<SqlBool>`talent_name_parts(folded_text(${column})) @> array[${parts}]`;
  // A name can contain all character pairs of a longer word without containing the word.
  if (characters.length > 2) return [hasParts, like];
  if (characters.length === 1) return [hasParts];
  // `like` is ten times faster than splitting names; in a `case`, it hardly changes the planner's row estimate.
  return [hasParts, sql`case when ${like} then true else false end`];
}
