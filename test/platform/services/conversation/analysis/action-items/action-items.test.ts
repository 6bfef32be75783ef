import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { scoreCalls } from '../../../../../bench/quality/action-item-score.ts';
import { readLabelledCalls } from '../../../../../support/commitments/labelled-calls.ts';
import { people, talk } from '../talk.ts';

async function items(lines: string[], language = 'en') {
  return findActionItems(await parseConversation({ segments: talk(...lines), language }), people);
}
const brief = async (...lines: string[]) => (await items(lines)).map((item) => [item.assignee_id, item.text]);

describe('action items', () => {
  it('returns a promise with its assignee and time', async () => {
    expect(await items(['tom: That was all.', "anna: Okay, so I'll send the contract to legal by Friday."])).toEqual([
      {
        text: 'Anna: send the contract to legal by Friday.',
        assignee_id: 'p-anna',
        start_ms: 1500,
        is_completed: false,
        due_on: null,
      },
    ]);
  });

  it.each([
    ['anna: Tom, can you prepare the figures for the board?', 'p-tom'],
    ['anna: Can you prepare the figures for the board, Tom?', 'p-tom'],
    ['anna: Could Mira schedule the demo? Mira will schedule the demo with the vendor.', 'p-mira'],
    ['anna: Can you prepare the figures for the board?', null],
    ['anna: Tom Reed is going to draft the statement of work.', 'p-tom'],
    ['anna: Tom, you need to update the forecast sheet.', 'p-tom'],
    ['anna: You need to update the forecast sheet by Monday.', null],
    ['anna: Please circulate the minutes to the whole team.', null],
    ['anna: We need to schedule the security review.', null],
    ["anna: Let's review the security report next week.", null],
    ['anna: Action item: finish the security report.', null],
    ["tom: Action item, I'll finish the security report.", 'p-tom'],
  ])('returns %j with the assignee %j', async (line, assignee) => {
    expect((await items([line])).map((item) => item.assignee_id)).toEqual([assignee]);
  });

  it.each([
    ["tom: Sure, I'll do that tomorrow.", "Tom: send Anna the deck – “I'll do that tomorrow.”"],
    ['tom: Will do.', 'Tom: send Anna the deck.'],
    [
      "tom: Of course. I'll have it in your inbox tonight.",
      "Tom: send Anna the deck – “I'll have it in your inbox tonight.”",
    ],
    ['tom: Yes.', 'Tom: send Anna the deck.'],
    ["tom: That's a fair question. You'll have it by Monday.", "Tom: send Anna the deck – “You'll have it by Monday.”"],
    [
      "tom: I can't today, but I'll email it on Monday.",
      "Tom: send Anna the deck – “I can't today, but I'll email it on Monday.”",
    ],
  ])('returns one item for a request that another speaker accepts: %j', async (acceptance, text) => {
    expect(await items(['anna: Could you send me the deck?', acceptance, 'anna: Thank you so much.'])).toEqual([
      { text, assignee_id: 'p-tom', start_ms: 0, is_completed: false, due_on: null },
    ]);
  });

  it.each([
    "tom: No, I'm afraid that's confidential.",
    "tom: I'd rather not.",
    'tom: I sent it yesterday, and you already opened it.',
    'tom: The deck is about forty pages.',
    "tom: I'd love to, but I don't have it either.",
  ])('ignores a request that is answered with %j', async (answer) => {
    expect(await brief('anna: Could you send me the deck?', answer)).toEqual([]);
  });

  it.each([
    ["tom: No, I'm afraid that's confidential.", []],
    ["tom: I'd rather not, and certainly not by Friday.", []],
    ['tom: I already sent it.', []],
    ['tom: The deck is about forty pages.', [['p-tom', 'Tom: send Anna the deck by Friday.']]],
  ])(
    'drops a request with a name and a deadline only if it is refused or already done: %j',
    async (answer, expected) => {
      expect(await brief('anna: Tom, could you send me the deck by Friday?', answer)).toEqual(expected);
    },
  );

  it('finds an acceptance after further sentences of the requester, and by the addressee', async () => {
    expect(
      await brief(
        'anna: Could you look over the draft contract?',
        'anna: It has ten pages.',
        'mira: Leave it with me.',
        'anna: Tom, can you invite the auditors?',
        'tom: Okay.',
      ),
    ).toEqual([
      ['p-mira', 'Mira: look over the draft contract.'],
      ['p-tom', 'Tom: invite the auditors.'],
    ]);
  });

  it('ignores an acceptance when speakers are unknown', async () => {
    expect(await brief('?: Could you send me the deck?', "?: Sure, I'll send the deck tomorrow.")).toEqual([
      [null, 'Could you send me the deck?'],
    ]);
  });

  it.each([
    ['anna: We still owe you the signed order form.', 'p-anna'],
    ["anna: You'll have the revised quote by Thursday.", 'p-anna'],
    ['anna: You will get a written confirmation from me.', 'p-anna'],
    ['anna: The contract will be in your inbox by noon.', 'p-anna'],
    ["anna: I'll introduce you to our head of security.", 'p-anna'],
    ['anna: I’m going to escalate this to the duty manager.', 'p-anna'],
    ['anna: Let me put together a proposal for the pilot.', 'p-anna'],
    ["anna: I'm calling the supplier as soon as we're done.", 'p-anna'],
    ["anna: We'll refund the bounced invoices.", 'p-anna'],
    ["anna: I'll be honest, that was late, but I'll email the figures to Tom.", 'p-anna'],
  ])('finds the promise in %j', async (line, assignee) => {
    expect((await items([line])).map((item) => item.assignee_id)).toEqual([assignee]);
  });

  it('returns an agreed meeting without an assignee', async () => {
    const proposal = "anna: Let's meet on Thursday at nine for the security review.";
    expect(await brief(proposal, 'tom: Works for me.')).toEqual([
      [null, "Let's meet on Thursday at nine for the security review."],
    ]);
    expect(await brief(proposal, "tom: I'm afraid I'm away.")).toEqual([]);
  });

  it('quotes the previous sentence with a promise that means little on its own', async () => {
    expect(
      await brief('anna: The grey labels are unreadable on my tablet.', "tom: Okay, I'll darken the lot."),
    ).toEqual([['p-tom', 'Tom: darken the lot – “The grey labels are unreadable on my tablet.”']]);
  });

  it('assigns nothing to a name that two participants share', async () => {
    const reading = await parseConversation({ segments: talk('anna: Tom, can you prepare the figures?') });
    const two = [...people, { id: 'p-tom2', name: 'Tom Hart' }];
    expect(findActionItems(reading, two).map((item) => item.assignee_id)).toEqual([null]);
  });

  it.each([
    "anna: I'll go first with the presentation.",
    "anna: I'll say that the contract is fine.",
    "anna: I won't send the contract to legal.",
    "anna: If you sign, I'll send the contract to legal.",
    'anna: We should review the security report.',
    'anna: You have to send the signal through the button.',
    'anna: Should I send the contract to legal?',
    'anna: I sent the contract to legal on Friday.',
    'anna: Can you share your screen with us?',
    "anna: I'll be honest, the price was a surprise.",
    "anna: I'll give you a quick overview of the team.",
    'anna: Our app will send the message to the nurse.',
    'anna: They will call you about the survey.',
    "anna: I told the team, I'll talk to the customer.",
    'anna: I would write to the customers first.',
    "anna: We'll see what the board says about the price.",
    'anna: I owe you an apology for the outage.',
    "anna: I'll mostly listen and come in where it helps.",
    'anna: How many people would you hire for the new office?',
    'anna: More money is on the way to hospitals.',
    "anna: I hope that I'll send the contract one day.",
  ])('returns no item for %j', async (line) => {
    expect(await brief(line)).toEqual([]);
  });

  it('leaves out duplicates', async () => {
    expect(
      await brief(
        "anna: I'll send the contract to legal by Friday.",
        'tom: Good.',
        'anna: So I will send legal the contract on Friday.',
        "anna: I'll also book the room for the workshop.",
      ),
    ).toEqual([
      ['p-anna', 'Anna: send the contract to legal by Friday.'],
      ['p-anna', 'Anna: book the room for the workshop.'],
    ]);
  });

  it('reaches the required precision and recall on held-out calls', async () => {
    const calls = await readLabelledCalls();
    const { precision, recall, assignees } = await scoreCalls(calls.filter(({ half }) => half === 'held-out'));
    expect(precision).toBeGreaterThanOrEqual(0.8);
    expect(recall).toBeGreaterThanOrEqual(0.7);
    expect(assignees).toBeGreaterThanOrEqual(0.9);
  });

  it('recognises only the first 50 participants by name', async () => {
    const guests = Array.from({ length: 51 }, (_, index) => {
      const letters = [Math.floor(index / 26), index % 26].map((letter) => String.fromCodePoint(97 + letter));
      return { id: `p-${index + 1}`, name: `Guest${letters.join('')}` };
    });
    const segments = talk('anna: Guestbx will send the contract to legal.', 'anna: Guestby will book the big room.');
    const actionItems = findActionItems(await parseConversation({ segments }), guests);
    expect(actionItems.map((item) => item.assignee_id)).toEqual(['p-50']);
  });

  it('returns no items in other languages', async () => {
    expect(await items(['anna: Ich will send den Vertrag to Tom. I will send the contract.'], 'de_DE')).toEqual([]);
  });
});
