import type { BenchCase, Figure } from '../figure.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureKilledNode } from './killed-node.ts';
import { measureSubscribers } from './subscribers.ts';

const steps: [string, () => Promise<Figure[]>][] = [
  ['deliveries', measureDeliveries],
  ['subscribers', measureSubscribers],
  ['killed node', measureKilledNode],
];

/** Delivery of events to webhooks and subscribers, with failures. */
export const events: BenchCase = {
  name: 'events',
  async measure() {
    const figures: Figure[] = [];
    for (const [step, measure] of steps) {
      console.error(`  ${step} …`);
      figures.push(...(await measure()));
    }
    return figures;
  },
};
