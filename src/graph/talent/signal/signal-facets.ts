import type { SignalRecord } from '../../../tools/talent/signal.ts';
import {
  ageRanges,
  customerFocuses,
  educationLevels,
  maxPageSize,
  profileTags,
  signalTypes,
} from '../../../tools/talent/vocabulary.ts';
import { toolCalls } from '../../../operation/cost/call-cost.ts';
import { builder, enumOf } from '../../core/builder.ts';
import { invalidInput } from '../../core/input.ts';
import type { WholeListing } from '../../pagination/keyset-listing.ts';
import { SignalConnection } from './signal.ts';

/** Maximum number of tool pages that are read to count the values of a listing. */
const maxPages = 10;

const facetFields = {
  TYPE: 'type',
  SCORE: 'score',
  COUNTRY: 'country',
  REGION: 'region',
  CITY: 'city',
  ORIGIN: 'origin',
  INDUSTRY: 'industry',
  SOURCE: 'source',
  PROFILE_TAG: 'profileTags',
  AGE_RANGE: 'ageRange',
  EDUCATION_LEVEL: 'educationLevel',
  CUSTOMER_FOCUS: 'customerFocus',
} as const;

type FacetField = (typeof facetFields)[keyof typeof facetFields];

const SignalFacet = enumOf('SignalFacet', {
  description: 'A field of signals whose values can be counted.',
  values: facetFields,
  descriptions: {
    TYPE: 'Kinds of career event, for `SignalFilter.types`.',
    SCORE:
      'Scores from 1 to 10. A count is for exactly this score; `SignalFilter.minScore` also matches all higher scores.',
    COUNTRY: 'Countries of residence, for `SignalFilter.countries`.',
    REGION: 'Geographic regions or US states of residence, for `SignalFilter.regions`.',
    CITY: 'Cities of residence, for `SignalFilter.cities`.',
    ORIGIN: 'Countries of origin, for `SignalFilter.origins`.',
    INDUSTRY: 'Industries of the company that the event is about, for `SignalFilter.industries`.',
    SOURCE: 'Data sources that reported the signals, for `SignalFilter.sources`.',
    PROFILE_TAG: 'Notable experience, for `SignalFilter.profileTags`. A signal counts once for each of its tags.',
    AGE_RANGE: 'Estimated age ranges, for `SignalFilter.ageRanges`.',
    EDUCATION_LEVEL: 'Highest levels of education, for `SignalFilter.educationLevels`.',
    CUSTOMER_FOCUS: 'Kinds of customers of the company that the event is about, for `SignalFilter.customerFocus`.',
  },
});

/** The names of enum values in the graph, by field. Values of other fields are returned unchanged. */
const valueNames: { [Field in FacetField]?: Readonly<Record<string, string>> } = {
  type: namesByValue(signalTypes),
  profileTags: namesByValue(profileTags),
  ageRange: namesByValue(ageRanges),
  educationLevel: namesByValue(educationLevels),
  customerFocus: namesByValue(customerFocuses),
};

function namesByValue(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [value, name]));
}

interface FacetValue {
  value: string;
  count: number;
}

const SignalFacetValue = builder.objectRef<FacetValue>('SignalFacetValue').implement({
  description: 'A value of a facet, with the number of signals that have it.',
  fields: (t) => ({
    value: t.exposeString('value', {
      nullable: false,
      description: 'The value as `SignalFilter` takes it: the name of an enum value, a number as text, or a name.',
    }),
    count: t.exposeInt('count', { nullable: false, description: 'Number of signals with this value; at least 1.' }),
  }),
});

interface FacetGroup {
  facet: FacetField;
  values: FacetValue[];
  missingCount: number;
}

