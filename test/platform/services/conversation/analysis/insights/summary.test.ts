import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../../../../src/platform/services/conversation/analysis/conversation.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { summarise } from '../../../../../../src/platform/services/conversation/analysis/insights/summary.ts';
import { people, talk } from '../talk.ts';

const summaryOf = async (segments: Segment[], language = 'en') =>
  summarise(await parseConversation({ segments, language }), people);
const summary = (...lines: string[]) => summaryOf(talk(...lines));

const subject = 'tom: The vendor raises the price of the hosting contract next year.';
const said = 'The vendor raises the price of the hosting contract next year.';

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
      "The agenda for today is the price of the vendor's weather service. The weather service misses every storm at the weekend.",
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
      'The kids loved the beach and the ice cream at the lake.',
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

  it('names the speaker of a sentence in the first person', async () => {
    expect(
      await summary(
        "mira: We'll move the backups to the second region of the vendor.",
        subject,
        'anna: Okay, so the lawyers sent my contract to the accounting department.',
        "tom: Let's cancel the old servers before the end of March.",
      ),
    ).toBe(
      [
        "Mira Sol: We'll move the backups to the second region of the vendor.",
        said,
        'Anna Bauer: The lawyers sent my contract to the accounting department.',
        "Tom Reed: Let's cancel the old servers before the end of March.",
      ].join(' '),
    );
  });

  it('names no speaker for other sentences, unknown speakers and countries', async () => {
    const text = "We'll move the backups to the second region of the vendor.";
    expect(await summary(`?: ${text}`)).toBe(text);
    expect(await summary(`stranger: ${text}`)).toBe(text);
    const country = 'The vendor moved the backups to the US region in spring.';
    expect(await summary(`mira: ${country}`)).toBe(country);
    expect(await summaryOf(talk('mira: Wir sprechen mit dem Anbieter im September über den Vertrag.'), 'de')).toBe(
      'Wir sprechen mit dem Anbieter im September über den Vertrag.',
    );
  });

  it('counts names in its limit of 150 words', async () => {
    const sentences = Array.from({ length: 30 }, (_, index) => {
      const topic = Array.from({ length: 20 }, (__, word) => `topic${index}x${word}`).join(' ');
      return `mira: We present ${topic}.`;
    });
    const words = (await summary(...sentences)).split(' ');
    expect(words.length).toBe(144);
    expect(words.filter((word) => word === 'Mira').length).toBe(6);
  });

  it('summarises captions without punctuation', async () => {
    const captions = [
      'so today i want to talk about the price',
      'of the hosting contract with the vendor',
      'the vendor wants to raise it by twelve percent',
      'and we could move the daily backups to another vendor',
      'how would the price of the contract change',
      'if the backups were gone',
    ].map((text, index) => ({ participant_id: 'p-anna', start_ms: index * 3000, end_ms: (index + 1) * 3000, text }));
    expect(await summaryOf(captions)).toBe(
      [
        'Anna Bauer: Today I want to talk about the price of the hosting contract with the vendor.',
        'The vendor wants to raise it by twelve percent.',
        'Anna Bauer: We could move the daily backups to another vendor.',
        'How would the price of the contract change if the backups were gone?',
      ].join(' '),
    );
  });
});
