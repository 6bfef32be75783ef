import { expect, it } from 'vitest';
import { nextStepsOf } from '../../../../../../../src/platform/services/conversation/analysis/insights/summary/next-steps.ts';
import { parseConversation } from '../../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { talk } from '../../talk.ts';

async function steps(texts: string[], said: string[], maxWords = 100) {
  const { sentences } = await parseConversation({ segments: talk(...said), language: 'en' });
  const items = texts.map((text) => ({
    text,
    assignee_id: text.includes(': ') ? 'p-anna' : null,
    start_ms: 0,
    is_completed: false,
    due_on: null,
  }));
  const names = new Map([
    ['p-anna', 'Anna'],
    ['p-tom', 'Tom'],
  ]);
  return nextStepsOf(items, { sentences, names, maxWords }).map(({ text }) => text);
}

it.each([
  ['Anna: send Tom the offer by the twenty fourth, because he asked for it.', 'Send Tom the offer by the 24th'],
  ['Anna: tell them on Thursday – “Somebody has to tell the night shift.”', 'Tell them on Thursday (night shift)'],
  ["Anna: call the agent – “You'll hear from me by Friday.”", 'Call the agent by Friday'],
  ['Anna: asked by Tom, “Could I have a copy of the certificate?”', 'Could I have a copy of the certificate'],
  ["Anna: That's my job, I suppose – “Somebody must tell the support desk.”", 'Somebody must tell the support desk'],
  ['The twenty fourth, at ten? – Yes, ten is good.', 'The 24th, at 10'],
])('states the task of %j', async (item, expected) => {
  const said = `anna: ${item.replaceAll(/[^\w' ]/g, ' ')}`;
  expect(await steps([item], [said])).toEqual([expected]);
});

it('is shortened before a step is left out', async () => {
  const long = 'Anna: send the printers to the workshop, then ask the developers about the driver.';
  const said = [`anna: ${long}`];
  expect(await steps([long, 'Anna: call Tom.'], said, 12)).toEqual(['Send the printers to the workshop', 'Call Tom']);
  expect(await steps([long, 'Anna: call Tom.'], said, 6)).toEqual(['Call Tom']);
});
