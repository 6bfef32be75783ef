import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { people, talk } from '../talk.ts';

async function assignees(...lines: string[]) {
  const items = findActionItems(await parseConversation({ segments: talk(...lines) }), people);
  return items.map((item) => item.assignee_id);
}

const opening = 'tom: The boiler in the annexe is leaking again.';

describe('promises without "I will"', () => {
  it.each([
    "I'm emailing that to you by noon.",
    "I'm ringing the landlord as soon as we're done.",
    "I'm getting the quote signed tomorrow.",
    "I'm transferring the deposit to your account.",
    "I'm putting your request before the board.",
  ])('finds an action planned in the present progressive: %j', async (text) => {
    expect(await assignees(opening, `anna: ${text}`)).toEqual(['p-anna']);
  });

  it.each([
    "I'm seeing the dentist tomorrow.",
    "I'm meeting the auditors on Friday.",
    "I'm using the new app today.",
    "I'm putting the numbers in the chat for you now.",
    "I'm looking at the invoice for the annexe.",
  ])('does not take a state or schedule for a promise: %j', async (text) => {
    expect(await assignees(opening, `anna: ${text}`)).toEqual([]);
  });

  it.each([
    "You'll see a revised plan from us on Wednesday.",
    "You'll find the certificate in your mail on Monday.",
    "So what you're getting from me tonight is the full report.",
    'Then you get the drawings from me this week.',
    "You'll have the key through your door before I go.",
    'The tickets and the code, all of that reaches you by mail.',
    "It'll be up for review by lunch.",
    'So the figures are there before I leave.',
  ])('finds a delivery seen by its receiver: %j', async (text) => {
    expect(await assignees(opening, `anna: ${text}`)).toEqual(['p-anna']);
  });

  it.each([
    'So how was it, did you get home on Sunday?',
    'yeah all good did you get home ok sunday',
    'I hope it will be ready by Friday.',
    'The next question goes to you.',
    'Then you get a letter from me every month.',
  ])('does not take other sentences about a receiver for a promise: %j', async (text) => {
    expect(await assignees(opening, `anna: ${text}`)).toEqual([]);
  });

  it.each([
    'Leave the plumber with us.',
    "Somebody has to tell the tenants. That's my job, I suppose.",
    "The invitation's mine, I have a nice one from last year.",
    'And I get the signature under it by the sixteenth.',
    'From that I make you a sample contract.',
    "Then I'm over there this afternoon.",
    'Let me find that out from the supplier.',
    "Wait where you are, I'll carry them round after supper.",
    "All right, we'll begin with it on Thursday.",
  ])('finds a task that its speaker takes over: %j', async (text) => {
    expect(await assignees(opening, `anna: ${text}`)).toEqual(['p-anna']);
  });

  it.each([
    'The fault is mine, I read the wrong page.',
    "I'm a nurse, that's my job.",
    "I'll have the kettle on.",
    "I'll find out on the day.",
    "I'll tell you straight away, my nephew dislikes it.",
    'I get the bus by the station.',
  ])('does not take an idiom for a promise: %j', async (text) => {
    expect(await assignees(opening, `anna: ${text}`)).toEqual([]);
  });
});
