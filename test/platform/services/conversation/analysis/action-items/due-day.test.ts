import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { findDueDay } from '../../../../../../src/platform/services/conversation/analysis/action-items/due-day.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { people, talk } from '../talk.ts';

/** A Wednesday. */
const startedAt = new Date('2026-03-04T23:30:00Z');

describe('the due day of an action item', () => {
  it.each([
    ["I'll send it by Friday.", '2026-03-06'],
    ["I'll send it on Wednesday.", '2026-03-11'],
    ["I'll send it next Friday.", '2026-03-13'],
    ["I'll send it next week on Monday.", '2026-03-09'],
    ["I'll send it by Tuesday next week.", '2026-03-10'],
    ["I'll send it today.", '2026-03-04'],
    ["I'll send it tonight.", '2026-03-04'],
    ["I'll send it in an hour.", '2026-03-04'],
    ["I'll send it by the end of the day.", '2026-03-04'],
    ["I'll send it by end of day Friday.", '2026-03-06'],
    ["I'll send it by noon tomorrow.", '2026-03-05'],
    ["I'll send it the day after tomorrow.", '2026-03-06'],
    ["I'll send it this week.", '2026-03-06'],
    ["I'll send it by the weekend.", '2026-03-06'],
    ["I'll send it over the weekend.", '2026-03-08'],
    ["I'll send it on the weekend.", '2026-03-08'],
    ["I'll send it before the weekend.", '2026-03-06'],
    ["I'll send it by Tuesday the tenth.", '2026-03-10'],
    ["I'll send it on Wednesday, the 8th of April.", '2026-04-08'],
    ["I'll send it on Wednesday, April 8th.", '2026-04-08'],
    ["I'll send it next week.", '2026-03-13'],
    ["I'll send it by the end of next week.", '2026-03-13'],
    ["I'll send it this month.", '2026-03-31'],
    ["I'll send it next month.", '2026-04-30'],
    ["I'll send it by the end of the quarter.", '2026-03-31'],
    ["I'll send it by the end of next quarter.", '2026-06-30'],
    ["I'll send it by the end of the year.", '2026-12-31'],
    ["I'll send it by the end of January.", '2027-01-31'],
    ["I'll send it by the third of April.", '2026-04-03'],
    ["I'll send it on April 3rd.", '2026-04-03'],
    ["I'll send it on 3 April.", '2026-04-03'],
    ["I'll send it by March 3rd.", '2027-03-03'],
    ["I'll send it by April 5th, 2027.", '2027-04-05'],
    ["I'll send it by the 15th.", '2026-03-15'],
    ["I'll send it on the twenty-first and call you.", '2026-03-21'],
    ["I'll send it in two weeks.", '2026-03-18'],
    ["I'll send it within 48 hours.", '2026-03-06'],
    ["I'll send it in a month.", '2026-04-04'],
    ["I'll send it before Friday.", '2026-03-05'],
    ["I'll send it before next week.", '2026-03-08'],
    ["I'll send it before the end of the week.", '2026-03-06'],
    ["I'll have it ready for tomorrow’s call.", '2026-03-05'],
    ["We meet on Monday, so I'll send it by Friday.", '2026-03-06'],
    ["I'll send what I promised by Thursday.", '2026-03-05'],
    ["I can't today, but I'll send it on Monday.", '2026-03-09'],
    ["As we discussed on Monday, I'll send it tomorrow.", '2026-03-05'],
    ["Could you send it by Monday? – I'll do it tomorrow.", '2026-03-05'],
    ["Could you send it by Monday? – I'll take care of it.", '2026-03-09'],
  ])('of %j is %s', (text, day) => {
    expect(findDueDay(text, startedAt)).toBe(day);
  });

  it.each([
    "I'll send it.",
    "I'll send it as soon as possible.",
    "I'll send it by five.",
    "I'll send it in three working days.",
    "I'll send the second deck.",
    "I'll send it by February 30th.",
    "I'll send it every Friday.",
    "I'll send what you asked for last Friday.",
    "I'll send today's numbers.",
    "I'll send it, but not by Friday.",
    "I'll send it by February 29th.",
    "I'll send it by January 3rd, 2026.",
    "I'll send it by Tuesday the eighth.",
    "I'll send it on Tuesday, the 8th of April.",
    "I'll send it on Tuesday, April 8th.",
    'Could you send it by Monday? – On Tuesday the eighth.',
  ])('of %j is unknown', (text) => {
    expect(findDueDay(text, startedAt)).toBeNull();
  });

  it.each([
    ['2026-03-06T00:00:00Z', 'this week', '2026-03-06'],
    ['2026-03-07T12:00:00Z', 'this week', '2026-03-13'],
    ['2026-03-07T12:00:00Z', 'before the weekend', '2026-03-13'],
    ['2026-03-06T12:00:00Z', 'before the weekend', '2026-03-06'],
    ['2026-03-08T12:00:00Z', 'by Monday', '2026-03-09'],
    ['2026-03-08T12:00:00Z', 'next week', '2026-03-13'],
    ['2026-03-09T12:00:00Z', 'by Monday', '2026-03-16'],
    ['2026-12-31T12:00:00Z', 'tomorrow', '2027-01-01'],
    ['2028-01-31T12:00:00Z', 'in a month', '2028-02-28'],
    ['2026-08-31T12:00:00Z', 'in six months', '2027-02-28'],
    ['2026-04-30T12:00:00Z', 'by the 31st', '2026-05-31'],
    ['2026-12-31T12:00:00Z', 'by the end of next quarter', '2027-03-31'],
    ['2026-03-28T23:59:59Z', 'tomorrow', '2026-03-29'],
    ['2026-03-29T00:30:00Z', 'in two days', '2026-03-31'],
    ['2026-10-25T00:30:00Z', 'in 24 hours', '2026-10-26'],
    ['9999-12-31T12:00:00Z', 'today', '9999-12-31'],
    ['9999-12-31T12:00:00Z', 'tomorrow', null],
  ])('depends on the day of the conversation: at %s, %j is %s', (time, phrase, day) => {
    expect(findDueDay(`I'll send it ${phrase}.`, new Date(time))).toBe(day);
  });

  const dueDays = async (lines: string[], options: { language?: string; startedAt?: Date } = { startedAt }) => {
    const { language = 'en', ...start } = options;
    const parsed = await parseConversation({ segments: talk(...lines), language });
    return findActionItems({ ...parsed, ...start }, people).map((item) => item.due_on);
  };

  it('can come from the speaker who accepts a request', async () => {
    expect(await dueDays(['anna: Tom, could you send me the deck?', 'tom: Sure, Friday works.'])).toEqual([
      '2026-03-06',
    ]);
  });

  it('is unknown if the start of the conversation is', async () => {
    expect(await dueDays(["anna: I'll send the contract by Friday."], {})).toEqual([null]);
  });
});
