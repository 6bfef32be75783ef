import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../../../../../src/platform/services/conversation/analysis/conversation.ts';
import { parseConversation } from '../../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { summarise } from '../../../../../../../src/platform/services/conversation/analysis/insights/summary/summary.ts';
import { findActionItems } from '../../../../../../../src/platform/services/conversation/analysis/action-items/action-items.ts';
import { people, talk } from '../../talk.ts';

const summaryOf = async (segments: Segment[], language = 'en') => {
  const parsed = await parseConversation({ segments, language });
  return summarise(parsed, { participants: people, actionItems: findActionItems(parsed, people) });
};
const summary = (...lines: string[]) => summaryOf(talk(...lines));

const subject = 'tom: The vendor raises the price of the hosting contract next year.';
const said = 'Tom: The vendor raises the price of the hosting contract next year.';

describe('a summary', () => {
  it('skips small talk at the beginning', async () => {
    expect(
      await summary(
        'anna: Hi Tom, how are you?',
        'tom: Good, thanks. We took the kids to the lake and the water was freezing all weekend.',
        'anna: Our garden needs the rain, the weather was terrible for the tomatoes this year.',
        subject,
      ),
    ).toBe(said);
  });

  it('includes weekends and weather after the purpose was mentioned', async () => {
    expect(
      await summary(
        'anna: How was your weekend?',
        "anna: The agenda for today is the price of the vendor's weather service.",
        'tom: The weather service misses every storm at the weekend.',
      ),
    ).toBe(
      "Anna: The agenda for today is the price of the vendor's weather service.\nTom: The weather service misses every storm at the weekend.",
    );
  });

  it('treats a personal topic as small talk only within 20 words of other small talk', async () => {
    const nurse = 'The rosters of the hospital cancel the weekend of every nurse.';
    const question =
      'tom: You led the surgical ward for four years, so what makes you think about a change of hospital now?';
    expect(await summary('anna: Good to meet you, Tom.', question, `tom: ${nurse}`, subject)).not.toContain(nurse);
    expect(
      await summary('anna: Good to meet you, Tom.', question, 'tom: Two things.', `tom: ${nurse}`, subject),
    ).toContain(nurse);
  });

  it('ends the opening after 40 words without small talk', async () => {
    const lines = [subject, 'tom: They want twelve percent more for the backups in the second region of the hosting.'];
    const late = 'anna: Good to meet you, Mira.';
    expect(await summary(...lines, late)).toBe(
      `${said} They want twelve percent more for the backups in the second region of the hosting.`,
    );
  });

  it('leaves out courtesies anywhere', async () => {
    expect(
      await summary(subject, 'tom: It was great to talk to you about the hosting contract of the vendor today.'),
    ).toBe(said);
  });

  it('consists of small talk if there is nothing else', async () => {
    expect(await summary('anna: How are you?', 'tom: The kids loved the beach and the ice cream at the lake.')).toBe(
      'Tom: The kids loved the beach and the ice cream at the lake.',
    );
  });

  it.each([
    "Bu - e I'm even This",
    'And bo the vendor raises the price of the hosting contract next year.',
    "I've The only hosting contract of the vendor that comes with the backups.",
    'The vendor raises the price of a the hosting contract next year.',
    'The vendor raises the price of the hosting contract and the',
    'The vendor raises the price of the hosting contract because -',
    'The price of the hosting contract with the vendor for next year.',
  ])('leaves out the fragment %j', async (fragment) => {
    expect(await summary(`anna: ${fragment}`)).toBe('');
    expect(await summary(`anna: ${fragment}`, subject)).toBe(said);
  });

  it.each([
    'The vendor in the U.S. raises the price of the hosting contract by 5 km.',
    'Our friends at The Times read about the hosting contract of the vendor.',
    "The vendor's for-profit arm is raising the price of the hosting contract.",
    'The Vendor Sends The Hosting Contract And The Backups To The Lawyers.',
    'The TV ad of the vendor shows a backup of the hosting contract.',
    'They send the hosting contract of the vendor that Tom talked to.',
  ])('includes the complete sentence %j', async (sentence) => {
    expect(await summary(`?: ${sentence}`)).toBe(sentence);
  });

  it('orders statements by what they contribute, with next steps at the end', async () => {
    expect(
      await summary(
        "anna: I'm calling about the renewal of the hosting contract.",
        "tom: To be honest, we're not happy with the price of the backups.",
        'anna: What is your budget for the backups?',
        'tom: Nine thousand a year.',
        'anna: What about ten thousand with support?',
        'tom: Agreed.',
        "anna: I'll send Mira the contract by Friday, because she was on holiday.",
      ),
    ).toBe(
      [
        "Anna: I'm calling about the renewal of the hosting contract.",
        'Tom, asked “What is your budget for the backups?”: Nine thousand a year.',
        "Concerns: Tom: We're not happy with the price of the backups.",
        'Agreed: Anna: What about ten thousand with support (Tom agreed).',
        'Next steps: Anna: Send Mira the contract by Friday.',
      ].join('\n'),
    );
  });

  it('quotes the sentence before one that means little on its own, or neither', async () => {
    const dangling = 'They want twelve percent more.';
    expect(await summary('anna: We looked at the hosting of the vendor.', `anna: ${dangling}`)).toBe(
      `Anna: We looked at the hosting of the vendor. ${dangling}`,
    );
    expect(await summary('anna: Is that okay?', `tom: ${dangling}`)).toBe('');
  });

  it('drops the last clause of a long sentence if it contributes nothing', async () => {
    const text = 'The backups moved to the second region of the vendor';
    expect(await summary(`mira: ${text}, because I asked them to last week.`)).toBe(`Mira: ${text}.`);
    const price = 'so the second region costs nine thousand euros a year.';
    expect(await summary(`mira: ${text}, ${price}`)).toBe(`Mira: ${text}, ${price}`);
  });

  it('names no unknown speaker, and keeps the order of time in other languages', async () => {
    const text = 'We moved the backups to the second region of the vendor.';
    expect(await summary(`?: ${text}`)).toBe(text);
    expect(await summary(`stranger: ${text}`)).toBe(text);
    expect(await summaryOf(talk('mira: Wir sprechen mit dem Anbieter im September über den Vertrag.'), 'de')).toBe(
      'Wir sprechen mit dem Anbieter im September über den Vertrag.',
    );
  });

  it.each([
    [30, 120],
    [300, 175],
  ])('has a limit that depends on the length: %i sentences', async (count, limit) => {
    const sentences = Array.from({ length: count }, (_, index) => {
      const topic = Array.from({ length: 20 }, (__, word) => `topic${index}x${word}`).join(' ');
      return `mira: We present ${topic}.`;
    });
    const words = (await summary(...sentences)).split(/\s+/).length;
    expect(words).toBeLessThanOrEqual(limit);
    expect(words).toBeGreaterThan(limit - 30);
  });

  it('has sections by topic for a long conversation', async () => {
    const about = (noun: string) =>
      Array.from(
        { length: 200 },
        (_, index) => `tom: The ${noun} of customer ${index} needs repairs, so the ${noun} was sent to the workshop.`,
      );
    const text = await summary(...about('battery'), ...about('display'));
    expect(text).toMatch(/^Battery\b.*: .*battery/m);
    expect(text).toMatch(/^Display\b.*: .*display/m);
  });

  it('summarises captions without punctuation', async () => {
    const captions = [
      'so today i want to talk about the price',
      'of the hosting contract with the vendor',
      'the vendor wants to raise it by twelve percent',
      'and we could move the daily backups to another vendor',
    ].map((text, index) => ({ participant_id: 'p-anna', start_ms: index * 3000, end_ms: (index + 1) * 3000, text }));
    expect(await summaryOf(captions)).toBe(
      [
        'Anna: Today I want to talk about the price of the hosting contract with the vendor.',
        'Anna: The vendor wants to raise it by twelve percent. We could move the daily backups to another vendor.',
      ].join('\n'),
    );
  });
});
