import { describe, expect, it } from 'vitest';
import { analyseEmbedded } from '../../../../../../src/platform/services/conversation/analysis/analyse.ts';
import { people, talk } from '../talk.ts';

const promise = "anna: I'll send you the revised contract tomorrow.";

async function analyse(lines: readonly string[], names: readonly string[] = ['Anna Bauer', 'Tom Reed']) {
  const participants = names.map((name, index) => ({ id: people[index]?.id ?? '', name }));
  const conversation = { segments: talk(...lines), participants, themes: [] };
  const { action_items: items, summary } = await analyseEmbedded({ conversation, hasAnalyst: false });
  return { texts: items.map(({ text }) => text), summary };
}

describe('what action items and summaries attribute to a participant', () => {
  it.each([
    "tom: You needn't.",
    'tom: Save yourself the trouble.',
    'tom: I already have it, thanks.',
    "tom: Let's leave that for now.",
    "tom: We won't need it.",
    "tom: That won't be needed.",
    "anna: Scrap that, I'm on leave.",
    'anna: Actually, ignore that.',
    "anna: No wait, I can't, I'm away.",
    "anna: Hm, I won't manage that.",
  ])('leaves out a promise that is withdrawn right after: %j', async (line) => {
    expect((await analyse([promise, line, 'tom: Okay.'])).texts).toEqual([]);
  });

  it.each([
    "tom: Also, please don't send the revised contract.",
    'tom: About the revised contract, never mind, I found it.',
  ])('leaves out a promise that is withdrawn later: %j', async (line) => {
    const between = ['tom: Great, thanks.', 'anna: How many seats do you need?', 'tom: About forty in the first year.'];
    expect((await analyse([promise, ...between, line, 'anna: Okay.'])).texts).toEqual([]);
  });

  it('leaves out a request that is withdrawn right after', async () => {
    const lines = ['tom: Could you send me the price list by Friday?', 'tom: Ah, wait. Never mind.', 'anna: Okay.'];
    expect((await analyse(lines)).texts).toEqual([]);
  });

  it.each(['And then my landlord goes,', 'And Tom was like,', 'She wrote:'])(
    'leaves out the promise of somebody who is quoted: "%s …"',
    async (lead) => {
      expect((await analyse([`anna: ${lead} I'll fix the heating tomorrow.`, 'tom: Great.'])).texts).toEqual([]);
    },
  );

  it.each(['okay?', 'is that all right?', 'can you check it?', 'and would you then forward it to legal?'])(
    'assigns a promise that ends with a question to its speaker: "…, %s"',
    async (question) => {
      const lines = [`anna: I'll send you the deck by Friday, ${question}`, 'tom: Sure, will do.'];
      expect(await analyse(lines)).toEqual({
        texts: ['Anna: send Tom the deck by Friday.'],
        summary: 'Next steps: Anna: Send Tom the deck by Friday.',
      });
    },
  );

  it('keeps "you" in a group if another than the previous speaker replies', async () => {
    const lines = [
      'mira: Could somebody send me the audit report?',
      'anna: It is in the wiki somewhere.',
      "tom: I'll send you the audit report tomorrow.",
      'mira: Thanks, Tom.',
    ];
    expect((await analyse(lines, ['Anna', 'Tom', 'Mira'])).texts).toEqual(['Tom: send you the audit report tomorrow.']);
  });

  it.each([
    ['Dr. Ann Bauer', 'bob@reed.com'],
    ['+49 170 1234', '1 Caller'],
    ['<b>Ann</b>', '"Bob"'],
    ["Ann$$$'$&", "$&$'Bob$$"],
  ])('quotes the names %j and %j as they are, once', async (anna, tom) => {
    expect(await analyse(["anna: I'll send you the deck by Friday.", 'tom: Great, thanks.'], [anna, tom])).toEqual({
      texts: [`${anna}: send ${tom} the deck by Friday.`],
      summary: `Next steps: ${anna}: Send ${tom} the deck by Friday.`,
    });
  });
});
