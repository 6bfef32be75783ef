import { describe, expect, it } from 'vitest';
import { compareNames, NameIndex, parsePersonName } from '../../../src/graph/matching/rules/person-name.ts';

const compare = (a: string, b: string) => {
  const [left, right] = [parsePersonName(a), parsePersonName(b)];
  return left && right && compareNames(left, right);
};

describe('names of people', () => {
  it.each([
    ['case and punctuation', 'ADA  LOVELACE', 'Ada Lovelace.'],
    ['accents', 'Chloé Perrin', 'Chloe Perrin'],
    ['umlauts spelled with two letters', 'Jürgen Möller', 'Juergen Moeller'],
    ['Cyrillic', 'Юлия Щербакова', 'Yulia Shcherbakova'],
    ['Greek', 'Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['Chinese', '王小明', 'Xiaoming Wang'],
    ['swapped order', 'Lovelace Ada', 'Ada Lovelace'],
    ['swapped order with a comma', 'Lovelace, Ada', 'Ada Lovelace'],
    ['hyphens', 'Jeon Ji-woo', 'Jiwoo Jeon'],
    ['apostrophes', 'Sean O’Brien', 'Sean OBrien'],
    ['ways to transliterate', 'Фёдор Достоевский', 'Fyodor Dostoevsky'],
    ['titles and additions', 'Dr. Ada Lovelace, PhD (Example Labs)', 'Ada Lovelace'],
    ['a company after the name', 'Ada Lovelace - Example Labs', 'Ada Lovelace'],
    ['a quoted name', 'Augusta “Ada” Lovelace', 'Augusta Lovelace'],
    ['emojis', 'Ada Lovelace 🚀', 'Ada Lovelace'],
  ])('are equal but for %s', (_, a, b) => {
    expect([compare(a, b), compare(b, a)]).toEqual(['FULL_NAME', 'FULL_NAME']);
  });

  it.each([
    ['a nickname', 'Bill Ferrand', 'William Ferrand'],
    ['a nickname in another script', 'Александр Белов', 'Alexander Belov'],
    ['two nicknames of one name', 'Bill Ferrand', 'Will Ferrand'],
    ['a nickname, both in swapped order', 'Ferrand, Bill', 'Ferrand, William'],
    ['an initial', 'A. Lovelace', 'Ada Lovelace'],
    ['an initial in swapped order', 'Lovelace, A.', 'Ada Lovelace'],
    ['an initial of the family name', 'Ada L.', 'Ada Lovelace'],
    ['a further initial', 'Ada K. Lovelace', 'Ada Lovelace'],
    ['a nickname and a further initial', 'Bill Q Ferrand', 'William Ferrand'],
  ])('are alike but for %s', (_, a, b) => {
    expect([compare(a, b), compare(b, a)]).toEqual(['NICKNAME', 'NICKNAME']);
  });

  it.each([
    ['given names', 'Ada Lovelace', 'Eva Lovelace'],
    ['family names', 'Ada Lovelace', 'Ada Marsh'],
    ['family names of which one is an initial', 'Ada M.', 'Ada Lovelace'],
    ['family names that are alike as given names', 'Ada Jack', 'Ada John'],
    ['family names of which only an initial is known', 'Bill F.', 'William F.'],
    ['initials', 'Ada K. Lovelace', 'Ada M. Lovelace'],
    ['word boundaries', 'Ann Abel', 'Anna Bel'],
    ['further words', 'Ada Marsh Lovelace', 'Ada Lovelace'],
    ['spellings of names without accents', 'Bryan Marsh', 'Brian Marsh'],
  ])('differ in %s', (_, a, b) => {
    expect([compare(a, b), compare(b, a)]).toEqual([null, null]);
  });

  it.each([null, undefined, '', '  ', 'Ada', 'Dr. Ada', 'A. B.', '+44 20 7946 0000', 'ada.lovelace@example.org', '—'])(
    'never match when there is no name: %j',
    (text) => {
      expect(parsePersonName(text)).toBeNull();
    },
  );
});

describe('hostile names', () => {
  it.each(['(', '[', '"', '|', ' - ', ',', '\u0301', '\u202e', '漢', 'a ', '\ud800'])(
    'of any length are read in linear time: %j',
    (part) => {
      const { user } = process.threadCpuUsage();
      parsePersonName(`Ada Ex ${part.repeat(50_000)}\n`);
      expect(process.threadCpuUsage().user - user).toBeLessThan(300_000);
    },
  );

  it('of more words than any name has identify nobody', () => {
    const words = (count: number) => Array.from({ length: count }, (_, index) => `ada${index}`).join(' ');
    expect(parsePersonName(words(20))).not.toBeNull();
    expect(parsePersonName(words(21))).toBeNull();
  });
});

describe('an index of names', () => {
  const guests = ['Ada Lovelace', 'LOVELACE, Ada', 'A. Lovelace', 'Ada', null, 'Eva Lovelace', 'Xiaoming Wang', '王伟'];
  const index = new NameIndex(guests, (guest) => guest);
  const find = (text: string) => {
    const name = parsePersonName(text);
    return name && index.find(name).map(({ item, nameKey }) => [item, nameKey]);
  };

  it('finds all spellings of a name', () => {
    expect(find('Ada Lovelace')).toEqual([
      ['Ada Lovelace', 'FULL_NAME'],
      ['LOVELACE, Ada', 'FULL_NAME'],
      ['A. Lovelace', 'NICKNAME'],
    ]);
  });

  it('finds names in other scripts', () => {
    expect(find('王小明')).toEqual([['Xiaoming Wang', 'FULL_NAME']]);
    expect(find('Wei Wang')).toEqual([['王伟', 'FULL_NAME']]);
  });

  it('finds nothing for other names', () => {
    expect(find('Grace Hopper')).toEqual([]);
  });
});
