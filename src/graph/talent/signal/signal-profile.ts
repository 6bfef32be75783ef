import type { EducationRecord, ExperienceRecord, SignalRecord } from '../../../connector/talent/records.ts';
import { builder } from '../../core/builder.ts';
import { toolCalls } from '../../cost/call-cost.ts';
import { idOnly, selectsOnly } from '../../core/selection.ts';
import { Company, companyById, companyCalls, companyOfProfile } from '../lookup/company.ts';
import {
  EducationInstitution,
  institutionById,
  institutionCalls,
  institutionOfProfile,
} from '../lookup/education-institution.ts';
import { TalentUser } from '../talent-user.ts';

export const Experience = builder.objectRef<ExperienceRecord>('Experience').implement({
  description: 'A position of a career.',
  fields: (t) => ({
    company: t.field({
      type: Company,
      extensions: toolCalls({ shared: [{ ...companyCalls, beyond: idOnly }] }),
      description:
        'The company; null when it has no entity id. Further fields than id cost one companies_list per 100 distinct companies.',
      resolve: ({ companyId }, _, context, info) => {
        if (companyId === null) return null;
        return selectsOnly(info, idOnly) ? companyById(companyId) : companyOfProfile(companyId, context);
      },
    }),
    companyName: t.exposeString('companyName', { description: 'The company as the profile spells it.' }),
    title: t.exposeString('title', { description: 'Job title.' }),
    description: t.exposeString('description', { description: 'What the person says of it.' }),
    location: t.exposeString('location', { description: 'Where, as the profile spells it.' }),
    startDate: t.expose('startDate', { type: 'PartialDate', description: 'Begin, as precise as the profile.' }),
    endDate: t.expose('endDate', { type: 'PartialDate', description: 'End; null while it lasts or when unknown.' }),
    isCurrent: t.boolean({
      nullable: false,
      description: 'Whether it still lasts. Without a word from the service: begun and not ended.',
      resolve: ({ isCurrent, startDate, endDate }) => isCurrent ?? (startDate !== null && endDate === null),
    }),
  }),
});

export const Education = builder.objectRef<EducationRecord>('Education').implement({
  description: 'A stay at a university or school.',
  fields: (t) => ({
    institution: t.field({
      type: EducationInstitution,
      extensions: toolCalls({ shared: [{ ...institutionCalls, beyond: idOnly }] }),
      description:
        'The institution; null when it has no entity id. Further fields than id cost one educations_list per 100 distinct ones.',
      resolve: ({ institutionId }, _, context, info) => {
        if (institutionId === null) return null;
        return selectsOnly(info, idOnly)
          ? institutionById(institutionId)
          : institutionOfProfile(institutionId, context);
      },
    }),
    institutionName: t.exposeString('institutionName', { description: 'The institution as the profile spells it.' }),
    degree: t.exposeString('degree', { description: 'Degree.' }),
    fieldOfStudy: t.exposeString('fieldOfStudy', { description: 'Field of study.' }),
    startDate: t.expose('startDate', { type: 'PartialDate', description: 'Begin, as precise as the profile.' }),
    endDate: t.expose('endDate', { type: 'PartialDate', description: 'End; null while it lasts or when unknown.' }),
  }),
});

export const Tagging = builder.objectRef<SignalRecord['taggings'][number]>('Tagging').implement({
  description: 'A tag that somebody put on a signal.',
  fields: (t) => ({
    tag: t.exposeString('tag', { nullable: false, description: 'The tag.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When.' }),
    taggedBy: t.expose('taggedBy', { type: TalentUser, description: 'Who; null when the service does not say.' }),
  }),
});

export const SignalView = builder.objectRef<SignalRecord['views'][number]>('SignalView').implement({
  description: 'A user looked at a signal.',
  fields: (t) => ({
    user: t.expose('user', { type: TalentUser, nullable: false, description: 'Who.' }),
    viewedAt: t.expose('viewedAt', { type: 'DateTime', description: 'When last.' }),
  }),
});

export const SignalScreening = builder.objectRef<SignalRecord['screenings'][number]>('SignalScreening').implement({
  description: 'A user screened a signal: reviewed it and hid it from their default views.',
  fields: (t) => ({
    user: t.expose('user', { type: TalentUser, nullable: false, description: 'Who.' }),
    screenedAt: t.expose('screenedAt', { type: 'DateTime', description: 'When.' }),
  }),
});
