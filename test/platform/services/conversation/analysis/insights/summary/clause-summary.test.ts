import { describe, expect, it } from 'vitest';
import { summariseInClauses } from '../../../../../../../src/platform/services/conversation/analysis/insights/summary/clauses/clause-summary.ts';
import { parseConversation } from '../../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { people, talk } from '../../talk.ts';

const options = {
  participants: people.slice(0, 2),
  actionItems: [],
  steps: [],
  maxWords: 120,
  weights: new Map(),
  smallTalk: 0,
};

async function summaryOf(...lines: string[]): Promise<string[]> {
  const opening = ['anna: I wanted to talk about the hosting contract.', 'tom: Right, go ahead with it.'];
  // Clauses at the beginning are rated low.
  const fillers = Array.from({ length: 12 }, () => 'anna: And so on.');
  const { sentences } = await parseConversation({ segments: talk(...opening, ...fillers, ...lines), language: 'en' });
  const [purpose, ...blocks] = summariseInClauses(sentences, options).split('\n');
  expect(purpose).toBe('Anna: I wanted to talk about the hosting contract.');
  return blocks;
}

describe('a summary in clauses', () => {
  it('has blocks of clauses, with speakers where they matter', async () => {
    expect(
      await summaryOf(
        'tom: Well, the backups cost two hundred and forty euros a month, which is what I told Mira, you know.',
        "anna: We're not happy with the support.",
        'anna: So what about ten thousand with the migration?',
        'tom: Agreed.',
      ),
    ).toEqual([
      'Figures: the backups cost 240 euros a month.',
      "Concerns: Anna: we're not happy with the support.",
      'Agreed: what about 10,000 with the migration.',
    ]);
  });

  it.each([
    [
      'anna: And what would the backups cost afterwards?',
      "tom: It's nine hundred a year.",
      'backups cost afterwards – 900 a year',
    ],
    ['anna: And you take?', 'tom: Fourteen percent.', '“You take?” – 14 percent'],
    [
      'anna: What about the payment, after ten days?',
      'tom: Then it stays at thirty days.',
      'payment – stays at 30 days',
    ],
  ])('puts the topic of a question before the answer to %j', async (question, answer, expected) => {
    expect((await summaryOf(question, answer)).join(' ')).toContain(expected);
  });

  it.each([
    'It costs them nine hundred.',
    'Nine hundred and ten.',
    'If you pay nine hundred euros.',
    "I'll pay you back soon.",
    "I'm afraid.",
    "You don't have to worry about a problem.",
  ])('leaves out the clause %j', async (sentence) => {
    expect(await summaryOf(`tom: ${sentence}`)).toEqual([]);
  });

  it('leaves out a withdrawn offer, and a proposal that is refused', async () => {
    expect(
      await summaryOf('tom: I could send you three servers for nine hundred euros.', "anna: No, please don't."),
    ).toEqual([]);
    const refused = await summaryOf('tom: We can move to the second region.', 'anna: No, not this year.');
    expect(refused.join(' ')).not.toContain('Agreed');
  });

  it('takes a list of terms for agreed if the other side closes the deal', async () => {
    const lines = ['tom: Nine hundred euros, three servers, thirty days.', 'anna: Nine hundred. Done.'];
    expect((await summaryOf(...lines)).join(' ')).toContain('Agreed: 900 euros, three servers');
  });

  it('leaves out the name of the participant who is addressed', async () => {
    expect((await summaryOf('tom: Anna, the backups cost nine hundred euros, Ms Bauer.')).join(' ')).toBe(
      'Figures: the backups cost 900 euros.',
    );
  });

  it('does not repeat what it already contains', async () => {
    expect(
      await summaryOf(
        'tom: The backups cost nine hundred euros a month.',
        'anna: The backups cost nine hundred euros a month.',
      ),
    ).toEqual(['Figures: the backups cost 900 euros a month.']);
  });

  it('is at most as long as allowed', async () => {
    const lines = Array.from(
      { length: 60 },
      (_, index) => `${index % 2 ? 'anna' : 'tom'}: We pay ${index + 100} euros for server${index} of region${index}.`,
    );
    const words = (await summaryOf(...lines)).join(' ').split(' ').length;
    expect(words).toBeGreaterThan(80);
    // Nine words state the purpose.
    expect(words).toBeLessThanOrEqual(options.maxWords - 9);
  });
});
