import type { Page } from '../../../connector/talent/talent-client.ts';
import type { SearchFilterInput } from '../../../tools/talent/search.ts';
import type { SignalRecord } from '../../../tools/talent/signal.ts';
import { toParameters } from '../../../tools/talent/search-filter.ts';
import { builder, eventTime } from '../../core/builder.ts';
import type { GraphContext } from '../../core/context.ts';
import { entityById, fieldById } from '../../core/entities.ts';
import { idOf, toolCalls } from '../../../operation/cost/call-cost.ts';
import { connectionType, pageArguments, pageCost } from '../../pagination/connection.ts';
import { talentSource } from '../../../operation/type-source.ts';
import { keysetListing } from '../../pagination/keyset-listing.ts';
import { matchesNothing, readSignalFilter, SignalFilterInput } from './signal-filter.ts';
import { primeSignals, samePersonLoader, signalLoader } from './signal-loaders.ts';
import { Education, Experience, SignalScreening, SignalView, Tagging } from './signal-profile.ts';
import { AgeRange, CustomerFocus, EducationLevel, Gender, ProfileTag, SignalType } from '../vocabulary.ts';
import { personalDataTag } from '../../federation/tags.ts';

export const Signal = builder.objectRef<SignalRecord>('Signal').implement({
  description: 'A career event of a person, such as founding a company, together with the profile of that person.',
  extensions: talentSource,
  fields: (t) => ({
    id: t.exposeID('id', { nullable: false, description: 'ID of the signal.' }),
    type: t.expose('type', {
      type: SignalType,
      description: 'Kind of career event; null if the service reports a kind that `SignalType` lacks.',
    }),
    score: t.exposeInt('score', {
      description:
        'How promising the signal is, from 1 to 10 (most promising); null if the service returns none. To select by score, set `SignalFilter.minScore`.',
    }),
    source: t.exposeString('source', {
      description: 'Name of the data source that reported the signal; null if unknown.',
    }),
    summary: t.exposeString('summary', {
      description: 'The career event in one sentence; null if the service returns none.',
    }),
    discoveredAt: t.expose('discoveredAt', eventTime('the service discovered the signal')),
    fullName: t.exposeString('fullName', { description: 'Full name of the person; null if unknown.' }),
    headline: t.exposeString('headline', {
      description: 'Headline of the profile, written by the person; null if there is none.',
    }),
    avatarUrl: t.expose('avatarUrl', {
      type: 'URL',
      description: 'URL of the profile picture; null if there is none.',
    }),
    linkedinId: t.exposeString('linkedinId', {
      tag: personalDataTag,
      description: 'LinkedIn identifier of the person, the same in all of their signals; null if unknown.',
    }),
    linkedinUrl: t.expose('linkedinUrl', {
      type: 'URL',
      tag: personalDataTag,
      description: 'URL of the LinkedIn profile; null if unknown.',
    }),
    city: t.exposeString('city', { description: 'City of residence; null if unknown.' }),
    country: t.exposeString('country', { description: 'Name of the country of residence; null if unknown.' }),
    region: t.exposeString('region', { description: 'Geographic region or US state of residence; null if unknown.' }),
    origin: t.exposeString('origin', { description: 'Name of the country of origin; null if unknown.' }),
    gender: t.expose('gender', {
      type: Gender,
      description: 'Gender of the person, as estimated by the profile source; null if unknown.',
    }),
    ageRange: t.expose('ageRange', {
      type: AgeRange,
      description: 'Estimated age range of the person; null if unknown.',
    }),
    educationLevel: t.expose('educationLevel', {
      type: EducationLevel,
      description: 'Highest level of education that the person has reached; null if unknown.',
    }),
    industry: t.exposeString('industry', {
      description: 'Industry of the company that the event is about; null if unknown.',
    }),
    customerFocus: t.expose('customerFocus', {
      type: CustomerFocus,
      description: 'Whether the company that the event is about sells to businesses or consumers; null if unknown.',
    }),
    profileTags: t.expose('profileTags', {
      type: [ProfileTag],
      nullable: false,
      description: 'Notable experience in the career of the person; empty if there is none.',
    }),
    experiences: t.expose('experiences', {
      type: [Experience],
      nullable: false,
      description: 'Positions that the person has held, in the order in which their profile lists them.',
    }),
    educations: t.expose('educations', {
      type: [Education],
      nullable: false,
      description: 'Degrees and periods of study of the person, in the order in which their profile lists them.',
    }),
    taggings: t.expose('taggings', {
      type: [Tagging],
      nullable: false,
      description: 'Tags that users attached to the signal.',
    }),
    views: t.field({
      type: [SignalView],
      nullable: false,
      description: 'Views of the signal, one per user, most recent first.',
      resolve: ({ views }) => latestFirst(views, ({ viewedAt }) => viewedAt),
    }),
    screenings: t.field({
      type: [SignalScreening],
      nullable: false,
      description: 'Screenings of the signal, one per user, most recent first.',
      resolve: ({ screenings }) => latestFirst(screenings, ({ screenedAt }) => screenedAt),
    }),
    viewerHasViewed: t.exposeBoolean('viewerHasViewed', {
      description: 'Whether the caller has viewed the signal; null if the service does not report it.',
    }),
    viewerHasScreened: t.exposeBoolean('viewerHasScreened', {
      description: 'Whether the caller has screened the signal; null if the service does not report it.',
    }),
  }),
});

