import { describe, expect, it } from 'vitest';
import { findQuestions } from '../../../../src/services/conversation/analysis/questions.ts';
import { readConversation } from '../../../../src/services/conversation/analysis/read-conversation.ts';
import { talk } from './talk.ts';

async function ask(lines: string[], language = 'en_GB') {
  return findQuestions(await readConversation({ segments: talk(...lines), language }));
}
const textsOf = async (lines: string[], language?: string) => (await ask(lines, language)).map(({ text }) => text);

const longAnswer =
  'tom: We lose most of them in the second week because nobody calls them back, and the trial ends before they have seen the reports they came for.';

describe('questions', () => {
  it('returns who asked what and when', async () => {
    expect(await ask(['tom: Hello Anna.', 'anna: Good morning. Did you get the contract?', 'tom: I did.'])).toEqual([
      {
        participant_id: 'p-anna',
        start_ms: 2256,
        end_ms: 4500,
        text: 'Did you get the contract?',
        is_engaging: false,
        is_insightful: false,
      },
    ]);
  });

  it('leaves out tags, echoes and single words', async () => {
    const lines = [
      'anna: We ship on Friday, right?',
      'tom: What?',
      'anna: It is late, you know? Isn’t it?',
      'tom: Okay?',
    ];
    expect(await textsOf(lines)).toEqual([]);
  });

  it('calls a question engaging when others answer at length before the asker goes on', async () => {
    const flags = async (...lines: string[]) => (await ask(lines)).map((question) => question.is_engaging);
    expect(await flags('anna: Why do they leave?', longAnswer)).toEqual([true]);
    expect(await flags('anna: Why do they leave?', 'tom: No idea.', 'anna: Yeah.', longAnswer)).toEqual([true]);
    expect(await flags('anna: Why do they leave?', 'tom: No idea.')).toEqual([false]);
    expect(
      await flags(
        'anna: Why do they leave?',
        'tom: No idea.',
        'anna: I will tell you about that later on, first the figures.',
        longAnswer,
      ),
    ).toEqual([false]);
    expect(await flags('?: Why do they leave?', longAnswer.replace('tom', '?'))).toEqual([false]);
  });

  it('calls open questions with a subject insightful', async () => {
    const questions = await ask([
      'anna: How would you explain the drop in renewals since the summer?',
      'anna: So what makes the new pricing difficult for smaller customers?',
      'anna: Do you know why the customers leave after the trial?',
      'anna: How many customers renewed their contract since the summer?',
      'anna: Will the customers sign the contract, which is ready since Monday?',
      'anna: Why is that?',
    ]);
    expect(questions.map((question) => question.is_insightful)).toEqual([true, true, true, false, false, false]);
  });

  it('goes by the form of the sentence where the transcript has no question marks', async () => {
    const lines = [
      'anna: so how do you handle renewals today',
      'tom: what we do is send a letter',
      'anna: can you show me one',
      'tom: when I find one I will',
      'anna: is there a list of them',
    ];
    expect(await textsOf(lines)).toEqual([
      'so how do you handle renewals today',
      'can you show me one',
      'is there a list of them',
    ]);
  });

  it('trusts question marks where there are any', async () => {
    expect(await textsOf(['anna: Do you have it?', 'tom: Would you believe it.'])).toEqual(['Do you have it?']);
  });

  it('goes by question marks alone in other languages', async () => {
    expect(await textsOf(['anna: Wann kommt der Vertrag? Er fehlt.', 'tom: Wer weiß das'], 'de_DE')).toEqual([
      'Wann kommt der Vertrag?',
    ]);
    expect(await textsOf(['anna: 次の会議はいつですか？明日です。'], 'ja')).toEqual(['次の会議はいつですか？']);
    expect(await textsOf(['anna: Wann kommt der Vertrag'], 'de')).toEqual([]);
  });
});
