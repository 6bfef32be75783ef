import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { z } from 'zod';
import type { ActivityRecord } from '../../../tools/conversation/activity.ts';
import { uploadLimits } from '../../../tools/conversation/vocabulary.ts';
import { limitedText, nonEmptyText, uuid } from '../../../tools/rules/field-rules.ts';
import { foldedWords, foldText } from '../../../tools/rules/folded-text.ts';
import { builder } from '../../core/builder.ts';
import { checkInput } from '../../core/input.ts';
import { personalDataTag } from '../../federation/tags.ts';
import { companyDomain } from '../../matching/rules/companies/company-name.ts';
import { ActivityStatus, ProcessingState } from '../vocabulary.ts';
import { ConversationPeriodInput } from './period.ts';

const maxValues = 100;

const listDescription = (values: string) => `At most ${maxValues} ${values}. An empty list matches nothing.`;

export const ActivityFilterInput = builder.inputType('ActivityFilter', {
  description:
    'Selects activities. An activity must match every field that is set. A field with a list of values matches if at least one of the values does. The service filters by `occurred`, `updated` and `status` only; for all other fields, the graph reads the activities of the period and compares them.',
  fields: (t) => ({
    occurred: t.field({
      type: ConversationPeriodInput,
      description:
        'Period in which the activity started; it can have any length. `from` defaults to 30 days before `to`. For `User.activities`, or if the filter has a field other than `occurred`, `updated` and `status`, `from` defaults to 180 days before `to`.',
    }),
    updated: t.field({
      type: ConversationPeriodInput,
      description:
        'Period in which the activity last changed; it can have any length. Without `occurred`, activities are sorted by their last change, newest first, and `from` has the same default as in `occurred`. If both periods are set, `updated.from` has no default.',
    }),
    status: t.field({
      type: ActivityStatus,
      description: 'Status of the activity. Omit it to return activities of any status.',
    }),
    hostIds: t.idList({
      description: `${listDescription('IDs of `User`s, one of whom must be the host')} Cannot be set for \`User.activities\`.`,
    }),
    participantEmails: t.field({
      type: ['EmailAddress'],
      tag: personalDataTag,
      description: `${listDescription('email addresses, one of which a participant must have, regardless of case')} Uploads often have participants without addresses.`,
    }),
    participantDomains: t.stringList({
      description: `${listDescription('registrable domains, such as `example.co.uk`: a participant must have an email address at one of them or at a subdomain')} Domains of mail providers, such as \`gmail.com\`, are rejected, because they identify no company.`,
    }),
    accountIds: t.stringList({ description: listDescription('IDs of CRM accounts, in exact spelling') }),
    opportunityIds: t.stringList({ description: listDescription('IDs of CRM opportunities, in exact spelling') }),
    leadIds: t.stringList({ description: listDescription('IDs of CRM leads, in exact spelling') }),
    title: t.string({
      description: `Words that the title must contain, in any order and regardless of case and accents; they can be parts of longer words. At most ${uploadLimits.title} characters, and not blank.`,
    }),
    processingStates: t.field({
      type: [ProcessingState],
      description:
        'States of the processing of an uploaded recording. Activities that were not uploaded have no state and do not match. An empty list matches nothing.',
    }),
  }),
});

export type ActivityFilter = typeof ActivityFilterInput.$inferInput;

const anyOf = <Value extends z.ZodType>(value: Value) =>
  z.array(value).max(maxValues, `must contain at most ${maxValues} values`).nullish();

/** Reports invalid domains and those of mail providers separately; `companyDomain` returns null for both. */
const registrableDomain = z
  .string()
  // Reject a path or query: `domainToASCII` would return `example.com` for `example.com/path`.
  .transform((text) => (/[\s/\\?#%]/.test(text) ? '' : domainToASCII(text.toLowerCase())))
  .refine((domain) => domain !== '' && parse(domain).domain === domain, {
    error: 'must be a registrable domain such as example.co.uk',
    abort: true,
  })
  .refine((domain) => companyDomain(domain) !== null, 'must not be the domain of a mail provider');

const comparedFields = z.object({
  hostIds: anyOf(uuid),
  participantEmails: anyOf(z.string().toLowerCase()),
  participantDomains: anyOf(registrableDomain),
  accountIds: anyOf(nonEmptyText),
  opportunityIds: anyOf(nonEmptyText),
  leadIds: anyOf(nonEmptyText),
  title: limitedText(uploadLimits.title)
    .transform(foldedWords)
    .refine((words) => words.length > 0, 'must not be blank')
    .nullish(),
  processingStates: anyOf(z.string()),
});

/** Whether the filter has an empty list. A client that has no values must get no activities, not all of them. */
export const matchesNothing = (filter: object): boolean =>
  Object.values(filter).some((value) => Array.isArray(value) && value.length === 0);

type Condition = (activity: ActivityRecord) => boolean;

/**
 * Returns a condition for each field of the filter that the tools cannot filter by.
 * @throws InvalidInputError naming each invalid field
 */
export function readConditions(filter: ActivityFilter): Condition[] {
  const { title, ...fields } = checkInput(comparedFields, filter, ['filter']);
  return [
    ...hasOneOf(fields.hostIds, ({ hostUserId }) => [hostUserId]),
    ...hasOneOf(fields.participantEmails, ({ participants }) =>
      participants.map(({ email }) => email?.trim().toLowerCase()),
    ),
    ...hasOneOf(fields.participantDomains, ({ participants }) => participants.map(domainOf)),
    ...hasOneOf(fields.accountIds, ({ accountId }) => [accountId]),
    ...hasOneOf(fields.opportunityIds, ({ opportunityId }) => [opportunityId]),
    ...hasOneOf(fields.leadIds, ({ leadId }) => [leadId]),
    ...(title ? [containsAll(title)] : []),
    ...hasOneOf(fields.processingStates, ({ processing }) => [processing?.state]),
  ];
}

export const isHostedBy =
  (userId: string): Condition =>
  ({ hostUserId }) =>
    hostUserId === userId;

function hasOneOf(
  values: readonly string[] | null | undefined,
  valuesOf: (activity: ActivityRecord) => readonly (string | null | undefined)[],
): Condition[] {
  if (!values) return [];
  const wanted = new Set(values);
  return [(activity) => valuesOf(activity).some((value) => value != null && wanted.has(value))];
}

const domainOf = ({ email }: ActivityRecord['participants'][number]) => companyDomain(email)?.domain;

const containsAll =
  (words: readonly string[]): Condition =>
  ({ title }) => {
    const text = foldText(title ?? '');
    return words.every((word) => text.includes(word));
  };
