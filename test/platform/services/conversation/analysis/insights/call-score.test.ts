import { describe, expect, it } from 'vitest';
import type { Segment } from '../../../../../../src/platform/services/conversation/analysis/conversation.ts';
import { scoreCall } from '../../../../../../src/platform/services/conversation/analysis/insights/call-score.ts';
import { parseConversation } from '../../../../../../src/platform/services/conversation/analysis/language/parse-conversation.ts';
import { chatMargin, scoreAgreement, scoreCalls } from '../../../../../bench/quality/scores.ts';
import { readRankedCalls } from '../../../../../support/ranked-calls/ranked-calls.ts';

const minute = 60_000;
const business = 'The price of this contract and the delivery.';
const segment = (participant: string | null, from: number, to: number, text = business): Segment => ({
  participant_id: participant,
  start_ms: from * minute,
  end_ms: to * minute,
  text,
});
/** Two participants who take turns of equal length, in minutes. */
const alternating = (length: number, turns: number) =>
  Array.from({ length: turns }, (_, index) =>
    segment(index % 2 === 0 ? 'host' : 'guest', index * length, (index + 1) * length),
  );
/** Turns of half a minute. */
const said = (...texts: string[]) =>
  texts.map((text, index) => segment(index % 2 === 0 ? 'host' : 'guest', index / 2, (index + 1) / 2, text));

const question = (flags: { engaging?: boolean; by?: string; text?: string }) => ({
  participant_id: flags.by ?? 'host',
  start_ms: 0,
  end_ms: 1,
  text: flags.text ?? 'Do you like it?',
  is_engaging: flags.engaging === true,
  is_insightful: false,
});
const open = (by = 'host') => question({ text: 'How often does that happen?', by });
const actionItem = (assignee: string | null) => ({
  text: 'Send it',
  assignee_id: assignee,
  start_ms: 0,
  is_completed: false,
  due_on: null,
});
const repeated = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

interface Found {
  questions?: ReturnType<typeof question>[];
  actionItems?: ReturnType<typeof actionItem>[];
  hostId?: string | null | undefined;
  language?: string;
}

async function score(segments: Segment[], found: Found = {}) {
  const { questions = [], actionItems = [], language = 'en' } = found;
  const hostId = 'hostId' in found ? found.hostId : 'host';
  const parsed = await parseConversation({ segments, language });
  return scoreCall({ segments, ...(hostId !== undefined && { host_id: hostId }) }, { parsed, questions, actionItems });
}

const gain = async (segments: Segment[], found: Found) =>
  ((await score(segments, found)) ?? 0) - ((await score(segments)) ?? 0);
const gains = async (segments: Segment[], found: Found[]) =>
  (await Promise.all(found.map((one) => gain(segments, one)))).map((points) => Math.round(points * 10) / 10);

