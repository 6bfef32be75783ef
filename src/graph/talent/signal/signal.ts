import type { SignalRecord } from '../../../connector/talent/records.ts';
import { type SignalFilter, signalsListInput } from '../../../connector/talent/signal-filter.ts';
import { builder } from '../../core/builder.ts';
import { idOf, toolCalls } from '../../cost/call-cost.ts';
import { connectionType, pageArguments, pageCost, pageListSize } from '../../pagination/connection.ts';
import { ofTalent } from '../../core/ownership.ts';
import { sortedListing } from '../../pagination/sorted-listing.ts';
import { readSignalFilter, SignalFilterInput } from './signal-filter.ts';
import { primeSignals, samePersonLoader, signalLoader } from './signal-loaders.ts';
import { Education, Experience, SignalScreening, SignalView, Tagging } from './signal-profile.ts';
import { AgeRange, CustomerFocus, EducationLevel, Gender, ProfileTag, SignalType } from '../vocabulary.ts';

export const Signal = builder.objectRef<SignalRecord>('Signal').implement({
  description: 'Something that happened in a career, with the profile of the person it happened to.',
  extensions: ofTalent,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'Id.' }),
    type: t.expose('type', {
      type: SignalType,
      description: 'What happened; null when the service says something new.',
    }),
    score: t.exposeInt('score', { description: 'How promising, 1 to 10.' }),
    source: t.exposeString('source', { description: 'The data source that brought it.' }),
    summary: t.exposeString('summary', { description: 'What happened, in a sentence.' }),
    discoveredAt: t.expose('discoveredAt', { type: 'DateTime', description: 'When the service discovered it.' }),
    fullName: t.exposeString('fullName', { description: 'Name of the person.' }),
    headline: t.exposeString('headline', { description: 'How the person describes themself in a line.' }),
    avatarUrl: t.expose('avatarUrl', { type: 'URL', description: 'Picture.' }),
    linkedinId: t.exposeString('linkedinId', {
      description: 'LinkedIn identifier; the same for all signals of a person.',
    }),
    linkedinUrl: t.expose('linkedinUrl', { type: 'URL', description: 'LinkedIn profile.' }),
    city: t.exposeString('city', { description: 'City of residence.' }),
    country: t.exposeString('country', { description: 'Country of residence.' }),
    region: t.exposeString('region', { description: 'Geographic region or US state of residence.' }),
    origin: t.exposeString('origin', { description: 'Country of origin.' }),
    gender: t.expose('gender', { type: Gender, description: 'Gender as the profile source estimates it.' }),
    ageRange: t.expose('ageRange', { type: AgeRange, description: 'Estimated age.' }),
    educationLevel: t.expose('educationLevel', { type: EducationLevel, description: 'Highest level of education.' }),
    industry: t.exposeString('industry', { description: 'Industry vertical.' }),
    customerFocus: t.expose('customerFocus', { type: CustomerFocus, description: 'Whom the company sells to.' }),
    profileTags: t.expose('profileTags', {
      type: [ProfileTag],
      nullable: false,
      description: 'What stands out in the career.',
    }),
    experiences: t.expose('experiences', {
      type: [Experience],
      nullable: false,
      description: 'Positions, in the order of the profile.',
    }),
    educations: t.expose('educations', {
      type: [Education],
      nullable: false,
      description: 'Studies, in the order of the profile.',
    }),
    taggings: t.expose('taggings', { type: [Tagging], nullable: false, description: 'Tags that users put on it.' }),
    views: t.field({
      type: [SignalView],
      nullable: false,
      description: 'Who looked at it, latest first.',
      resolve: ({ views }) => latestFirst(views, ({ viewedAt }) => viewedAt),
    }),
    screenings: t.field({
      type: [SignalScreening],
      nullable: false,
      description: 'Who screened it, latest first.',
      resolve: ({ screenings }) => latestFirst(screenings, ({ screenedAt }) => screenedAt),
    }),
    viewerHasViewed: t.exposeBoolean('viewerHasViewed', { description: 'Whether the caller looked at it.' }),
    viewerHasScreened: t.exposeBoolean('viewerHasScreened', {
      description: 'Whether the caller screened it, so that it is hidden from their default views.',
    }),
  }),
});

/** The tools promise no order; what has no time comes last. */
const latestFirst = <Review>(reviews: readonly Review[], timeOf: (review: Review) => Date | null) =>
  reviews.toSorted((a, b) => (timeOf(b)?.getTime() ?? 0) - (timeOf(a)?.getTime() ?? 0));

builder.objectField(Signal, 'samePersonSignals', (t) =>
  t.field({
    type: [Signal],
    extensions: toolCalls({ upTo: ['signals_list_by_linkedin_id'] }),
    description:
      'Other signals of this person, by LinkedIn identifier, newest first; never this one, empty without an identifier. One signals_list_by_linkedin_id a distinct person.',
    resolve: async ({ id, linkedinId }, _, context) => {
      if (linkedinId === null) return [];
      const signals = await samePersonLoader(context).load({ id, linkedinId });
      return signals.filter((signal) => signal.id !== id);
    },
  }),
);

builder.asEntity(Signal, {
  key: builder.selection<{ id: string }>('id'),
  resolveReference: async ({ id }, context) => signalLoader(context).load(id),
});

export const SignalConnection = connectionType('Signal', Signal, ofTalent);

builder.queryField('signal', (t) =>
  t.field({
    type: Signal,
    extensions: toolCalls({ find: { keyOf: idOf, each: ['signals_get'] } }),
    description: 'A signal by id; null when there is none. One signals_get.',
    args: { id: t.arg.id({ required: true, description: 'Id of the signal.' }) },
    resolve: (_, { id }, context) => signalLoader(context).load(id),
  }),
);

/** Signals come newest first. */
export const newestFirst = () => ({
  direction: 'desc' as const,
  keyOf: ({ id, discoveredAt }: SignalRecord) => ({ id, time: discoveredAt?.getTime() ?? null }),
});

const signals = sortedListing('signals', {
  order: newestFirst,
  toolInput: signalsListInput,
  fetchPage: async (filter: SignalFilter, page, context) => {
    const answer = await context.talent.signals({ filter, ...page });
    primeSignals(context, answer.items);
    return answer;
  },
});

builder.queryField('signals', (t) =>
  t.field({
    type: SignalConnection,
    extensions: toolCalls({ page: 'signals_list' }),
    description: `Signals that match, newest first. What the caller screened is left out unless filter.screenedBy is given. ${pageCost('signals_list')}`,
    listSize: pageListSize,
    args: {
      filter: t.arg({ type: SignalFilterInput, description: 'All of it must hold; omit for all signals.' }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { filter, first, after }, context) =>
      signals(context, readSignalFilter(filter ?? {}, ['filter']), { first, after }),
  }),
);
