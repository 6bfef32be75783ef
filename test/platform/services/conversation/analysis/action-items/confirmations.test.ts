import { describe, expect, it } from 'vitest';
import { findActionItems } from '../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { people, talk } from '../talk.ts';

async function assignees(...lines: string[]) {
  const items = findActionItems(await parseConversation({ segments: talk(...lines) }), people);
  return items.map((item) => item.assignee_id);
}

describe('action items and the reply of the other side', () => {
  it.each([
    ["anna: I'll pause the schedule for Thursday night.", 'tom: Thanks.', 'p-anna'],
    ["anna: I'll take the resellers.", 'tom: Good.', 'p-anna'],
    ["anna: I'll read it tonight.", 'tom: Great.', 'p-anna'],
    ["anna: I'll ask Bettina when I see her at lunch.", 'tom: Perfect.', 'p-anna'],
    ['anna: Let me check that with our lawyers and get back to you.', 'tom: Okay.', 'p-anna'],
    ['anna: Could you copy the reports before they disappear?', 'tom: Sure.', 'p-tom'],
    [
      'anna: Tom, would you let the support leads know by tomorrow?',
      'tom: No problem, I see them at two anyway.',
      'p-tom',
    ],
    ['anna: Tom to update the runbook by Friday.', 'tom: Yes.', 'p-tom'],
    ['anna: Anna to circulate the notes.', 'tom: Fine.', 'p-anna'],
    ['anna: Should I send a technician next week?', 'tom: Yes please.', 'p-anna'],
    ["anna: I'm happy to prepare a comparison of the plans.", 'tom: That would be great.', 'p-anna'],
    ['anna: Ping me about the contract in January.', 'tom: Will do.', 'p-tom'],
    ["anna: What I'll do is have payroll draw up the figures.", 'tom: Good.', 'p-anna'],
  ])('finds %j with the reply %j', async (line, reply, assignee) => {
    expect(await assignees(line, reply)).toEqual([assignee]);
  });

  it.each([
    [["anna: I'll ask your admins about it tomorrow.", "tom: No, please don't.", "anna: I won't then."]],
    [["anna: I'll order new labels.", 'tom: We have no budget for that, leave it.']],
    [["anna: I'll send the draft today.", 'tom: Hold off on that until Monday.']],
    [["anna: I'll strike the penalty clause.", 'tom: Really?', 'anna: Actually no, I take that back.']],
    [['anna: Should I send a technician?', "tom: That won't be necessary."]],
    [['anna: I can bring the plan of the move.', "tom: Oh, that's okay, I have a good picture now."]],
    [
      [
        "anna: I'll send the price list today.",
        'tom: Good.',
        'tom: By the way, no need to send the price list any more.',
      ],
    ],
    [['anna: Could you send me the offer?', "tom: I'll send it today.", 'anna: Oh no, forget it, I have it.']],
  ])('leaves out what is withdrawn or declined: %j', async (lines) => {
    expect(await assignees(...lines)).toEqual([]);
  });

  it.each([
    [["anna: I'll send the draft today.", 'tom: No problem.']],
    [["anna: I'll send the draft today.", "tom: No, that's great."]],
    [["anna: I'll send the draft today.", 'tom: No rush on that.']],
  ])('keeps a promise that the other side welcomes: %j', async (lines) => {
    expect(await assignees(...lines)).toEqual(['p-anna']);
  });

  it.each([
    [["anna: I'll stop there.", 'tom: Thank you.']],
    [['tom: What would you do in your first week?', "anna: I'll talk to the whole team."]],
    [["anna: Today I'll show you the three rules.", 'tom: Great.']],
    [['anna: Could you open the settings?', 'tom: Sure.']],
    [['anna: That was the last one to send.', 'tom: Fine.']],
  ])('finds no commitment in %j', async (lines) => {
    expect(await assignees(...lines)).toEqual([]);
  });

  it('returns only the correction of a promise', async () => {
    const lines = [
      "anna: I'll send you the slides.",
      'tom: Good.',
      "anna: Actually, I'll upload the recording instead.",
    ];
    const items = findActionItems(await parseConversation({ segments: talk(...lines) }), people);
    expect(items.map((item) => item.start_ms)).toEqual([3000]);
  });

  it('reads machine transcripts without apostrophes', async () => {
    const lines = ['anna: so we still havent signed', 'tom: ok so ill send you the contract tomorrow', 'anna: great'];
    expect(await assignees(...lines)).toEqual(['p-tom']);
    expect(await assignees('anna: she was ill', 'tom: mentally ill people need help tomorrow')).toEqual([]);
  });

  it.each([
    [
      ['anna: We need the usage figures.', "tom: You'll get them tonight."],
      'Tom: Anna will get them tonight – “We need the usage figures.”',
    ],
    [
      ['anna: Could you send me the usage figures?', "tom: You'll get them tonight."],
      "Tom: send Anna the usage figures – “You'll get them tonight.”",
    ],
    [["anna: On Monday I'll let you know the dates."], 'Anna: let Tom know the dates on Monday.'],
    [['anna: Let me put together a proposal for your board.'], "Anna: put together a proposal for Tom's board."],
    [
      ['anna: The tickets are still open.', "tom: I'm going to escalate those today."],
      'Tom: escalate those today – “The tickets are still open.”',
    ],
    [
      ['anna: I need the redraft by Monday.', "tom: You'll have it."],
      'Tom: asked by Anna, “I need the redraft by Monday.”',
    ],
    [
      ['anna: I need the redraft by Monday.', "tom: That's fine, I'll finish it and send it to you on Friday."],
      'Tom: finish it and send it to Anna on Friday – “I need the redraft by Monday.”',
    ],
    [["anna: You'll have a new quote from me by Friday."], 'Anna: Tom will have a new quote from Anna by Friday.'],
    [["anna: I'm ringing the mayor's office this afternoon."], "Anna: ring the mayor's office this afternoon."],
    [['anna: Then I call the carriers tomorrow.'], 'Anna: call the carriers tomorrow.'],
    [["anna: In return I'll put you in touch with our lead."], 'Anna: put Tom in touch with our lead.'],
    [["anna: What I'll do is send you the terms."], 'Anna: send Tom the terms.'],
    [["anna: I'm putting you forward, and I'll send you the text."], 'Anna: put Tom forward, and send Tom the text.'],
    [["anna: Let's review the security report next week."], "Let's review the security report next week."],
  ])('words %j so that it reads on its own', async (lines, text) => {
    const two = people.slice(0, 2);
    const items = findActionItems(await parseConversation({ segments: talk(...lines) }), two);
    expect(items.map((item) => item.text)).toEqual([text]);
  });

  it('leaves "you" in a group, unless the speaker was just answered', async () => {
    const lines = [
      'tom: That was all.',
      "anna: I'll send you the minutes today.",
      "anna: I'll book you a room for the workshop.",
    ];
    const items = findActionItems(await parseConversation({ segments: talk(...lines) }), people);
    expect(items.map((item) => item.text)).toEqual([
      'Anna: send Tom the minutes today.',
      'Anna: book you a room for the workshop.',
    ]);
  });
});
