import { expect, it } from 'vitest';
import { purposeOf } from '../../../../../../../src/platform/services/conversation/analysis/insights/summary/clauses/purpose.ts';
import { parseConversation } from '../../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { talk } from '../../talk.ts';

const names = new Map([
  ['p-anna', 'Anna'],
  ['p-tom', 'Tom'],
]);

async function purpose(lines: string[], smallTalk = 0): Promise<string | undefined> {
  const { sentences } = await parseConversation({ segments: talk(...lines), language: 'en' });
  return purposeOf(sentences, { weights: new Map(), names, smallTalk })?.text;
}

it.each([
  [
    ['anna: I had the wrong headset on.', "tom: I'm calling because of the price increase."],
    "Tom: I'm calling because of the price increase.",
  ],
  [['anna: Your lease ends on the thirtieth of June, right?'], 'Anna: Your lease ends on 30 June.'],
  [['anna: How can I help?', 'tom: All the labels come out white.'], 'Tom: All the labels come out white.'],
  [['anna: So, the post. Sixty two turbines in five parks.'], 'Anna: The post: 62 turbines in five parks.'],
])('states why they met in %j', async (lines, expected) => {
  expect(await purpose(lines)).toBe(expected);
});

it('announces only what is announced in small talk', async () => {
  const lines = [
    'anna: The problem is the broken heating of the cinema.',
    'tom: The tax codes in the old import are odd.',
  ];
  expect(await purpose(lines, 1)).toBeUndefined();
  expect(await purpose(["anna: I'm calling about the cinema.", ...lines], 1)).toBe(
    "Anna: I'm calling about the cinema.",
  );
});

it('consists of the nouns that recur if nothing else states it', async () => {
  expect(
    await purpose([
      'tom: One of the tax codes is old.',
      'anna: I see the tax codes here, and an import.',
      'tom: Then there was an import. Which tax codes?',
    ]),
  ).toBe('About tax codes, import.');
});
