import type { z } from 'zod';
import type { listEntryPayload, listPayload } from '../../tools/talent/list.ts';
import type { companyPayload, institutionPayload } from '../../tools/talent/lookup.ts';
import type { searchPayload } from '../../tools/talent/search.ts';
import type {
  educationPayload,
  experiencePayload,
  signalPayload,
  talentUserPayload,
} from '../../tools/talent/signal.ts';
import type { talentTools } from '../../tools/talent/talent-tools.ts';
import type { ToolInput } from '../../tools/tool.ts';

// The records of the talent service: parsed payloads with camelCase names.
export interface SignalRecord extends z.output<typeof signalPayload> {}
export interface ExperienceRecord extends z.output<typeof experiencePayload> {}
export interface EducationRecord extends z.output<typeof educationPayload> {}
export interface TalentUserRecord extends z.output<typeof talentUserPayload> {}
export interface ListRecord extends z.output<typeof listPayload> {}
export interface ListEntryRecord extends z.output<typeof listEntryPayload> {}
export interface SavedSearchRecord extends z.output<typeof searchPayload> {}
export interface CompanyRecord extends z.output<typeof companyPayload> {}
export interface InstitutionRecord extends z.output<typeof institutionPayload> {}

/** A filter for signals: a key, an operator and a value that is valid for both. */
export type SearchFilterInput = ToolInput<typeof talentTools.searches_create>['filters'][number];
