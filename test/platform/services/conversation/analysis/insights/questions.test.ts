import { describe, expect, it } from 'vitest';
import { findQuestions } from '../../../../../../src/platform/services/conversation/analysis/insights/questions.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { talk } from '../talk.ts';

async function ask(lines: string[], language = 'en_GB') {
  return findQuestions(await parseConversation({ segments: talk(...lines), language }));
}
const textsOf = async (lines: string[], language?: string) => (await ask(lines, language)).map(({ text }) => text);

const longAnswer =
  'tom: We lose most of them in the second week because nobody calls them back, and the trial ends before they have seen the reports they came for.';

const wordsOf = (count: number) => Array.from({ length: count }, (_, index) => `word${index}`).join(' ');

describe('questions', () => {
  it('returns the text, participant and time of each question', async () => {
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

  it('leaves out tag questions, echoes and single words', async () => {
    const lines = [
      'anna: We ship on Friday, right?',
      'tom: What?',
      'anna: It is late, you know? Isn’t it?',
      'tom: Okay?',
    ];
    expect(await textsOf(lines)).toEqual([]);
  });

  it('marks a question as engaging when others respond at length before the asker continues', async () => {
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

  it('measures responses against the average of the same conversation', async () => {
    const flags = async (...lines: string[]) => (await ask(lines)).map((question) => question.is_engaging);
    const speech = (speaker: string, count: number) => `${speaker}: ${wordsOf(count)}.`;
    const question = 'anna: Why do they leave?';
    const answer = speech('tom', 30);
    expect(await flags(question, answer)).toEqual([true]);
    const longTalk = Array.from({ length: 10 }, (_, index) => speech(index % 2 === 0 ? 'anna' : 'tom', 60));
    expect(await flags(...longTalk, question, answer)).toEqual([false]);
    expect(await flags(...longTalk, question, speech('tom', 90))).toEqual([true]);
  });

  it('requires a response of 15 words, even in a terse conversation', async () => {
    const answered = async (count: number) => {
      return (await ask(['anna: Why do they leave?', `tom: ${wordsOf(count)}.`])).map(
        (question) => question.is_engaging,
      );
    };
    expect(await answered(15)).toEqual([true]);
    expect(await answered(14)).toEqual([false]);
  });

  it('does not mark a question as engaging when the asker leaves no room to answer', async () => {
    const goingOn = async (count: number) => {
      return (await ask([`anna: Why do they leave? Because ${wordsOf(count)}.`, longAnswer])).map(
        (question) => question.is_engaging,
      );
    };
    expect(await goingOn(24)).toEqual([true]);
    expect(await goingOn(25)).toEqual([false]);
  });

  it.each([
    'How do you handle renewals today?',
    'What happens with the trucks when you plan again?',
    'If the drivers saw the plan, what would be different for your planners?',
    'How would you explain the drop in renewals since the summer?',
    'Can you walk me through your last audit?',
    'Behind that, how are you handling returns today?',
    'With forty new people in autumn, how do you train them?',
    'Apart from the price, what matters most to your team?',
    'Once the truck has left, what happens in your warehouse?',
    'Looking at last year, why did you change your supplier?',
    'So, before we look at figures, what would you need to see from us?',
    'On the finance side, how is your week organised at the end of a month?',
    'How have you been dealing with complaints since the merger?',
    'How do you do your planning without a spreadsheet?',
    'How are you set up for customers abroad?',
  ])('marks %j as insightful', async (text) => {
    expect((await ask([`anna: ${text}`])).map((question) => question.is_insightful)).toEqual([true]);
  });

  it.each([
    ['closed', 'Do you use a spreadsheet for your renewals?'],
    ['asking for a number', 'How many customers renewed their contract with you?'],
    ['asking for a choice', 'Which browser do you use at work?'],
    ['about something else', 'What makes the new pricing difficult for smaller customers?'],
    ['about the speaker', 'How would the price of our contract change next year?'],
    ['an opinion', 'What do you think about the new dashboard?'],
    ['an indirect question about something else', 'Do you know what the new dashboard costs?'],
    ['small talk', 'How was your weekend in the mountains?'],
    ['small talk', 'After all that rain, how are you keeping in your new office?'],
    ['small talk', 'And how have you been doing since your move to the coast?'],
    ['interrupted by a filler', 'I guess your customers pay, what, ten euros for each one?'],
    ['a clause after a comma', 'Does your team know, what I mean is the new contract?'],
    ['too short', 'Why is your plan?'],
    ['ending with a relative clause', 'Will the customers sign your contract, which is ready since Monday?'],
  ])('does not mark a question that is %s as insightful: %j', async (_, text) => {
    expect((await ask([`anna: ${text}`])).map((question) => question.is_insightful)).toEqual([false]);
  });

  it('detects questions by word order when the transcript has no question marks', async () => {
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

  it('relies on question marks if there are any', async () => {
    expect(await textsOf(['anna: Do you have it?', 'tom: Would you believe it.'])).toEqual(['Do you have it?']);
  });

  it('relies on question marks alone in other languages', async () => {
    expect(await textsOf(['anna: Wann kommt der Vertrag? Er fehlt.', 'tom: Wer weiß das'], 'de_DE')).toEqual([
      'Wann kommt der Vertrag?',
    ]);
    expect(await textsOf(['anna: 次の会議はいつですか？明日です。'], 'ja')).toEqual(['次の会議はいつですか？']);
    expect(await textsOf(['anna: Wann kommt der Vertrag'], 'de')).toEqual([]);
  });
});
