import { describe, expect, it } from 'vitest';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { matchTopics } from '../../../../../../src/platform/services/conversation/analysis/insights/topic-matches.ts';
import { talk } from '../talk.ts';

async function match(keywords: string[], lines: string[], language = 'en') {
  const { sentences, tokenise } = await parseConversation({ segments: talk(...lines), language });
  const topics = [{ name: 'Deal', triggers: keywords.map((keyword) => ({ keyword })) }];
  return matchTopics(sentences, { themes: [{ name: 'Sales', topics }], tokenise });
}
const brief = async (keywords: string[], line: string, language?: string) =>
  (await match(keywords, [`anna: ${line}`], language)).map(({ trigger }) => trigger);

describe('topic matches', () => {
  it('returns theme, topic, trigger, the time of the words and their sentence', async () => {
    expect(await match(['price'], ['tom: Hello.', 'anna: Fine. The prices went up again.'])).toEqual([
      {
        participant_id: 'p-anna',
        start_ms: 1468,
        end_ms: 2048,
        text: 'The prices went up again.',
        theme: 'Sales',
        topic: 'Deal',
        trigger: 'price',
      },
    ]);
  });

  it.each([
    ['price', 'It is priced at ten.', 1],
    ['price', 'PRICE, they said.', 1],
    ['price', 'A caprice of the pricey kind.', 0],
    ['price', 'Their pricing is odd.', 0],
    ['meeting', 'We met on Friday.', 0],
    ['child', 'The children came.', 1],
    ['cancel', 'They cancelled it.', 1],
    ['remote control', 'Two remote controls.', 1],
    ['remote control', 'A remote-control car.', 1],
    ['remote control', 'It is remote, control it.', 0],
    ['remote control', 'Control the remote.', 0],
    ['e-mail', 'Two e-mails came.', 1],
    ['COVID-19', 'The covid-19 pandemic.', 1],
    ['🚀', 'We go 🚀 today.', 1],
    ['  ', 'Nothing to match.', 0],
  ])('finds %j in %j %d times', async (keyword, line, times) => {
    expect((await brief([keyword], line)).length).toBe(times);
  });

  it('prefers the longest of overlapping triggers', async () => {
    expect(await brief(['price', 'price list', 'list'], 'The price list has no price.')).toEqual([
      'price list',
      'price',
    ]);
  });

  it('matches a trigger once per sentence, for every topic that has it', async () => {
    expect(await brief(['price', 'price'], 'Price against price.')).toEqual(['price', 'price']);
  });

  it('finds a phrase that is split between two captions', async () => {
    const [found] = await match(['remote control'], ['anna: I like the remote', 'anna: control a lot. Yes.']);
    expect(found).toMatchObject({ text: 'I like the remote control a lot.', start_ms: 1294, end_ms: 2737 });
  });

  it('matches exact words in other languages', async () => {
    expect(await brief(['Preis'], 'Der PREIS ist hoch.', 'de')).toEqual(['Preis']);
    expect(await brief(['Preis'], 'Die Preise sind hoch.', 'de')).toEqual([]);
  });

  it('returns an excerpt of a very long sentence', async () => {
    const words = Array.from({ length: 50 }, (_, index) => `wonderful${index}`);
    const [found] = await match(
      ['contract'],
      [`anna: ${[...words.slice(0, 25), 'contract', ...words.slice(25)].join(' ')}.`],
    );
    expect(found?.text.startsWith('…wonderful')).toBe(true);
    expect(found?.text.endsWith('…')).toBe(true);
    expect(found?.text).toContain(' contract ');
    expect(found?.text.length).toBeLessThanOrEqual(302);
  });
});
