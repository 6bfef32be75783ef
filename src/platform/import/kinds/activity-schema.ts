import { z } from 'zod';
import { activityFields, participantFields } from '../../../tools/conversation/activity.ts';
import {
  actionItemFields,
  questionFields,
  segmentFields,
  topicMatchFields,
} from '../../../tools/conversation/outputs.ts';
import { processingStates, summaryMethods } from '../../../tools/conversation/vocabulary.ts';
import { field, shapeOf } from '../../../tools/record-fields.ts';

/** A record without an organization belongs to the oldest organization. */
export const ofOrganization = { organization_id: field.uuid.imported.nullish() };

export const distinctById = <Item extends z.ZodType<{ id: string }>>(item: Item) =>
  z.array(item).superRefine((items, context) => {
    const seen = new Set<string>();
    for (const [index, { id }] of items.entries()) {
      if (seen.has(id)) {
        context.addIssue({
          code: 'custom',
          path: [index, 'id'],
          input: id,
          message: 'occurs more than once in the list',
        });
      }
      seen.add(id);
    }
  });

const isInOrder = ({ start_ms: startMs, end_ms: endMs }: { start_ms: number; end_ms?: number | null | undefined }) =>
  endMs == null || endMs >= startMs;
const endRule = { path: ['end_ms'], message: 'must not be before start_ms' };

const text = field.text().imported;

export const importedActivity = z.strictObject({
  ...ofOrganization,
  ...shapeOf(activityFields, 'imported'),
  participants: distinctById(z.strictObject(shapeOf(participantFields, 'imported'))).nullish(),
  processing: z
    .strictObject({
      // No job processes an imported activity, so its state is final.
      state: z.enum([processingStates.DONE, processingStates.FAILED]),
      failure: text.nullish(),
      skipped_cues: field.milliseconds.imported.nullish(),
      warnings: z.array(text).nullish(),
    })
    .nullish(),
  segments: z.array(z.strictObject(shapeOf(segmentFields, 'imported')).refine(isInOrder, endRule)).nullish(),
  summary: text.nullish(),
  summary_method: z.enum(summaryMethods).nullish(),
  action_items: z.array(z.strictObject(shapeOf(actionItemFields, 'imported'))).nullish(),
  questions: z.array(z.strictObject(shapeOf(questionFields, 'imported')).refine(isInOrder, endRule)).nullish(),
  topic_matches: z.array(z.strictObject(shapeOf(topicMatchFields, 'imported')).refine(isInOrder, endRule)).nullish(),
});

export type ImportedActivity = z.output<typeof importedActivity>;
