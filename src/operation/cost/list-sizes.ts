import { getNamedType, getNullableType, type GraphQLField, isCompositeType, isListType } from 'graphql';
import { maxPageSize } from '../../tools/talent/vocabulary.ts';
import { costOf, type FieldArguments } from './call-cost.ts';

/**
 * Assumed lengths of lists without `first`: the 95th percentile in the demo data, at least 1. A list that exists once,
 * such as `Query.lists`, has its length in the demo data. `list-sizes.test.ts` measures all except the last five.
 */
export const assumedSizes = {
  'Activity.actionItems': 5,
  'Activity.callScores': 1,
  'Activity.coachingFeedback': 1,
  'Activity.comments': 3,
  'Activity.listens': 4,
  'Activity.moments': 68,
  'Activity.participants': 3,
  'Activity.questions': 14,
  'Activity.topicMatches': 13,
  'Company.contacts': 1,
  'CompanyConversationEdge.participants': 2,
  'Connector.tools': 26,
  'List.accesses': 4,
  'Query.callScores': 114,
  'Query.coachingFeedback': 27,
  'Query.comments': 100,
  'Query.connectors': 2,
  'Query.listens': 189,
  'Query.lists': 9,
  'Query.savedSearches': 6,
  'Query.talentUsers': 5,
  'Query.topicThemes': 4,
  'Query.users': 12,
  'SavedSearch.filters': 3,
  'SavedSearch.sharees': 4,
  'Signal.contacts': 1,
  'Signal.educations': 2,
  'Signal.experiences': 6,
  'Signal.listEntries': 1,
  'Signal.lists': 1,
  'Signal.samePersonSignals': 3,
  'Signal.screenings': 1,
  'Signal.taggings': 2,
  'Signal.views': 2,
  'SignalFacetGroup.values': 29,
  'SignalFacets.groups': 12,
  'Topic.triggers': 4,
  'TopicTheme.topics': 3,
  'Transcript.speakers': 3,
  'User.callScores': 21,
  'User.coachingGiven': 14,
  'User.coachingReceived': 7,
  'User.comments': 16,
  'User.listens': 29,
  'Viewer.connectors': 2,

  // The demo data has none of these lists. Most rejected input breaks one rule; signals are changed in small batches.
  'InvalidInputProblem.issues': 1,
  'Mutation.addSignalsToList': 25,
  'Mutation.markSignalsViewed': 25,
  'Mutation.screenSignals': 25,
  'Mutation.unscreenSignals': 25,
} as const;

/** Assumed lengths in characters: the 95th percentile in the demo data, rounded up to the next 1,000. */
export const assumedTextLengths = { 'Summary.content': 2000, 'Transcript.document': 6000 } as const;

const sizes: Readonly<Record<string, number>> = assumedSizes;

/** @throws Error if a list such as `Signal.experiences` is not in the table, because it would count as empty */
export function assumedSizeOf(name: string): number {
  const size = sizes[name];
  if (size === undefined) throw new Error(`The list ${name} has no assumed size; measure it for list-sizes.ts.`);
  return size;
}

export const assumedLengthExtension = (size: number) => ({ assumedLength: size });

/** Reads `extensions` instead of the table, because the names in the schema can differ from the names in the table. */
export function assumedLengthOf({ extensions }: Pick<GraphQLField<unknown, unknown>, 'extensions'>): number {
  const size = extensions['assumedLength'];
  return typeof size === 'number' ? size : 0;
}

export const isListOfObjects = ({ type }: Pick<GraphQLField<unknown, unknown>, 'type'>) =>
  isListType(getNullableType(type)) && isCompositeType(getNamedType(type));

/** Number of nodes on a full page; 0 if the field fails because `first` is out of range; undefined for other fields. */
export function pageSizeOf({ args: declared, extensions }: GraphQLField<unknown, unknown>, args: FieldArguments) {
  const argument = declared.find(({ name }) => name === 'first');
  if (!argument) return undefined;
  const first = args['first'] ?? argument.defaultValue;
  const { maxFirst = maxPageSize } = costOf({ extensions });
  return typeof first === 'number' && first >= 1 && first <= maxFirst ? first : 0;
}
