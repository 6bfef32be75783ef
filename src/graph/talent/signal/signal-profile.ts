import type { EducationRecord, ExperienceRecord, SignalRecord } from '../../../tools/talent/signal.ts';
import { builder, eventTime } from '../../core/builder.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { idOnly } from '../../core/selection.ts';
import { companies, Company, companyCalls } from '../lookup/company.ts';
import { EducationInstitution, institutionCalls, institutions } from '../lookup/education-institution.ts';
import { TalentUser } from '../talent-user.ts';

export const isCurrentPosition = ({ isCurrent, startDate, endDate }: ExperienceRecord): boolean =>
  isCurrent ?? (startDate !== null && endDate === null);

export const Experience = builder.objectRef<ExperienceRecord>('Experience').implement({
  description: 'A position in the career of a person.',
  fields: (t) => ({
    company: t.field({
      type: Company,
      extensions: toolCalls({ batched: [{ ...companyCalls, unlessOnly: idOnly }] }),
      description:
        'The company; null if the profile does not identify it. Selecting more than `id` costs one `companies_list` call per 100 distinct companies in the operation.',
      resolve: ({ companyId }, _, context, info) => companies.ofProfile(companyId, context, info),
    }),
    companyName: t.exposeString('companyName', {
      description: 'Name of the company as written in the profile; null if missing.',
    }),
    title: t.exposeString('title', { description: 'Job title as written in the profile; null if missing.' }),
    description: t.exposeString('description', {
      description: 'Description of the position, written by the person; null if missing.',
    }),
    location: t.exposeString('location', { description: 'Place of work as written in the profile; null if missing.' }),
    startDate: t.expose('startDate', {
      type: 'PartialDate',
      description: 'Start date, as precise as in the profile; null if missing.',
    }),
    endDate: t.expose('endDate', {
      type: 'PartialDate',
      description: 'End date, as precise as in the profile; null if ongoing or missing.',
    }),
    isCurrent: t.boolean({
      nullable: false,
      description:
        'Whether the person still holds the position. If the service does not report it, true if there is a start date but no end date.',
      resolve: isCurrentPosition,
    }),
  }),
});

export const Education = builder.objectRef<EducationRecord>('Education').implement({
  description: 'A degree or period of study at a university or school.',
  fields: (t) => ({
    institution: t.field({
      type: EducationInstitution,
      extensions: toolCalls({ batched: [{ ...institutionCalls, unlessOnly: idOnly }] }),
      description:
        'The institution; null if the profile does not identify it. Selecting more than `id` costs one `educations_list` call per 100 distinct institutions in the operation.',
      resolve: ({ institutionId }, _, context, info) => institutions.ofProfile(institutionId, context, info),
    }),
    institutionName: t.exposeString('institutionName', {
      description: 'Name of the institution as written in the profile; null if missing.',
    }),
    degree: t.exposeString('degree', {
      description: 'Degree as written in the profile, for example `BSc`; null if missing.',
    }),
    fieldOfStudy: t.exposeString('fieldOfStudy', {
      description: 'Field of study as written in the profile; null if missing.',
    }),
    startDate: t.expose('startDate', {
      type: 'PartialDate',
      description: 'Start date, as precise as in the profile; null if missing.',
    }),
    endDate: t.expose('endDate', {
      type: 'PartialDate',
      description: 'End date, as precise as in the profile; null if ongoing or missing.',
    }),
  }),
});

export const Tagging = builder.objectRef<SignalRecord['taggings'][number]>('Tagging').implement({
  description: 'A tag that a user attached to a signal.',
  fields: (t) => ({
    tag: t.exposeString('tag', { nullable: false, description: 'Text of the tag.' }),
    createdAt: t.expose('createdAt', eventTime('the tag was attached')),
    taggedBy: t.expose('taggedBy', { type: TalentUser, description: 'User who attached the tag; null if unknown.' }),
  }),
});

export const SignalView = builder.objectRef<SignalRecord['views'][number]>('SignalView').implement({
  description: 'The latest view of a signal by one user.',
  fields: (t) => ({
    user: t.expose('user', { type: TalentUser, nullable: false, description: 'User who viewed the signal.' }),
    viewedAt: t.expose('viewedAt', eventTime('the user last viewed the signal')),
  }),
});

export const SignalScreening = builder.objectRef<SignalRecord['screenings'][number]>('SignalScreening').implement({
  description:
    'The screening of a signal by one user. A screening marks the signal as reviewed; for this user, `Query.signals` and saved searches leave the signal out by default.',
  fields: (t) => ({
    user: t.expose('user', { type: TalentUser, nullable: false, description: 'User who screened the signal.' }),
    screenedAt: t.expose('screenedAt', eventTime('the user screened the signal')),
  }),
});
