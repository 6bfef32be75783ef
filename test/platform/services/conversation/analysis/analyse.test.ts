import { describe, expect, it } from 'vitest';
import { analyse, analyseEmbedded } from '../../../../../src/platform/services/conversation/analysis/analyse.ts';
import { people, talk } from './talk.ts';

const nothing = {
  summary: '',
  summary_method: 'extracted',
  action_items: [],
  questions: [],
  topic_matches: [],
  score: null,
};
const themes = [
  { name: 'Sales', topics: [{ name: 'Deal', triggers: [{ keyword: 'contract' }, { keyword: '契約' }] }] },
];
const conversation = (language: string | null, ...lines: string[]) => ({
  segments: talk(...lines),
  participants: people,
  themes,
  language,
  started_at: new Date('2026-03-04T23:30:00Z'),
});

const meeting = [
  'anna: Um, so this meeting is about the renewal of the hosting contract with the vendor.',
  'tom: Mm-hmm.',
  'anna: The vendor wants to raise the price of the hosting contract by twelve percent next year.',
  'tom: Yeah. How would the price of the contract change if we moved the backups to another vendor?',
  'mira: The backups are a third of the hosting costs, so moving the backups would save about eight percent of the contract.',
  'tom: Okay.',
  'mira: But it was sunny yesterday and we had lunch at the lake.',
  "anna: Good. Mira, can you prepare a comparison of backup vendors by Friday? I'll send the draft contract to legal tomorrow.",
];

