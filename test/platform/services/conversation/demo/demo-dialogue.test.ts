import { beforeAll, describe, expect, it } from 'vitest';
import {
  type ConversationDemoData,
  makeConversationDemoData,
} from '../../../../../src/platform/services/conversation/demo/demo-data.ts';
import { demoId } from '../../../../../src/platform/services/conversation/demo/demo-id.ts';
import { fill } from '../../../../../src/platform/services/conversation/demo/facts.ts';
import { randomOf } from '../../../../../src/platform/services/conversation/demo/chance.ts';

let data: ConversationDemoData;
beforeAll(async () => {
  data = await makeConversationDemoData({ now: new Date('2026-11-20T12:00:00Z') });
});

const speechOf = (number: number) => {
  const activity = data.activities.find(({ id }) => id === demoId(`activity ${number}`));
  const names = new Map(activity?.participants?.map(({ id, name }) => [id, name]));
  return (activity?.segments ?? []).map((segment) => `${names.get(segment.participant_id ?? '')}: ${segment.text}`);
};

describe('what is said in the conversation demo data', () => {
  it('speaks of every trigger', () => {
    const matches = data.activities.flatMap((activity) => activity.topic_matches ?? []);
    const counts = Map.groupBy(matches, ({ trigger }) => trigger);
    const keywords = data.themes.flatMap(({ topics }) =>
      topics.flatMap(({ triggers }) => triggers.map(({ keyword }) => keyword)),
    );
    expect(keywords.length).toBe(37);
    expect(keywords.filter((keyword) => (counts.get(keyword)?.length ?? 0) < 5)).toEqual([]);
    const themesOf = ({ topic_matches: found }: (typeof data.activities)[number]) =>
      new Set((found ?? []).map(({ theme }) => theme));
    const conversations = data.activities.filter(({ status }) => status === 'completed');
    expect(conversations.filter((activity) => themesOf(activity).size === 0)).toEqual([]);
  });

  it('gives every conversation a summary, questions and things to do', () => {
    const conversations = data.activities.filter(({ status }) => status === 'completed');
    expect(conversations.filter(({ summary }) => (summary ?? '') === '')).toEqual([]);
    expect(conversations.filter(({ questions }) => (questions ?? []).length < 3)).toEqual([]);
    expect(conversations.filter((activity) => (activity.action_items ?? []).length < 2)).toEqual([]);
    const others = data.activities.filter(({ type }) => type === 'sms');
    expect(others.filter(({ summary }) => summary !== null)).toEqual([]);
    expect(
      data.activities.filter(({ status }) => status === 'in-progress').flatMap(({ segments }) => segments),
    ).toEqual([]);
  });

  it('has old things done mostly, and new ones to do', () => {
    const items = data.activities.map(({ action_items: all }) => all ?? []);
    const done = (some: typeof items) => some.flat().filter((item) => item.is_completed === true).length;
    const [old, recent] = [items.slice(0, 130), items.slice(140)];
    expect([done(old), old.flat().length, done(recent), recent.flat().length]).toEqual([360, 455, 0, 25]);
  });

  it('consists of whole sentences without holes', () => {
    const texts = [
      ...data.activities.flatMap(({ segments, summary }) => [
        ...(segments ?? []).map(({ text }) => text),
        ...(summary == null ? [] : [summary]),
      ]),
      ...data.comments.map(({ text }) => String(text)),
      ...data.coachingFeedback.map(({ comment }) => String(comment)),
    ];
    expect(texts.filter((text) => /[{}|~=]|undefined|null|NaN| {2}|\.\.|,,|^\s|\s$/.test(text))).toEqual([]);
    expect(texts.filter((text) => !/^[\p{Lu}\d"]/u.test(text))).toEqual([]);
    const spoken = data.activities.filter(({ type }) => type !== 'sms').flatMap(({ segments }) => segments ?? []);
    expect(spoken.filter(({ text }) => !/[.?!]$/.test(text))).toEqual([]);
  });

  it('does not repeat itself within a conversation', () => {
    for (const { segments } of data.activities) {
      const long = (segments ?? []).map(({ text }) => text).filter((text) => text.split(' ').length > 8);
      expect(new Set(long).size).toBe(long.length);
    }
  });

  it('reads naturally', () => {
    expect(speechOf(96)).toMatchInlineSnapshot(`
      [
        "Petra Lindqvale: Hello Paula, this is Petra from Larkfield. Did I catch you at a good time?",
        "Paula Cabrera: Yes, go ahead. I'm on the train, so tell me if the line drops.",
        "Petra Lindqvale: Thanks for coming back to us. The open point from last time was the question who decides. Where does that stand?",
        "Paula Cabrera: A few things moved. The most important one is that I now know what I want, which was not the case two weeks ago.",
        "Paula Cabrera: My systems team will ask about integration first.",
        "Petra Lindqvale: Okay. There is a standard integration for the large systems, and an open API for everything else. A signal becomes a prospect with one click, and the status comes back every hour.",
        "Paula Cabrera: And single sign-on? We may not buy anything without it.",
        "Petra Lindqvale: Single sign-on is part of every plan, there is no extra charge for it.",
        "Paula Cabrera: That's one line less on my list.",
        "Paula Cabrera: How long is the contract, and how do we get out of it?",
        "Petra Lindqvale: It is twelve months, with a reminder sixty days before the renewal. There is no automatic renewal unless you ask for it.",
        "Paula Cabrera: Good. Our procurement will want their own terms, I should warn you.",
        "Petra Lindqvale: That's fine for most of the text. How long does procurement take at GE Aerospace?",
        "Paula Cabrera: Three weeks when they like it, eight when they don't.",
        "Petra Lindqvale: Then let's agree on who does what. I'll send you a proposal with 35 seats and the pilot by Wednesday.",
        "Paula Cabrera: And I'll get back to you by next Wednesday with the names for the pilot.",
        "Petra Lindqvale: Can you send me the questions of your security team, Paula, so that we lose no time?",
        "Paula Cabrera: Will do. Give me until Wednesday.",
        "Petra Lindqvale: Shall we speak again next Wednesday? I'll send the invitation today.",
        "Paula Cabrera: Next Wednesday is fine. The afternoon is better for me.",
        "Petra Lindqvale: Good. Thank you for being so open, Paula.",
        "Paula Cabrera: Likewise. Have a good rest of the day.",
        "Petra Lindqvale: Goodbye.",
      ]
    `);
    expect(data.activities[95]?.summary).toMatchInlineSnapshot(
      `"The open point from last time was the question who decides. Paula Cabrera: The most important one is that I now know what I want, which was not the case two weeks ago. Paula Cabrera: My systems team will ask about integration first. A signal becomes a prospect with one click, and the status comes back every hour. Single sign-on is part of every plan, there is no extra charge for it. It is twelve months, with a reminder sixty days before the renewal. How long does procurement take at GE Aerospace? Petra Lindqvale: I'll send you a proposal with 35 seats and the pilot by Wednesday."`,
    );
    expect(
      data.activities
        .filter(({ type }) => type === 'sms')
        .slice(0, 4)
        .map(({ segments }) => segments?.[0]?.text),
    ).toMatchInlineSnapshot(`
      [
        "Got your mail. I have two questions about the contract, nothing dramatic. Naomi",
        "Hi Kavya, Ines from Larkfield here. Would Tuesday at ten work for a short call?",
        "Hi Henry, shall we say Thursday at eleven? I'll call you on this number. Petra",
        "Can we move our talk to Friday at three? Something came up here. Ruby",
      ]
    `);
    expect(data.comments.slice(0, 6).map(({ text }) => text)).toMatchInlineSnapshot(`
      [
        "Good open question. Notice how long the answer gets.",
        "Nice, and then you waited. The pause did the work.",
        "Please log the next step in the CRM, I couldn't find it there.",
        "Here "training" comes up for the first time. Let's use their own words in the summary.",
        "Please log the next step in the CRM, I couldn't find it there.",
        "I would have asked this five minutes earlier.",
      ]
    `);
  });

  it('refuses a placeholder that stands for nothing', () => {
    expect(() => fill('{who} is here.', {})).toThrow(new RangeError('There is no fact called who: {who} is here.'));
    expect(fill('{who} is here. then {who} left.', { who: 'ann' })).toBe('Ann is here. Then ann left.');
  });

  it('begins differently for numbers that stand side by side', () => {
    const firsts = Array.from({ length: 40 }, (_, index) => randomOf(index + 1).int(1, 100));
    expect(new Set(firsts).size).toBe(40);
  });
});
