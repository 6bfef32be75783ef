import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../../tools/rules/folded-text.ts';

/** The trigram index narrows a search only by three letters or digits in a row. */
const indexableWord = /[a-z0-9]{3}/;

/** Bounds the size of a statement; the first words narrow enough. */
const maxWords = 10;
const maxIndexedCharacters = 20;

/** The folded words of a search, which are compared with folded names; none for an empty search. */
export const searchWords = (search: string): string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords);

/** The column contains every word, in any order. Needs the indexes that `talent_signals.full_name` has. */
export const containsWords = (column: RawBuilder<unknown>, search: string): Expression<SqlBool>[] =>
  searchWords(search).flatMap((word) => containsWord(column, word));

/** The `like` pattern of texts that contain `part`, in which `%` and `_` are ordinary characters. */
export const containing = (part: string): RawBuilder<string> =>
  sql`folded_text(${`%${part.replace(/[\\%_]/g, (character) => `\\${character}`)}%`}::text)`;

function containsWord(column: RawBuilder<unknown>, word: string): Expression<SqlBool>[] {
  const like = sql<SqlBool>`folded_text(${column}) like ${containing(word)}`;
  if (indexableWord.test(word)) return [like];
  const characters = Array.from(word).slice(0, maxIndexedCharacters);
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  const parts = sql.join((pairs.length > 0 ? pairs : characters).map((part) => sql`folded_text(${part}::text)`));
  const hasParts = sql<SqlBool>`talent_name_parts(folded_text(${column})) @> array[${parts}]`;
  // For one or two characters the index is exact; the pairs of a longer word can be anywhere in the name.
  return characters.length <= 2 ? [hasParts] : [hasParts, like];
}
