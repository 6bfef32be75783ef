import type { Conversation } from '../analysis/conversation.ts';

const turns: [speaker: 'ada' | 'tom', text: string][] = [
  ['ada', 'Thanks for your time, Tom. I would like to talk about the renewal of your licence.'],
  ['tom', 'Sure. We have forty seats, and we pay nine hundred euros a month at the moment.'],
  ['ada', 'Right. From July on, it would be a thousand and twenty.'],
  ['tom', 'That is too much for us. Our budget is fixed until the end of the year.'],
  ['ada', 'If you sign for two years, I can keep the old price.'],
  ['tom', 'Two years at nine hundred? That works for us.'],
  ['ada', "Great, then I'll send you the new contract by Friday."],
  ['tom', "Perfect. I'll have it checked by our legal team next week."],
];

/** What `analyst check` sends. */
export const sampleCall: Conversation = {
  participants: [
    { id: 'ada', name: 'Ada Moreau' },
    { id: 'tom', name: 'Tom Reed' },
  ],
  segments: turns.map(([speaker, text], index) => ({
    participant_id: speaker,
    start_ms: index * 5000,
    end_ms: (index + 1) * 5000,
    text,
  })),
  themes: [],
  language: 'en',
  title: null,
  started_at: new Date('2026-06-03T09:00:00Z'),
};