/** Sorts views or screenings, which the tools return in no particular order. A null time comes last. */
const latestFirst = <Review>(reviews: readonly Review[], timeOf: (review: Review) => Date | null) =>
  reviews.toSorted((a, b) => (timeOf(b)?.getTime() ?? 0) - (timeOf(a)?.getTime() ?? 0));

builder.objectField(Signal, 'samePersonSignals', (t) =>
  t.field({
    type: [Signal],
    extensions: toolCalls({ atMostPerObject: ['signals_list_by_linkedin_id'] }),
    description:
      'Other signals of the same person, newest first; empty if the signal has no LinkedIn identifier. Costs one `signals_list_by_linkedin_id` call per distinct person.',
    resolve: async ({ id, linkedinId }, _, context) => {
      if (linkedinId === null) return [];
      const signals = await samePersonLoader(context).load({ id, linkedinId });
      return signals.filter((signal) => signal.id !== id);
    },
  }),
);

const findSignal = (id: string, context: GraphContext) => signalLoader(context).load(id);

entityById(Signal, findSignal);

export const SignalConnection = connectionType(Signal, talentSource);

fieldById('signal', {
  type: Signal,
  extensions: toolCalls({ lookup: { keyOf: idOf, perObject: ['signals_get'] } }),
  description: 'A signal by ID; null if it does not exist. Costs one `signals_get` call per distinct signal.',
  idDescription: 'ID of the signal.',
  find: findSignal,
});

/** The order in which the tools return signals. */
export const newestFirst = () => ({
  direction: 'desc' as const,
  keyOf: ({ id, discoveredAt }: SignalRecord) => ({ id, time: discoveredAt?.getTime() ?? null }),
});

export async function fetchSignals(filters: readonly SearchFilterInput[], page: Page, context: GraphContext) {
  if (filters.some(matchesNothing)) return { items: [], total: 0 };
  const result = await context.talent.signals({ filters, ...page });
  primeSignals(context, result.items);
  return result;
}

const signals = keysetListing('signals', {
  order: newestFirst,
  toolInput: toParameters,
  fetchPage: fetchSignals,
});

builder.queryField('signals', (t) =>
  t.field({
    type: SignalConnection,
    extensions: toolCalls({ page: 'signals_list' }),
    description: `Signals that match a filter, newest first; the service cannot sort signals in another way: set \`filter.minScore\` to get the best signals. Leaves out signals that the caller has screened, unless \`filter.screenedBy\` is set. ${pageCost('signals_list')}`,
    args: {
      filter: t.arg({
        type: SignalFilterInput,
        description: 'Which signals to return. Omit it to return all signals that the caller has not screened.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: (_, { filter, first, after }, context) =>
      signals(context, readSignalFilter(filter ?? {}, ['filter']), { first, after }),
  }),
);
