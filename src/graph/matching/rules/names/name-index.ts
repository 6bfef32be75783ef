import { compareNames, type NameKey } from './compare-names.ts';
import { type PersonName, parsePersonName } from './person-name.ts';

/** Keeps only the letters that no transliteration changes, each once if doubled, which is much faster than folding. */
const indexKey = (word: string): string => word.replaceAll(/[aceghijkosuvwxy]+|([bdflmnpqrtz])(?=\1)/g, '');

const allWords = ({ words, alternatives }: PersonName): readonly string[] =>
  alternatives.length === 0 ? words : [...words, ...alternatives.flatMap((other) => other.words)];

interface Named<Item> {
  name: PersonName;
  items: Item[];
}

/** Finds people by name among thousands: compares only names with a word in common; other names cannot match. */
export class NameIndex<Item> {
  readonly #byText = new Map<string, Named<Item> | null>();
  readonly #byKey = new Map<string, Named<Item>[]>();
  /** Index keys by word, because most words occur in many names. */
  readonly #keys = new Map<string, string>();

  /** `find` returns only items for which `nameOf` returns the name of a person. */
  constructor(items: Iterable<Item>, nameOf: (item: Item) => string | null | undefined) {
    for (const item of items) {
      const text = nameOf(item) ?? '';
      let named = this.#byText.get(text);
      if (named === undefined) this.#byText.set(text, (named = this.#add(text)));
      named?.items.push(item);
    }
  }

  find(name: PersonName): { item: Item; nameKey: NameKey }[] {
    const compared = new Set<Named<Item>>();
    const found: { item: Item; nameKey: NameKey }[] = [];
    for (const word of allWords(name)) {
      for (const named of this.#byKey.get(this.#keyOf(word)) ?? []) {
        if (compared.has(named)) continue;
        compared.add(named);
        const nameKey = compareNames(name, named.name);
        if (nameKey) for (const item of named.items) found.push({ item, nameKey });
      }
    }
    return found;
  }

  #add(text: string): Named<Item> | null {
    const name = parsePersonName(text, { isProfile: true });
    if (!name) return null;
    const named: Named<Item> = { name, items: [] };
    for (const word of allWords(name)) {
      const key = this.#keyOf(word);
      const others = this.#byKey.get(key);
      if (others) others.push(named);
      else this.#byKey.set(key, [named]);
    }
    return named;
  }

  #keyOf(word: string): string {
    let key = this.#keys.get(word);
    if (key === undefined) this.#keys.set(word, (key = indexKey(word)));
    return key;
  }
}
