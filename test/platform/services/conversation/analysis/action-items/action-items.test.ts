import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { scoreCalls } from '../../../../../bench/quality/action-items.ts';
import { readLabelledCalls } from '../../../../../support/commitments/labelled-calls.ts';
import { readHeldOutCalls } from '../../../../../support/held-out-calls/held-out-calls.ts';
import { people, talk } from '../talk.ts';

/** A Wednesday. */
const startedAt = new Date('2026-03-04T10:00:00Z');

/** Lines are separated by " / ". */
async function find(lines: string, { participants = people, language = 'en' } = {}) {
  const parsed = await parseConversation({ segments: talk(...lines.split(' / ')), language });
  return findActionItems({ ...parsed, startedAt }, participants);
}
const owners = async (lines: string) => (await find(lines)).map((item) => item.assignee_id);
const textOf = async (lines: string, participants: typeof people) => (await find(lines, { participants }))[0]?.text;

describe('action items', () => {
  it('returns a promise with its assignee, time and day', async () => {
    expect(await find("tom: That was all. / anna: Okay, so I'll send the contract to legal by Friday.")).toEqual([
      {
        text: "Anna Bauer: “I'll send the contract to legal by Friday.”",
        assignee_id: 'p-anna',
        start_ms: 1500,
        is_completed: false,
        due_on: '2026-03-06',
      },
    ]);
  });

  it.each([
    // "I'll", with any verb that is not about the call
    "anna: I'll introduce you to our head of security.",
    'anna: I’m going to escalate this to the duty manager.',
    "anna: I'll be honest, that was late, but I'll email the figures to Tom.",
    "anna: I'll take the resellers. / tom: Good.",
    "anna: I'll keep chasing the carrier for the papers.",
    "anna: Wait where you are, I'll carry them round after supper.",
    "anna: I'll try the office and call you back. / tom: Good.",
    "anna: I'll read it tonight.",
    "anna: Tomorrow I'll go to the notary.",
    "anna: I'll send the draft, is that all right? / tom: Sure.",
    'anna: ok so ill grab the numbers from finance and drop them in the channel / tom: nice',
    'anna: so we still havent signed / anna: ill send you the contract tomorrow',
    // Other words for a promise
    'anna: Let me put together a proposal for the pilot.',
    'anna: Let me see what the lawyers say about the contract and get back to you. / tom: Okay.',
    "anna: What I'll do is have payroll draw up the figures. / tom: Good.",
    'tom: The boiler in the annexe is leaking. / anna: Leave the plumber with us.',
    "tom: Somebody has to tell the tenants. / anna: That's my job, I suppose.",
    "anna: The invitation's mine, I have a nice one from last year.",
    "anna: I'm transferring the deposit to your account.",
    "anna: I'm putting your request before the board.",
    'anna: You will get a written confirmation from me.',
    "anna: So what you're getting from me tonight is the full report.",
    'anna: The contract will be in your inbox by noon.',
    'tom: Is there a price list? / anna: There is. Coming your way tonight.',
    // Promises only because of their deadline
    "anna: I'm calling the supplier tomorrow.",
    "anna: I'm ringing the landlord on Friday.",
    'anna: Then I call the carriers tomorrow.',
    'anna: And I get the signature under it by Friday.',
    'anna: I need to update the certificate before Thursday.',
    'anna: I can bring the samples along on Thursday.',
    "anna: You'll have the revised quote by Thursday.",
  ])('takes for a promise: %s', async (lines) => {
    expect(await owners(lines)).toEqual(['p-anna']);
  });

  it.each([
    "anna: I'll go first with the presentation.",
    "anna: I'll say that the contract is fine.",
    "anna: I'll be honest, the price was a surprise.",
    "anna: I'll share my screen for the contract.",
    "anna: I'll give you a quick overview of the team by Friday.",
    "anna: I'll have the kettle on.",
    "anna: I won't send the contract to legal.",
    "anna: If you sign, I'll send the contract to legal.",
    "anna: I'll send you the contract if they sign it.",
    'anna: I sent the contract to legal on Friday.',
    "anna: I'm seeing the dentist tomorrow.",
    "anna: I'm meeting the auditors on Friday.",
    "anna: I'm putting the numbers in the chat for you now.",
    'anna: The fault is mine, I read the wrong page.',
    'anna: I owe you an apology for the outage.',
    'anna: More money is on the way to hospitals.',
    'anna: So how was it, did you get home on Sunday?',
    'anna: I hope it will be ready by Friday.',
    'anna: she was ill / tom: mentally ill people need help tomorrow',
    'anna: Our app will send the message to the nurse.',
    'anna: Tom, we should review the security report.',
  ])('takes for no promise: %s', async (lines) => {
    expect(await owners(lines)).toEqual([]);
  });

  it.each([
    'anna: Could you copy the reports before they disappear? / tom: Sure.',
    "anna: Could you send me the deck? / tom: I can't today, but I'll email it on Monday.",
    "anna: Could you send me the deck? / tom: That's a fair question. You'll have it by Monday.",
    'anna: Tom, can you invite the auditors? / tom: Okay.',
    'anna: Could you look over the draft contract? / anna: It has ten pages. / tom: Leave it with me.',
    'anna: Mind sending me the floor plan? / tom: Not at all, this afternoon.',
    "anna: It'd be great if you could measure the door. / tom: Sure.",
    'anna: Do you think you could translate page two? / tom: Yes, no problem.',
    "anna: I was hoping you'd write the intro. / tom: I can do that.",
    "anna: How about you write the minutes? / tom: Okay, I'll do it.",
    'anna: Any chance that you mail me the log? / tom: Sure.',
    'anna: Could your caretaker let us have the plan by Tuesday? / tom: Tuesday works.',
    'anna: Eight hundred words, and on my desk at five. / tom: Eight hundred. At five.',
    'anna: Ping me about the contract in January. / tom: Will do.',
    'anna: Could you send me the plan? / tom: Next week works for us.',
    'anna: Make sure the door is locked on Sunday, please. / tom: Will do.',
    "anna: We need the usage figures. / tom: You'll get them tonight.",
    'anna: tom can you push the fix tonight / tom: yep',
  ])('takes for a request to Tom: %s', async (lines) => {
    expect(await owners(lines)).toEqual(['p-tom']);
  });

  it.each([
    'anna: Should I send a technician next week? / tom: Yes please.',
    'anna: Want me to book the table? / tom: Please.',
    "anna: I'm happy to prepare a comparison of the plans. / tom: That would be great.",
    "anna: I can change that in the same release. / tom: Good, so that's decided.",
    "anna: I'd come over to you with the plan. / tom: Good idea.",
    'anna: Shall I ring the workshop at four? / tom: At four. On the mobile.',
  ])('takes for an offer of Anna: %s', async (lines) => {
    expect(await owners(lines)).toEqual(['p-anna']);
  });

  it.each([
    "anna: Let's meet on Thursday at nine for the security review. / tom: Works for me.",
    'anna: Fourth of May, in front of the station? / tom: Okay.',
    'anna: Shall we say Thursday at four? / tom: Thursday at four is fine.',
    'tom: When can I meet her? / anna: The ninth, half past two, the three of us? / tom: The ninth works.',
    'tom: When do we look at it together? / tom: The fifteenth, at eleven? / anna: The fifteenth is good.',
    'tom: Same time in two weeks, the eleventh? / anna: Put me down.',
    'anna: Does Monday at nine suit you? / tom: Monday at nine, yes.',
    "anna: What about a call on Friday at ten? / tom: Friday at ten, I'll put it in my calendar.",
  ])('takes for a task of all: %s', async (lines) => {
    expect(await owners(lines)).toEqual([null]);
  });

  it.each([
    "anna: Tom, could you send me the deck? / tom: I'm afraid that's confidential.",
    "anna: Could you send me the deck? / tom: No, I'm afraid that's confidential.",
    'anna: Could you send me the deck? / tom: I sent it yesterday, and you already opened it.',
    'anna: Could you send me the deck? / tom: The deck is about forty pages.',
    "anna: Could you send me the deck? / tom: I'd love to, but I don't have it either.",
    "anna: Tom, could you send me the deck by Friday? / tom: I'd rather not, and certainly not by Friday.",
    '?: Could you send me the deck? / ?: Sure.',
    'anna: Can your system send me alerts? / tom: Sure.',
    'anna: Can you say that again? / tom: Sure. It was on Monday.',
    'anna: Can you walk me through a normal week? / tom: Of course.',
    'anna: How can you send the deck to all of them? / tom: Sure, by mail.',
    'anna: Give me one week first. / tom: One week.',
    'anna: Give my love to Sandra. / tom: I will.',
    'anna: You should get a dog. / tom: Okay.',
    'anna: Could I get the grant if I waited until May? / tom: Sure.',
    "anna: Should I send a technician? / tom: That won't be necessary.",
    "anna: I can bring the plan of the move. / tom: Oh, that's okay, I have a good picture now.",
    'anna: Shall I compare that to what you have now? / tom: I can do the sums myself.',
    "anna: Shall I ring the workshop at four? / tom: At four I'm busy.",
    'anna: I could eat a horse. / tom: Me too, great.',
    "anna: I'd buy it tomorrow if I had the money. / tom: Please do.",
    "anna: Let's meet on Thursday at nine for the review. / tom: I'm afraid I'm away.",
    "tom: When can I meet her? / anna: The ninth, half past two, here? / tom: The ninth I'm busy.",
  ])('takes for nothing: %s', async (lines) => {
    expect(await owners(lines)).toEqual([]);
  });

  it.each([
    ...["You needn't.", 'Save yourself the trouble.', "Let's leave that for now.", "We won't need it."].map(
      (reply) => `tom: ${reply}`,
    ),
    "tom: No, please don't.",
    'tom: Hold off on that until Monday.',
    "anna: Scrap that, I'm on leave.",
    "anna: No wait, I can't, I'm away.",
    'tom: Really? / anna: Actually no, I take that back.',
  ])('leaves out a promise that is declined or taken back: %s', async (lines) => {
    expect(await owners(`anna: I'll send you the revised contract tomorrow. / ${lines} / tom: Okay.`)).toEqual([]);
  });

  it('leaves out a request that is taken back, before or after the reply', async () => {
    const request = 'tom: Could you send me the price list by Friday?';
    expect(await owners(`${request} / tom: Ah, wait. Never mind. / anna: Okay.`)).toEqual([]);
    expect(await owners(`${request} / anna: I'll do it today. / tom: Oh no, forget it, I have it.`)).toEqual([]);
  });

  it.each(['No problem.', "No, that's great.", 'No rush on that.'])(
    'keeps a promise that is welcomed: %s',
    async (no) => {
      expect(await owners(`anna: I'll send the draft today. / tom: ${no}`)).toEqual(['p-anna']);
    },
  );

  it('leaves out duplicates', async () => {
    const first = "anna: I'll send the contract to legal by Friday. / tom: Good.";
    expect(await owners(`${first} / anna: So I will send legal the contract on Friday.`)).toEqual(['p-anna']);
  });

  it.each([
    ["anna: I'll send you the deck by Friday, can you check it? / tom: Sure.", 'p-anna'],
    ["anna: I'm ringing the mayor's office this afternoon.", 'p-anna'],
  ])('quotes the promise %j', async (lines, assignee) => {
    const [item] = await find(lines);
    const [, said = ''] = /anna: ([^/]*[.?])/.exec(lines) ?? [];
    expect([item?.text, item?.assignee_id]).toEqual([`Anna Bauer: “${said}”`, assignee]);
  });

  it.each([
    [
      'anna: Could you send me the deck, Tom? / tom: Will do.',
      'For Tom Reed – Anna Bauer: “Could you send me the deck, Tom?”',
    ],
    [
      "anna: Could you send me my deck? / tom: You'll get it tonight.",
      "For Tom Reed – Anna Bauer: “Could you send me my deck?” – Tom Reed: “You'll get it tonight.”",
    ],
    [
      "anna: We need the usage figures. / tom: You'll get them tonight.",
      "Tom Reed: “You'll get them tonight.” – Anna Bauer: “We need the usage figures.”",
    ],
    ["anna: Let's meet on Thursday at nine. / tom: Works for me.", "Anna Bauer: “Let's meet on Thursday at nine.”"],
  ])('words %j as %j', async (lines, text) => {
    expect((await find(lines)).map((item) => item.text)).toEqual([text]);
  });

  it('quotes names as they are, and no name of an unknown participant', async () => {
    const participants = [{ id: 'p-anna', name: "Ann$$$'$&\n(sales)" }];
    expect(await textOf("anna: I'll send the deck.", participants)).toBe("Ann$$$'$&\n(sales): “I'll send the deck.”");
    expect(await textOf("anna: I'll send the deck.", [])).toBe("“I'll send the deck.”");
  });

  it('takes the day from the reply that agrees on one', async () => {
    const [item] = await find('anna: Tom, could you send me the deck? / tom: Sure, Friday works.');
    expect(item?.due_on).toBe('2026-03-06');
  });

  it('returns no items in other languages', async () => {
    expect(await find('anna: Ich will send den Vertrag. I will send the contract.', { language: 'de_DE' })).toEqual([]);
  });

  it.each([
    ['labelled calls', async () => (await readLabelledCalls()).filter(({ half }) => half === 'held-out')],
    [
      'opened calls',
      async () => {
        const calls = await Promise.all((['first', 'second'] as const).map(readHeldOutCalls));
        return calls
          .flat()
          .map(({ conversation, ...call }) => ({ ...call, participants: [...conversation.participants] }));
      },
    ],
  ])('reaches the required precision and recall on %s', async (_, readCalls) => {
    const { precision, recall, assignees, withdrawn } = await scoreCalls(await readCalls());
    expect(precision).toBeGreaterThanOrEqual(0.85);
    expect(recall).toBeGreaterThanOrEqual(0.8);
    expect(assignees).toBeGreaterThanOrEqual(0.9);
    expect(withdrawn).toBe(0);
  });
});
