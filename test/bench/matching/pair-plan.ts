import type { Random } from '../../support/random.ts';
import type { Half } from './name-pools.ts';

/** What a kind of pairs chooses; the rest is the same for all. */
export interface PairPlan {
  guest: { name: string; email: string | null };
  title?: string;
  /** The first is the guest, unless `expected` is null. */
  people: { name: string; jobs: Job[] }[];
  companies: { id: string; name: string; domain: string | null }[];
  /** Whether the first of `people` is the guest, and something tells so. */
  isFirst: boolean;
  hasCompanyKey?: boolean;
}

/** A position; months count from the month of the conversation, and null is the present. */
export interface Job {
  companyId: string;
  companyName: string;
  from: number;
  to: number | null;
}

/** Draws what pairs are made of, from the values of one half. */
export interface Draw extends Random {
  half: Half;
  fullName(): string;
  company(): { id: string; name: string; domain: string | null };
}
