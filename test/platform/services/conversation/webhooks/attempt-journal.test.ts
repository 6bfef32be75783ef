import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { expect, it } from 'vitest';
import { createAttemptJournal } from '../../../../../src/platform/services/conversation/webhooks/delivery/attempt-journal.ts';
import { describeEmbedded } from '../../../../support/database/suite-database.ts';

describeEmbedded('the journal of webhook attempts', ({ db }) => {
  it('records a result that arrives right after the last transaction, before it closes', async () => {
    const attempt = () => ({
      eventId: randomUUID(),
      webhookId: randomUUID(),
      attempts: 1,
      startedAt: new Date(),
      outcome: { result: 'delivered' as const, status: 200 },
    });
    const [first, second] = [attempt(), attempt()];
    const recorded: unknown[] = [];
    const isFirstRecorded = Promise.withResolvers<void>();
    const journal = createAttemptJournal({
      db,
      claimedBy: randomUUID(),
      now: () => new Date(),
      log: pino({ level: 'silent' }),
      onRecorded(results) {
        recorded.push(...results);
        if (recorded.length === 1) queueMicrotask(() => journal.add(second));
        isFirstRecorded.resolve();
      },
    });
    journal.add(first);
    await isFirstRecorded.promise;
    await journal.close();
    expect(recorded).toEqual([first, second]);
  });
});