const SignalFacetGroup = builder.objectRef<FacetGroup>('SignalFacetGroup').implement({
  description: 'The values of one facet.',
  fields: (t) => ({
    facet: t.expose('facet', { type: SignalFacet, nullable: false, description: 'The facet that was counted.' }),
    values: t.expose('values', {
      type: [SignalFacetValue],
      nullable: false,
      description: 'The values that occur, most frequent first; equally frequent values in ascending order.',
    }),
    missingCount: t.exposeInt('missingCount', {
      nullable: false,
      description: 'Number of counted signals that have no value for this facet.',
    }),
  }),
});

interface Facets {
  groups: FacetGroup[];
  countedSignals: number;
  isPartial: boolean;
}

const SignalFacets = builder.objectRef<Facets>('SignalFacets').implement({
  description: 'How often values occur among the signals of a connection.',
  fields: (t) => ({
    groups: t.expose('groups', {
      type: [SignalFacetGroup],
      nullable: false,
      extensions: toolCalls({ listLength: (_, { by }) => (Array.isArray(by) ? by.length : 0) }),
      description: 'One group per facet in the argument `by` of `facets`, in the same order.',
    }),
    countedSignals: t.exposeInt('countedSignals', {
      nullable: false,
      description: 'Number of signals that were read and counted.',
    }),
    isPartial: t.exposeBoolean('isPartial', {
      nullable: false,
      description: 'Whether the connection has more signals than were counted.',
    }),
  }),
});

builder.objectField(SignalConnection, 'facets', (t) =>
  t.field({
    type: SignalFacets,
    extensions: toolCalls({ readAllCalls: maxPages }),
    description: `How often each value occurs among all signals of the connection, not only those of this page. Costs no call if this page has all signals; otherwise up to ${maxPages} calls of the tool that lists the signals, one per ${maxPageSize} signals. Counts at most the first ${(maxPages * maxPageSize).toLocaleString('en')} signals. \`SavedSearch.newSignals\` counts the signals that it has read, without a further call.`,
    args: {
      by: t.arg({
        type: [SignalFacet],
        required: true,
        description: 'The facets to count: at least one, and each at most once. More facets cost no more calls.',
      }),
    },
    resolve: async (page, { by }, context) => {
      if (by.length === 0) throw invalidInput(['by'], 'must contain at least one facet');
      const repeated = by.findIndex((facet, index) => by.indexOf(facet) !== index);
      if (repeated >= 0) throw invalidInput(['by', String(repeated)], 'must not repeat a facet');
      if (!isReadable(page)) throw new Error('facets require a connection that can read all its signals');
      const { nodes, hasMore } = await page.readAll(maxPages);
      const { turns } = context.operation;
      const groups: FacetGroup[] = [];
      for (const facet of by) {
        if (turns.isDue) await turns.take();
        groups.push(countValues(facet, nodes));
      }
      return {
        groups,
        countedSignals: nodes.length,
        isPartial: hasMore,
      };
    },
  }),
);

/** All listings of signals return pages with `readAll`, but the type of the connection cannot express that. */
const isReadable = (page: object): page is SignalPage => 'readAll' in page;

interface SignalPage {
  readAll: (maxPages: number) => Promise<WholeListing<SignalRecord>>;
}

function countValues(facet: FacetField, signals: readonly SignalRecord[]): FacetGroup {
  const counts = new Map<string, number>();
  let missingCount = 0;
  for (const { [facet]: found } of signals) {
    const values = [found]
      .flat()
      .filter((value) => value !== null)
      .map(String);
    const present = new Set(values.filter((value) => value !== ''));
    if (present.size === 0) missingCount += 1;
    for (const value of present) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts].map(([value, count]) => ({ value: valueNames[facet]?.[value] ?? value, count }));
  return { facet, values: values.toSorted(mostFrequentFirst), missingCount };
}

const mostFrequentFirst = (a: FacetValue, b: FacetValue) =>
  b.count - a.count || numericCollator.compare(a.value, b.value);

/** Compares digits as numbers, so that the score 10 sorts after 9. */
const numericCollator = new Intl.Collator('en', { numeric: true });
