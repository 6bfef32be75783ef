import { describe, expect, it } from 'vitest';
import { findQuestions } from '../../../../../../src/platform/services/conversation/analysis/insights/questions.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';

const segmentMs = 2000;

/** Consecutive captions of one speaker; a number is a pause in milliseconds. */
function captions(...parts: (string | number)[]) {
  let at = 0;
  return parts.flatMap((part) => {
    const start = at;
    at += typeof part === 'number' ? part : segmentMs;
    return typeof part === 'number' ? [] : [{ participant_id: 'anna', start_ms: start, end_ms: at, text: part }];
  });
}

async function sentences(parts: (string | number)[], language = 'en') {
  return (await parseConversation({ segments: captions(...parts), language })).sentences.map(({ text }) => text);
}
const words = (count: number, name = 'word') =>
  Array.from({ length: count }, (_, index) => `${name}${index}`).join(' ');

describe('sentence boundary detection without punctuation', () => {
  it('splits at pauses of 0.7 seconds between segments', async () => {
    const [first, second] = ['the vendor raised the price', 'nobody signed that contract'];
    expect(await sentences([first, 700, second])).toEqual([first, second]);
    expect(await sentences([first, 699, second])).toEqual([`${first} ${second}`]);
    expect(await sentences(['the vendor raised', 700, second])).toEqual([`the vendor raised ${second}`]);
  });

  it('splits after 8 words before a connective and a pronoun', async () => {
    expect(await sentences(['the vendor raised the price of the contract and we left them'])).toEqual([
      'the vendor raised the price of the contract',
      'and we left them',
    ]);
    expect(await sentences(['the vendor raised the price and we left them'])).toEqual([
      'the vendor raised the price and we left them',
    ]);
    expect(await sentences(['the vendor raised the price of the contract and the discount ended'])).toEqual([
      'the vendor raised the price of the contract and the discount ended',
    ]);
  });

  it('splits before the word order of a question', async () => {
    expect(await sentences(['we sell software so how do you handle renewals today'])).toEqual([
      'we sell software',
      'so how do you handle renewals today',
    ]);
    expect(await sentences(['I know how do we say crazy it is'])).toEqual(['I know how do we say crazy it is']);
  });

  it('splits after 28 words at a segment, and after 40 words anywhere', async () => {
    expect(await sentences([words(28), words(3, 'rest')])).toEqual([words(28), words(3, 'rest')]);
    expect(await sentences([words(27), words(3, 'rest')])).toEqual([`${words(27)} ${words(3, 'rest')}`]);
    expect((await sentences([words(100)])).map((text) => text.split(' ').length)).toEqual([40, 40, 20]);
  });

  it('ignores English words in other languages', async () => {
    expect(await sentences(['alle warten auf den vertrag', 'so ist das'], 'de')).toEqual([
      'alle warten auf den vertrag so ist das',
    ]);
  });

  it('relies on punctuation if there is any', async () => {
    expect(await sentences(['The vendor raised', 900, 'the price. They want a discount.'])).toEqual([
      'The vendor raised the price.',
      'They want a discount.',
    ]);
  });

  it('relies on punctuation inside long segments', async () => {
    expect(await sentences([`We talked. ${words(51)} they want more`, 'they want a discount'])).toHaveLength(2);
    expect((await sentences([`We talked. ${words(52)} they want more`, 'they want a discount'])).length).toBe(3);
  });

  it('finds questions across captions', async () => {
    const segments = [
      ...captions('we sell software so how do you handle', 'renewals today'),
      { participant_id: 'tom', start_ms: 4000, end_ms: 6000, text: 'we send letters' },
    ];
    const questions = findQuestions(await parseConversation({ segments, language: 'en' }));
    expect(questions.map(({ text, start_ms: startMs, end_ms: endMs }) => [text, startMs, endMs])).toEqual([
      ['so how do you handle renewals today', 919, 4000],
    ]);
  });
});