describe('the analysis', () => {
  it('returns all results', async () => {
    const { topic_matches, ...rest } = await analyseEmbedded(conversation('en_GB', ...meeting));
    expect(rest).toEqual({
      summary: [
        'Anna Bauer, Tom Reed, and Mira Sol met. Anna Bauer: “This meeting is about the renewal of the hosting contract with the vendor.”',
        "Action items: Anna Bauer: “I'll send the draft contract to legal tomorrow.” (due 2026-03-05)",
        'Open questions: Anna Bauer: “Mira, can you prepare a comparison of backup vendors by Friday?”',
        'Key sentences: Anna Bauer: “The vendor wants to raise the price of the hosting contract by twelve percent next year.” Mira Sol: “The backups are a third of the hosting costs, so moving the backups would save about eight percent of the contract.”',
      ].join('\n'),
      action_items: [
        {
          text: "Anna Bauer: “I'll send the draft contract to legal tomorrow.”",
          assignee_id: 'p-anna',
          start_ms: 47_483,
          is_completed: false,
          due_on: '2026-03-05',
        },
      ],
      questions: [
        {
          participant_id: 'p-tom',
          start_ms: 16_560,
          end_ms: 24_500,
          text: 'How would the price of the contract change if we moved the backups to another vendor?',
          is_engaging: true,
          is_insightful: false,
        },
        {
          participant_id: 'p-anna',
          start_ms: 42_013,
          end_ms: 47_397,
          text: 'Mira, can you prepare a comparison of backup vendors by Friday?',
          is_engaging: false,
          is_insightful: false,
        },
      ],
      score: 60.3,
      summary_method: 'extracted',
    });
    expect(topic_matches.map((match) => [match.participant_id, match.start_ms, match.trigger])).toEqual([
      ['p-anna', 5065, 'contract'],
      ['p-anna', 12_636, 'contract'],
      ['p-tom', 19_082, 'contract'],
      ['p-mira', 34_178, 'contract'],
      ['p-anna', 49_192, 'contract'],
    ]);
  });

  it('returns the same result every time', async () => {
    const once = await analyseEmbedded(conversation('en', ...meeting));
    expect(await analyseEmbedded(conversation('en', ...meeting))).toEqual(once);
    expect(await analyseEmbedded(conversation(null, ...meeting))).toEqual(once);
  });

  it.each([
    ['no segments', []],
    ['blank text', ['anna:  ', 'tom: ']],
    ['only punctuation and noises', ['anna: {vocalsound}', 'anna: … ?!', 'anna: Mm-hmm .']],
    ['one word', ['anna: Hello']],
  ])('returns empty results for %s', async (_, lines) => {
    expect(await analyseEmbedded(conversation('en', ...lines))).toEqual(nothing);
    expect(await analyseEmbedded(conversation('de', ...lines))).toEqual(nothing);
  });

  it('accepts emoji, endless words, missing punctuation and unknown languages', async () => {
    const words = Array.from({ length: 30_000 }, (_, index) => `word${index % 700}`).join(' ');
    const texts = ['🎉🎉 👩‍👩‍👧 🎉', 'x'.repeat(100_000), '?'.repeat(50_000), words, '\u0000 \uD800 contract'];
    const found = await Promise.all(
      texts.map((text) => analyseEmbedded(conversation('en', `anna: ${text}`, 'tom: The contract is here.'))),
    );
    expect(found.map((one) => one.topic_matches.map((match) => match.participant_id))).toEqual([
      ['p-tom'],
      ['p-tom'],
      ['p-tom'],
      ['p-tom'],
      ['p-anna', 'p-tom'],
    ]);
    const { topic_matches } = await analyseEmbedded(conversation('zz_ZZ', 'anna: The contract is here.'));
    expect(topic_matches.map(({ trigger }) => trigger)).toEqual(['contract']);
  });

  it('summarises a transcript without punctuation in sentences of readable length', async () => {
    const clause =
      'the vendor raised the price of the hosting contract while the backup moved to the second region and then';
    const { summary } = await analyseEmbedded(
      conversation('en', `anna: ${Array.from({ length: 40 }, () => clause).join(' ')}`),
    );
    expect(summary).toBe(
      'Key sentences: Anna Bauer: “The vendor raised the price of the hosting contract while the backup moved to the second region.”',
    );
  });

  it('returns a reduced analysis in other languages', async () => {
    const german = await analyseEmbedded({
      ...conversation(
        'de_DE',
        'anna: In dieser Besprechung geht es um den Vertrag mit dem neuen Anbieter. Ich schicke den Vertrag am Freitag.',
        'tom: Was kostet der Vertrag mit dem neuen Anbieter im nächsten Jahr?',
      ),
      themes: [{ name: 'Verkauf', topics: [{ name: 'Recht', triggers: [{ keyword: 'vertrag' }] }] }],
    });
    expect(german.summary).toBe(
      'Anna Bauer: “In dieser Besprechung geht es um den Vertrag mit dem neuen Anbieter.” Anna Bauer: “Ich schicke den Vertrag am Freitag.”',
    );
    expect(german.action_items).toEqual([]);
    expect(german.questions.map((one) => [one.text, one.is_insightful])).toEqual([
      ['Was kostet der Vertrag mit dem neuen Anbieter im nächsten Jahr?', false],
    ]);
    expect(german.topic_matches.map(({ participant_id: id }) => id)).toEqual(['p-anna', 'p-anna', 'p-tom']);
    const japanese = await analyseEmbedded(conversation('ja_JP', 'anna: 新しい契約を結びました。'));
    expect(japanese.topic_matches.map(({ trigger }) => trigger)).toEqual(['契約']);
  });

  it('analyses a transcript of three hours', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => meeting[(index * 7) % meeting.length] ?? '');
    const { summary, questions, topic_matches } = await analyseEmbedded(conversation('en', ...lines));
    expect(summary.split(' ').length).toBeLessThanOrEqual(175);
    expect([questions.length, topic_matches.length]).toEqual([1000, 1000]);
  });

  it.each([
    [999, 999, []],
    [1001, 1000, ['Only the first 1,000 questions were stored.']],
  ])('keeps of %d questions %d', async (asked, stored, expected) => {
    const lines = Array.from({ length: asked }, (_, index) => `anna: What does option ${index} cost?`);
    const { analysis, warnings } = await analyse({ ...conversation('en', ...lines), themes: [] });
    expect([analysis.questions.length, warnings]).toEqual([stored, expected]);
  });
});
