import type { ObjectRef } from '@pothos/core';
import { z } from 'zod';
import { type ArgumentBuilder, builder, type PothosTypes } from '../core/builder.ts';
import { type ConnectionArguments, connectionPage, pageArguments, readFirst } from '../pagination/connection.ts';
import { cursorCodec, type CursorScope } from '../pagination/cursor.ts';
import type { Match } from './rules/match.ts';

export const MatchConfidence = builder.enumType('MatchConfidence', {
  description: 'How certain it is that a guest of a conversation is the same person as a person with signals.',
  values: {
    STRONG: {
      description:
        "Name and company fit exactly one person with signals: the names match by `FULL_NAME` or `NICKNAME`, and the person worked at the guest's company at the time of the conversation, at most 12 months before it or at most six months after it. The search of the talent service for the guest's name must also find the person. A guest has at most one `STRONG` match.",
    },
    POSSIBLE: {
      description:
        "The match is uncertain: several people with signals qualify for `STRONG`, as `evidence` says; the names match by `SIMILAR_NAME`; the searches for namesakes were incomplete; or only the names match. Names alone suffice if both have the same number of words besides initials, at least two, no other person with signals has the name, and the guest's email address is at no company outside the person's career.",
    },
  } as const,
});

export const MatchKey = builder.enumType('MatchKey', {
  description: 'Something that a guest of a conversation has in common with a person with signals, or with a company.',
  values: {
    FULL_NAME: {
      description: 'The full names of guest and person are equal, regardless of case, accents, script and word order.',
    },
    NICKNAME: {
      description:
        'The full names of guest and person are equal apart from nicknames, initials, middle names, one part of a double surname, or the spelling of a name in another script.',
    },
    SIMILAR_NAME: {
      description:
        'The full names of guest and person differ by one typing error in a long surname. Such a match is never `STRONG`.',
    },
    COMPANY_DOMAIN: {
      description: "The guest's email address is at the domain of the company, or of a company in the person's career.",
    },
    COMPANY_LABEL: {
      description: "The guest's email domain is named like the company, or like a company in the person's career.",
    },
    COMPANY_IN_NAME: {
      description:
        "The guest's name is followed by the name of a company in the person's career, for example `Ada Ex (Example Labs)`.",
    },
    COMPANY_IN_TITLE: {
      description:
        "The title of the activity names the company asked for, or one in the person's career. For a person, this is not enough as the only company key if the domain of that company is known and the guest's email address is at another domain.",
    },
  } as const,
});

export type MatchFields = Pick<Match, 'confidence' | 'score' | 'matchedOn' | 'evidence'>;

export function addMatchFields<Edge extends MatchFields>(edge: ObjectRef<PothosTypes, Edge>): void {
  builder.objectFields(edge, (t) => ({
    confidence: t.field({
      type: MatchConfidence,
      nullable: false,
      description: 'How certain the match is.',
      resolve: ({ confidence }) => confidence,
    }),
    score: t.float({
      nullable: false,
      description:
        'Rank of the match from 0 to 1, not a probability: the score of the name key plus the score of the best `COMPANY_*` key, lower if the person had left the company or if name and company fit several people.',
      resolve: ({ score }) => score,
    }),
    matchedOn: t.field({
      type: [MatchKey],
      nullable: false,
      description:
        'What the guest and the person have in common: a name key, such as `FULL_NAME`, and for `STRONG` matches also at least one `COMPANY_*` key.',
      resolve: ({ matchedOn }) => matchedOn,
    }),
    evidence: t.string({
      nullable: false,
      description: 'The reason for the match in an English sentence, without email addresses.',
      resolve: ({ evidence }) => evidence,
    }),
  }));
}

/** Default page size, smaller than elsewhere: a page of signals with 25 matches each would exceed the cost limit. */
const defaultCount = 5;

export const matchArguments = (arg: ArgumentBuilder) => ({
  ...pageArguments(arg, defaultCount),
  minConfidence: arg({
    type: MatchConfidence,
    required: true,
    defaultValue: 'STRONG' as const,
    description: 'Minimum confidence of the matches: `STRONG` for strong matches only, or `POSSIBLE` for all matches.',
  }),
});

/** Edges are sorted by two numbers and an id, highest first. */
type SortKey = readonly [number, number, string];

const sortKeySchema = z.tuple([z.number(), z.number(), z.string()]);

interface MatchListing<Edge extends MatchFields> {
  scope: CursorScope;
  page: ConnectionArguments & { minConfidence: Match['confidence'] };
  sortKeyOf: (edge: Edge) => SortKey;
}

/** Returns a page of matches. Checks the arguments before it loads the edges. */
export async function matchPage<Edge extends MatchFields & { node: object }>(
  { scope, page: { first, after, minConfidence }, sortKeyOf }: MatchListing<Edge>,
  load: () => Promise<readonly Edge[]>,
) {
  const count = readFirst(first, { defaultCount });
  const cursors = cursorCodec(scope, sortKeySchema);
  const previous = cursors.decode(after);
  const all = (await load())
    .filter(({ confidence }) => minConfidence === 'POSSIBLE' || confidence === 'STRONG')
    .map((edge) => ({ edge, key: sortKeyOf(edge) }))
    .toSorted((a, b) => highestFirst(a.key, b.key));
  const following = previous ? all.filter(({ key }) => highestFirst(key, previous) > 0) : all;
  return connectionPage<Edge['node']>({
    edges: following.slice(0, count).map(({ edge, key }) => ({ ...edge, cursor: cursors.encode([...key]) })),
    hasPreviousPage: previous !== undefined,
    hasNextPage: following.length > count,
    totalCount: all.length,
  });
}

function highestFirst([first, second, id]: SortKey, [otherFirst, otherSecond, otherId]: SortKey): number {
  return otherFirst - first || otherSecond - second || Number(otherId > id) - Number(id > otherId);
}
