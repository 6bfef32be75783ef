import { describe, expect, it } from 'vitest';
import { analyseEmbedded } from '../../../../../../src/platform/services/conversation/analysis/analyse.ts';
import { readHeldOutCalls } from '../../../../../support/held-out-calls/held-out-calls.ts';
import { people, talk } from '../talk.ts';

const summaryOf = async (lines: readonly string[], language = 'en') => {
  const started_at = new Date('2026-03-04T10:00:00Z');
  return (await analyseEmbedded({ segments: talk(...lines), participants: people, themes: [], language, started_at }))
    .summary;
};

const call = [
  'anna: Hello Tom, how are you?',
  'anna: I am calling about the renewal of your hosting contract.',
  'tom: The hosting contract got more expensive every year.',
  'tom: How long would the new contract run?',
  "anna: I don't know yet, I have to check with our lawyers.",
  'anna: The new price of the hosting contract would be nine hundred euros a month.',
  "tom: That's fine for us.",
  "anna: Great, then I'll send you the contract by Friday.",
  'tom: It was sunny at the lake yesterday.',
];

describe('the embedded summary', () => {
  it('says who met and why, then action items with owner and day, open questions, and central sentences in order', async () => {
    expect((await summaryOf(call)).split('\n')).toEqual([
      'Anna Bauer and Tom Reed met. Anna Bauer: “I am calling about the renewal of your hosting contract.”',
      "Action items: Anna Bauer: “Great, then I'll send you the contract by Friday.” (due 2026-03-06)",
      'Open questions: Tom Reed: “How long would the new contract run?”',
      expect.stringMatching(
        /^Key sentences: Tom Reed: “The hosting contract got more expensive every year\.” Anna Bauer: “The new price/,
      ),
    ]);
  });

  it('quotes only what was said, and at most four central sentences', async () => {
    for (const { conversation } of await readHeldOutCalls('second')) {
      const { summary } = await analyseEmbedded(conversation);
      const [, key = ''] = /^Key sentences: (.*)$/m.exec(summary) ?? [];
      const quotes = [...key.matchAll(/“([^”]+)”/g)].map(([, text = '']) => text.toLowerCase().match(/\w+/g) ?? []);
      const said = conversation.segments
        .map(({ text }) => text)
        .join(' ')
        .toLowerCase();
      expect(quotes.length).toBeLessThanOrEqual(4);
      for (const words of quotes) for (const word of words) expect(said).toContain(word);
      expect(summary).not.toMatch(/agreed|decided/i);
    }
  });

  it('leaves out what a conversation does not have', async () => {
    expect(await summaryOf(['anna: The warehouse in Bremen opens in May.'])).toBe(
      'Key sentences: Anna Bauer: “The warehouse in Bremen opens in May.”',
    );
    expect(await summaryOf(['anna: Hello Tom, how are you?'])).toBe('');
  });

  it('quotes the central sentences in other languages', async () => {
    const lines = ['anna: In dieser Besprechung geht es um den Vertrag mit dem neuen Anbieter.', 'tom: Was kostet er?'];
    expect(await summaryOf(lines, 'de_DE')).toBe(
      'Anna Bauer: “In dieser Besprechung geht es um den Vertrag mit dem neuen Anbieter.”',
    );
  });
});