describe('the call score', () => {
  it('agrees with calls ranked by hand', async () => {
    const calls = await scoreCalls(await readRankedCalls());
    expect(scoreAgreement(calls)).toBeGreaterThanOrEqual(0.9);
    expect(chatMargin(calls)).toBeGreaterThan(10);
  });

  it('scores up to 30 for open questions, all of it for half of at least four', async () => {
    const found = [
      [1, 0],
      [2, 2],
      [3, 9],
      [9, 0],
    ].map(([count = 0, others = 0]) => ({
      questions: [...repeated(count, open()), ...repeated(others, question({}))],
    }));
    expect(await gains(alternating(2, 5), found)).toEqual([15, 30, 15, 30]);
  });

  it.each([
    ['Tell me about your stock.', 15],
    ['And who decides about it?', 15],
    ['Did you say who decides?', 15],
    ['Why not?', 0],
    ['Do you have a stock?', 0],
  ])('counts question words and invitations of at least four words as open: %s', async (text, points) => {
    expect(await gain(alternating(2, 5), { questions: [question({ text })] })).toBe(points);
  });

  it('scores up to 25 for action items, half of it for one of each side', async () => {
    const found = [['host'], ['host', 'host', 'host'], ['host', 'guest'], [null], ['guest', 'third', null]];
    const actionItems = found.map((assignees) => ({ actionItems: assignees.map(actionItem) }));
    expect(await gains(alternating(2, 5), actionItems)).toEqual([6.3, 9.4, 12.5, 12.5, 15.6]);
  });

  it('scores up to 15 for figures, from 5 to 30 % of sentences', async () => {
    const figure = 'The price of this contract is nineteen euros.';
    const scoreOf = async (count: number) =>
      (await score(said(...repeated(20 - count, business), ...repeated(count, figure)))) ?? 0;
    const scores = await Promise.all([0, 1, 3, 6, 20].map(scoreOf));
    expect(scores.map((one) => Math.round((one - (scores[0] ?? 0)) * 10) / 10)).toEqual([0, 0, 6, 15, 15]);
  });

  it('counts the questions of the host only, or of everyone when the host is unknown', async () => {
    const questions = repeated(2, open('guest'));
    const call = alternating(2, 6);
    expect(await gains(call, [{ questions }, { questions, hostId: 'guest' }])).toEqual([0, 30]);
    expect(await score(call, { questions, hostId: undefined })).toBe(await score(call, { questions, hostId: 'guest' }));
  });

  it('scores a call without words of working life by its agreements and by listening, with at most 20', async () => {
    const chat = 'My brother plays football and my sister has two dogs.';
    const found = { questions: repeated(9, open()), actionItems: repeated(9, actionItem(null)) };
    expect(await score(said(business, business))).toBe(30);
    expect(await score(said(chat, chat))).toBe(5);
    expect(await score(said(chat, chat), found)).toBe(18.5);
  });

  it.each([
    'You wanted ninety of them, that is nineteen euros a piece or four percent less.',
    'Nobody has brought the data to the two premises.',
  ])('counts quantities, rates and plurals as content of a business: %s', async (text) => {
    expect(await score(said(text, text))).toBe(45);
  });

  it.each([
    [1, 'The price of the contract is ridiculous.', 10],
    [1, 'The contract has gone to another supplier.', 10],
    [1, 'The price of the contract is too high.', 0],
    [1, 'That contract was our fault, as soon as we are done I will pay.', 0],
    [0.5, 'The price of the contract is ridiculous.', 5],
  ])('takes up to 10 for 5 % of sentences with a rejection or reproach: %d %s', async (share, text, points) => {
    const count = 20 / share;
    const calm = await score(said(...repeated(count, business)));
    const call = await score(said(text, ...repeated(count - 1, business)));
    expect((calm ?? 0) - (call ?? 0)).toBeCloseTo(points, 0);
  });

  it('scores up to 20 for the time of others', async () => {
    expect(await score([segment('host', 0, 0.6), segment('guest', 0.6, 1)])).toBe(30);
    expect(await score([segment('host', 0, 0.8), segment('guest', 0.8, 1)])).toBe(20);
    expect(await score([segment('host', 0, 0.2), segment('guest', 0.2, 1)])).toBe(30);
    const longer = [segment('guest', 0, 0.2), segment('host', 0.2, 1)];
    expect(await score(longer, { hostId: undefined })).toBe(20);
    expect(await score(longer.toReversed(), { hostId: undefined })).toBe(20);
  });

  it('scores at most 40 for engaging questions and listening in other languages', async () => {
    const found = [0, 1, 2].map((count) => ({
      questions: repeated(count, question({ engaging: true })),
      language: 'de',
    }));
    const scores = await Promise.all(found.map((one) => score(alternating(2, 5), one)));
    expect(scores).toEqual([20, 30, 40]);
  });

  it('returns null when the host did not speak, or fewer than two known participants did', async () => {
    const scores = (segments: Segment[], hosts: Found['hostId'][]) =>
      Promise.all(hosts.map((hostId) => score(segments, { hostId })));
    const call = alternating(1, 4);
    expect(await scores(call, ['silent', null])).toEqual([null, null]);
    expect(await scores([...call, segment('silent', 4, 5, '…')], ['silent'])).toEqual([null]);
    expect(await scores([...call, segment('silent', 4, 5, '[silence] {vocalsound}')], ['silent'])).toEqual([null]);
    expect(await score([])).toBe(null);
    expect(await score([segment('host', 0, 2), segment(null, 2, 4)])).toBe(null);
    expect(await score([segment('host', 0, 2), segment('guest', 2, 2)])).toBe(null);
    expect(await score([segment('host', 0, 2), segment('guest', 2, 4, '…')])).toBe(null);
  });
});
