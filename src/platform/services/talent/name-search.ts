import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldText } from '../../../tools/folded-text.ts';

/** The trigram index needs three letters or digits in a row to narrow a search. */
const indexableWord = /[a-z0-9]{3}/;

/** Longer searches could exceed what one statement takes; the first words narrow enough. */
const maxWords = 10;
const maxIndexedCharacters = 20;

/** The words of a search, in the form in which names are compared. An empty search has none. */
export const searchWords = (search: string): string[] =>
  foldText(search)
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords);

/** Conditions on `talent_signals`: the name contains every word, in any order. */
export const nameContains = (search: string): Expression<SqlBool>[] => searchWords(search).flatMap(signalNameHas);

/** The `like` pattern of texts that contain this one; `%` and `_` in it are ordinary characters. */
export const containing = (part: string): RawBuilder<string> =>
  sql`folded_text(${`%${part.replace(/[\\%_]/g, (character) => `\\${character}`)}%`}::text)`;

function signalNameHas(word: string): Expression<SqlBool>[] {
  const like = sql<SqlBool>`folded_text(talent_signals.full_name) like ${containing(word)}`;
  if (indexableWord.test(word)) return [like];
  const characters = Array.from(word).slice(0, maxIndexedCharacters);
  const pairs = characters.slice(1).map((character, index) => `${characters[index]}${character}`);
  const parts = sql.join((pairs.length > 0 ? pairs : characters).map((part) => sql`folded_text(${part}::text)`));
  const hasParts = sql<SqlBool>`talent_name_parts(folded_text(talent_signals.full_name)) @> array[${parts}]`;
  // For one or two characters the index is exact; longer words only have their pairs somewhere in the name.
  return characters.length <= 2 ? [hasParts] : [hasParts, like];
}
