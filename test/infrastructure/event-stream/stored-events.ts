import { expect } from 'vitest';
import type { ReceivingEventLog, StreamPosition } from '../../../src/infrastructure/event-stream/event-feed.ts';
import { idsOf, newEvent } from './feed-lab.ts';

/** Returns the end of the stream of an organization. */
export async function endOf(events: ReceivingEventLog, organization: string): Promise<StreamPosition> {
  const end = (await events.ends([organization])).get(organization);
  if (!end) throw new Error('no end');
  return end;
}

/** Adds events; returns their ids. */
export async function appendMany(events: ReceivingEventLog, organization: string, count: number): Promise<string[]> {
  const added = Array.from({ length: count }, () => newEvent());
  for (const event of added) expect(await events.append(organization, event)).toBe(true);
  return idsOf(added);
}
