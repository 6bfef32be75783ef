import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../../tools/rules/folded-text.ts';

/** The trigram index can only narrow a search by a word with three consecutive letters or digits. */
const indexableWord = /[a-z0-9]{3}/;

/** These limits bound the size of a statement. The first words and characters narrow a search enough. */
const maxWords = 10;
const maxIndexedCharacters = 20;

/** The folded words of a search, to be compared with folded names. Words beyond `maxWords` are ignored. */
export const searchWords = (search: string): string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords);

/** Conditions that a column contains every word, in any order. They need the indexes of `talent_signals.full_name`. */
export const containsWords = (column: RawBuilder<unknown>, search: string): Expression<SqlBool>[] =>
  searchWords(search).flatMap((word) => containsWord(column, word));

/** The `like` pattern for texts that contain `part`; `%` and `_` in `part` are escaped. */
export const containing = (part: string): RawBuilder<string> =>
  sql`folded_text(${`%${part.replace(/[\\%_]/g, (character) => `\\${character}`)}%`}::text)`;

function containsWord(column: RawBuilder<unknown>, word: string): Expression<SqlBool>[] {
  const like = sql<SqlBool>`folded_text(${column}) like ${containing(word)}`;
  if (indexableWord.test(word)) return [like];
  const characters = Array.from(word).slice(0, maxIndexedCharacters);
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  const parts = sql.join((pairs.length > 0 ? pairs : characters).map((part) => sql`folded_text(${part}::text)`));
  const hasParts = sql<SqlBool>`talent_name_parts(folded_text(${column})) @> array[${parts}]`;
  // The index is exact for one or two characters. The pairs of a longer word can be scattered over the name.
  return characters.length <= 2 ? [hasParts] : [hasParts, like];
}
