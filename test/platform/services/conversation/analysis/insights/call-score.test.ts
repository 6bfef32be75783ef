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

const question = (flags: { engaging?: boolean; insightful?: boolean; by?: string }) => ({
  participant_id: flags.by ?? 'host',
  start_ms: 0,
  end_ms: 1,
  text: 'Why?',
  is_engaging: flags.engaging === true,
  is_insightful: flags.insightful === true,
});
const actionItem = { text: 'Send it', assignee_id: null, start_ms: 0, is_completed: false, due_on: null };
const repeated = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

interface Found {
  questions?: ReturnType<typeof question>[];
  actionItems?: (typeof actionItem)[];
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

  it('scores up to 25 for insightful questions, half of it for 2 in ten minutes', async () => {
    const found = [1, 2, 6, 18].map((count) => ({ questions: repeated(count, question({ insightful: true })) }));
    expect(await gains(alternating(2, 5), found)).toEqual([8.3, 12.5, 18.8, 22.5]);
  });

  it('scores up to 25 for action items and accepted proposals, half of it for 4 in ten minutes', async () => {
    const found = [1, 4, 12].map((count) => ({ actionItems: repeated(count, actionItem) }));
    expect(await gains(alternating(2, 5), found)).toEqual([5, 12.5, 18.8]);
    const proposal = 'We could deliver the order for two hundred euros.';
    const scores = await Promise.all(
      ['Agreed, that is the price.', 'That is the price.'].map((reply) => score(said(proposal, reply))),
    );
    expect((scores[0] ?? 0) - (scores[1] ?? 0)).toBeCloseTo(8.3, 5);
  });

  it('scores a call shorter than five minutes as if it lasted five', async () => {
    const found = [{ questions: [question({ insightful: true })] }];
    expect(await gains(alternating(1, 2), found)).toEqual([12.5]);
    expect(await gains(alternating(1, 5), found)).toEqual([12.5]);
    expect(await gains(alternating(1, 10), found)).toEqual([8.3]);
  });

  it('scores up to 10 for engaging questions, all of it for half of at least four', async () => {
    const found = [
      [3, 3],
      [6, 0],
      [1, 3],
      [1, 0],
      [2, 18],
    ].map(([engaging = 0, others = 0]) => ({
      questions: [...repeated(engaging, question({ engaging: true })), ...repeated(others, question({}))],
    }));
    expect(await gains(alternating(2, 5), found)).toEqual([10, 10, 5, 5, 2]);
  });

  it('counts the questions of the host only, or of everyone when the host is unknown', async () => {
    const questions = repeated(2, question({ insightful: true, by: 'guest' }));
    const call = alternating(2, 6);
    expect(await gains(call, [{ questions }, { questions, hostId: 'guest' }])).toEqual([0, 11.4]);
    expect(await score(call, { questions, hostId: undefined })).toBe(await score(call, { questions, hostId: 'guest' }));
  });

  it('multiplies the points of a call without words of working life by 0.2', async () => {
    const chat = 'My brother plays football and my sister has a dog.';
    expect(await score(said(business, business))).toBe(35);
    expect(await score(said(chat, chat))).toBe(4);
  });

  it.each([
    'You wanted ninety of them, that is nineteen euros a piece or four percent less.',
    'I would put twelve panels on the roof, which is five kilowatts.',
    'You need the manual in nine languages, translated by people who know pumps.',
  ])('counts quantities, rates and trades as content of a business: %s', async (text) => {
    expect(await score(said(text, text))).toBe(35);
  });

  it('takes up to 10 for unanswered objections and reproaches', async () => {
    const scoreOf = (objection: string, answer: string) =>
      score(said(business, objection, answer, business, business, business, business, business));
    const unopposed = (await scoreOf(business, business)) ?? 0;
    const lost = async (objection: string, answer: string) => unopposed - ((await scoreOf(objection, answer)) ?? 0);
    const answer = 'The price includes the delivery and the contract for two years.';
    expect(await lost('The price of the contract is too high.', answer)).toBe(0);
    expect(await lost('The price of the contract is too high.', 'The contract has a price.')).toBeCloseTo(5, 5);
    expect(await lost('The price of the contract is ridiculous.', answer)).toBeCloseTo(5, 5);
    expect(
      await lost('The price of the contract is too high.', 'That contract is not our fault, it is the delivery.'),
    ).toBe(10);
  });

  it('scores up to 5 for exchange, from 1.5 to 5 speaker changes per minute', async () => {
    const exchange = async (perMinute: number) =>
      ((await score(alternating(1 / perMinute, perMinute * 100 + 1))) ?? 0) - 35;
    expect(await Promise.all([1, 1.5, 5, 8].map(exchange))).toEqual(
      [0, 0, 5, 5].map((value) => expect.closeTo(value, 0)),
    );
    expect(await exchange(3.25)).toBeCloseTo(2.5, 0);
  });

  it('does not count a backchannel as a speaker change', async () => {
    const call = (reply: string) => [
      segment('host', 0, 0.4),
      segment('guest', 0.4, 0.5, reply),
      segment('host', 0.5, 0.9),
    ];
    const [heard, joined] = await Promise.all([score(call('Yes, I see.')), score(call('Yes, I do see.'))]);
    expect((joined ?? 0) - (heard ?? 0)).toBeCloseTo(1, 0);
  });

  it('scores up to 5 for the time of others and 5 for time outside monologues', async () => {
    expect(await score([segment('host', 0, 0.6), segment('guest', 0.6, 1)])).toBe(35);
    expect(await score([segment('host', 0, 0.8), segment('guest', 0.8, 1)])).toBe(32.5);
    expect(await score([segment('host', 0, 0.2), segment('guest', 0.2, 1)])).toBe(35);
    expect(await score([segment('host', 0, 1.5), segment('guest', 1.5, 3)])).toBe(30);
  });

  it('scales the form to 100 in other languages', async () => {
    const questions = repeated(4, question({ engaging: true }));
    expect(await score(alternating(0.1, 100), { questions, language: 'de' })).toBe(100);
    expect(await score(alternating(0.1, 100), { questions })).toBe(50);
  });

  it('returns null when the host did not speak, or fewer than two known participants did', async () => {
    const scores = (segments: Segment[], hosts: Found['hostId'][]) =>
      Promise.all(hosts.map((hostId) => score(segments, { hostId })));
    const call = alternating(1, 4);
    expect(await scores(call, ['silent', null])).toEqual([null, null]);
    expect(await scores([...call, segment('silent', 4, 5, '…')], ['silent'])).toEqual([null]);
    expect(await score([])).toBe(null);
    expect(await score([segment('host', 0, 2), segment(null, 2, 4)])).toBe(null);
    expect(await score([segment('host', 0, 2), segment('guest', 2, 2)])).toBe(null);
    expect(await score([segment('host', 0, 2), segment('guest', 2, 4, '…')])).toBe(null);
  });
});
