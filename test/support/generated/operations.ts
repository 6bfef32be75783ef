/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** By who did it to a signal: true keeps, false leaves out. What is kept by any field is kept, unless another leaves it out. */
export type ActorFilter = {
  /** Leave out what one of these users did. */
  notUserIds?: Array<string> | null | undefined;
  /** Anybody but the caller. */
  others?: boolean | null | undefined;
  /** Keep what one of these users did. */
  userIds?: Array<string> | null | undefined;
  /** The caller. */
  viewer?: boolean | null | undefined;
};

/** Estimated age in years. */
export type AgeRange =
  /** 50 or older. */
  | 'ABOVE_49'
  /** Younger than 25. */
  | 'BELOW_25'
  /** 25 to 29. */
  | 'FROM_25_TO_29'
  /** 30 to 34. */
  | 'FROM_30_TO_34'
  /** 35 to 39. */
  | 'FROM_35_TO_39'
  /** 40 to 44. */
  | 'FROM_40_TO_44'
  /** 45 to 49. */
  | 'FROM_45_TO_49';

/** Whom the company of the signal sells to. */
export type CustomerFocus =
  /** Businesses. */
  | 'B2B'
  /** Consumers. */
  | 'B2C';

/** Whole days in UTC, both included. */
export type DateRange = {
  /** First day. */
  from: string;
  /** Last day; not before the first. */
  to: string;
};

/** When a signal was discovered: exactly one of the fields. */
export type DiscoveredFilter = {
  /** On these days. */
  between?: DateRange | null | undefined;
  /** From this point in time on. */
  since?: string | null | undefined;
  /** In the last so many days, from 1. */
  withinDays?: number | null | undefined;
};

/** Highest level of education. */
export type EducationLevel =
  /** Bachelor's degree. */
  | 'BACHELOR'
  /** Master's degree. */
  | 'MASTER'
  /** Master of Business Administration. */
  | 'MBA'
  /** No university degree. */
  | 'NO_UNIVERSITY_DEGREE'
  /** Doctorate or above. */
  | 'PHD_OR_ABOVE';

/** Gender as the profile source estimates it. */
export type Gender =
  /** Man. */
  | 'MAN'
  /** Woman. */
  | 'WOMAN';

/** Which entries to show; both must hold. */
export type ListEntryFilter = {
  /** Who screened the signal. */
  screenedBy?: ActorFilter | null | undefined;
  /** Who viewed the signal. */
  viewedBy?: ActorFilter | null | undefined;
};

/** In which order entries come. */
export type ListEntryOrder = {
  /** Which end first. */
  direction?: OrderDirection;
  /** What to sort by. */
  field: ListEntryOrderField;
};

/** What list entries are sorted by. */
export type ListEntryOrderField =
  /** When the signal was added to the list. */
  | 'ENTRY_CREATED_AT'
  /** When the signal was discovered. */
  | 'SIGNAL_DISCOVERED_AT';

/** Names to keep and names to leave out; the same name in both leaves it out. */
export type NameFilter = {
  /** Keep what has one of these names. */
  in?: Array<string> | null | undefined;
  /** Leave out what has one of these names; what has no name stays. */
  notIn?: Array<string> | null | undefined;
};

/** Which end comes first. */
export type OrderDirection =
  /** Oldest first. */
  | 'ASC'
  /** Newest first. */
  | 'DESC';

/** What stands out in the career. */
export type ProfileTag =
  /** Worked at a bank. */
  | 'BANKING_EXPERIENCE'
  /** Worked at one of the four largest audit firms. */
  | 'BIG_4_EXPERIENCE'
  /** Worked at one of the largest technology companies. */
  | 'BIG_TECH_EXPERIENCE'
  /** Worked at a consultancy. */
  | 'CONSULTING_EXPERIENCE'
  /** Founded more than one company. */
  | 'SERIAL_FOUNDER'
  /** Founded a company that venture capital backed. */
  | 'VC_BACKED_FOUNDER'
  /** Worked in a leading role at a company that venture capital backed. */
  | 'VC_BACKED_OPERATOR'
  /** Invested for a venture capital firm. */
  | 'VC_INVESTOR'
  /** Took part in Y Combinator. */
  | 'YC_ALUMNI';

/** Which signals to show. All given fields must hold; within a list any value may. An empty list filters nothing. */
export type SignalFilter = {
  /** Estimated age. */
  ageRanges?: Array<AgeRange> | null | undefined;
  /** Cities of residence, as Query.cities names them. */
  cities?: NameFilter | null | undefined;
  /** Countries of residence. */
  countries?: NameFilter | null | undefined;
  /** Discovered after this point in time. */
  createdAfter?: string | null | undefined;
  /** Whom the company sells to. */
  customerFocus?: Array<CustomerFocus> | null | undefined;
  /** When it was discovered. */
  discovered?: DiscoveredFilter | null | undefined;
  /** Highest level of education. */
  educationLevels?: Array<EducationLevel> | null | undefined;
  /** Part of the name, in any case. */
  fullName?: string | null | undefined;
  /** Gender. */
  genders?: Array<Gender> | null | undefined;
  /** Industry verticals. */
  industries?: NameFilter | null | undefined;
  /** Lowest score, 1 to 10. */
  minScore?: number | null | undefined;
  /** Countries of origin. */
  origins?: NameFilter | null | undefined;
  /** Worked at one of these companies; ids of the form exe_*. */
  pastCompanyIds?: Array<string> | null | undefined;
  /** Studied at one of these institutions; ids of the form ede_*. */
  pastInstitutionIds?: Array<string> | null | undefined;
  /** What stands out in the career. */
  profileTags?: Array<ProfileTag> | null | undefined;
  /** Geographic regions or US states of residence. */
  regions?: NameFilter | null | undefined;
  /** Who screened it. Without it, what the caller screened is left out. */
  screenedBy?: ActorFilter | null | undefined;
  /** Data sources. */
  sources?: Array<string> | null | undefined;
  /** What happened. */
  types?: Array<SignalType> | null | undefined;
};

/** What happened to the person. */
export type SignalType =
  /** Joined a board. */
  | 'BOARD_POSITION'
  /** Became an investor. */
  | 'INVESTOR_POSITION'
  /** Left a position. */
  | 'LEFT_POSITION'
  /** Founded a company. */
  | 'NEW_COMPANY'
  /** Received a grant. */
  | 'NEW_GRANT'
  /** Was granted a patent. */
  | 'NEW_PATENT'
  /** Started a new position. */
  | 'NEW_POSITION'
  /** Was promoted where they were. */
  | 'PROMOTED'
  /** Works on something not yet announced. */
  | 'STEALTH_POSITION';

export type ListByIdQueryVariables = Exact<{
  id: string;
}>;


export type ListByIdQuery = { list: { id: string, name: string | null, entryCount: number | null } | null };

export type TwoListsQueryVariables = Exact<{
  one: string;
  other: string;
}>;


export type TwoListsQuery = { one: { name: string | null } | null, again: { entryCount: number | null } | null, other: { name: string | null } | null };

export type ListsAndOneQueryVariables = Exact<{
  id: string;
}>;


export type ListsAndOneQuery = { list: { name: string | null } | null, lists: Array<{ id: string }> | null };

export type ListEntriesPageQueryVariables = Exact<{
  id: string;
  filter?: ListEntryFilter | null | undefined;
  orderBy?: ListEntryOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ListEntriesPageQuery = { list: { entries: { totalCount: number | null, nodes: Array<{ id: string, addedAt: string | null, signal: { id: string, fullName: string | null } | null, list: { id: string } }> } | null } | null };

export type EntriesOfAllListsQueryVariables = Exact<{ [key: string]: never; }>;


export type EntriesOfAllListsQuery = { lists: Array<{ name: string | null, entries: { nodes: Array<{ signal: { fullName: string | null } | null, list: { name: string | null } }> } | null, newest: { totalCount: number | null } | null }> | null };

export type EntryByIdsQueryVariables = Exact<{
  listId: string;
  id: string;
}>;


export type EntryByIdsQuery = { listEntry: { id: string, signal: { fullName: string | null } | null, list: { id: string } } | null };

export type EntryTwiceWithListQueryVariables = Exact<{
  listId: string;
  id: string;
}>;


export type EntryTwiceWithListQuery = { listEntry: { addedAt: string | null, list: { name: string | null } } | null, again: { addedBy: { id: string } | null } | null };

export type SavedSearchByIdQueryVariables = Exact<{
  id: string;
}>;


export type SavedSearchByIdQuery = { savedSearch: { title: string, signals: { totalCount: number | null, nodes: Array<{ id: string }> } | null } | null };

export type TwoSavedSearchesQueryVariables = Exact<{
  one: string;
  other: string;
}>;


export type TwoSavedSearchesQuery = { one: { title: string } | null, other: { title: string } | null };

export type SavedSearchesAndOneQueryVariables = Exact<{
  id: string;
}>;


export type SavedSearchesAndOneQuery = { savedSearches: Array<{ id: string, signals: { nodes: Array<{ id: string }> } | null, again: { totalCount: number | null } | null }> | null, savedSearch: { title: string } | null };

export type SignalsWithProfilesQueryVariables = Exact<{
  first?: number | null | undefined;
}>;


export type SignalsWithProfilesQuery = { signals: { nodes: Array<{ id: string, lists: Array<{ id: string, name: string | null }> | null, experiences: Array<{ company: { id: string, name: string | null } | null }>, educations: Array<{ institution: { id: string, name: string | null } | null }> }> } | null };

export type SignalsWithIdsQueryVariables = Exact<{ [key: string]: never; }>;


export type SignalsWithIdsQuery = { signals: { nodes: Array<{ id: string, lists: Array<{ __typename: 'List', id: string }> | null, experiences: Array<{ company: { __typename: 'Company', id: string } | null }>, educations: Array<{ institution: { id: string } | null }> }> } | null };

export type CompanyIdFragment = { __typename: 'Company', id: string };

export type SignalsWithEntriesQueryVariables = Exact<{ [key: string]: never; }>;


export type SignalsWithEntriesQuery = { signals: { nodes: Array<{ listEntries: Array<{ id: string, addedBy: { name: string | null } | null, signal: { fullName: string | null } | null, list: { id: string, name: string | null } }> | null }> } | null };

export type SignalsOfSamePersonQueryVariables = Exact<{
  filter?: SignalFilter | null | undefined;
}>;


export type SignalsOfSamePersonQuery = { signals: { nodes: Array<{ id: string, samePersonSignals: Array<{ id: string, fullName: string | null }> | null }> } | null };

export type SignalTwiceQueryVariables = Exact<{
  one: string;
  other: string;
}>;


export type SignalTwiceQuery = { one: { id: string } | null, again: { fullName: string | null } | null, other: { id: string } | null };

export type SignalPageTwiceQueryVariables = Exact<{
  other?: SignalFilter | null | undefined;
}>;


export type SignalPageTwiceQuery = { one: { nodes: Array<{ id: string }> } | null, again: { totalCount: number | null } | null, more: { nodes: Array<{ id: string }> } | null, other: { nodes: Array<{ id: string }> } | null };

export type SignalListsInBothWaysQueryVariables = Exact<{ [key: string]: never; }>;


export type SignalListsInBothWaysQuery = { signals: { nodes: Array<{ lists: Array<{ name: string | null, entryCount: number | null }> | null, listEntries: Array<{ id: string }> | null }> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const CompanyIdFragmentDoc = new TypedDocumentString(`
    fragment CompanyId on Company {
  __typename
  id
}
    `, {"fragmentName":"CompanyId"}) as unknown as TypedDocumentString<CompanyIdFragment, unknown>;
export const ListByIdDocument = new TypedDocumentString(`
    query ListById($id: ID!) {
  list(id: $id) {
    id
    name
    entryCount
  }
}
    `) as unknown as TypedDocumentString<ListByIdQuery, ListByIdQueryVariables>;
export const TwoListsDocument = new TypedDocumentString(`
    query TwoLists($one: ID!, $other: ID!) {
  one: list(id: $one) {
    name
  }
  again: list(id: $one) {
    entryCount
  }
  other: list(id: $other) {
    name
  }
}
    `) as unknown as TypedDocumentString<TwoListsQuery, TwoListsQueryVariables>;
export const ListsAndOneDocument = new TypedDocumentString(`
    query ListsAndOne($id: ID!) {
  list(id: $id) {
    name
  }
  lists {
    id
  }
}
    `) as unknown as TypedDocumentString<ListsAndOneQuery, ListsAndOneQueryVariables>;
export const ListEntriesPageDocument = new TypedDocumentString(`
    query ListEntriesPage($id: ID!, $filter: ListEntryFilter, $orderBy: ListEntryOrder, $first: Int, $after: String) {
  list(id: $id) {
    entries(filter: $filter, orderBy: $orderBy, first: $first, after: $after) {
      totalCount
      nodes {
        id
        addedAt
        signal {
          id
          fullName
        }
        list {
          id
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<ListEntriesPageQuery, ListEntriesPageQueryVariables>;
export const EntriesOfAllListsDocument = new TypedDocumentString(`
    query EntriesOfAllLists {
  lists {
    name
    entries(first: 2) {
      nodes {
        signal {
          fullName
        }
        list {
          name
        }
      }
    }
    newest: entries(first: 2) {
      totalCount
    }
  }
}
    `) as unknown as TypedDocumentString<EntriesOfAllListsQuery, EntriesOfAllListsQueryVariables>;
export const EntryByIdsDocument = new TypedDocumentString(`
    query EntryByIds($listId: ID!, $id: ID!) {
  listEntry(listId: $listId, id: $id) {
    id
    signal {
      fullName
    }
    list {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EntryByIdsQuery, EntryByIdsQueryVariables>;
export const EntryTwiceWithListDocument = new TypedDocumentString(`
    query EntryTwiceWithList($listId: ID!, $id: ID!) {
  listEntry(listId: $listId, id: $id) {
    addedAt
    list {
      name
    }
  }
  again: listEntry(listId: $listId, id: $id) {
    addedBy {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<EntryTwiceWithListQuery, EntryTwiceWithListQueryVariables>;
export const SavedSearchByIdDocument = new TypedDocumentString(`
    query SavedSearchById($id: ID!) {
  savedSearch(id: $id) {
    title
    signals(first: 2) {
      totalCount
      nodes {
        id
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SavedSearchByIdQuery, SavedSearchByIdQueryVariables>;
export const TwoSavedSearchesDocument = new TypedDocumentString(`
    query TwoSavedSearches($one: ID!, $other: ID!) {
  one: savedSearch(id: $one) {
    title
  }
  other: savedSearch(id: $other) {
    title
  }
}
    `) as unknown as TypedDocumentString<TwoSavedSearchesQuery, TwoSavedSearchesQueryVariables>;
export const SavedSearchesAndOneDocument = new TypedDocumentString(`
    query SavedSearchesAndOne($id: ID!) {
  savedSearches {
    id
    signals(first: 1) {
      nodes {
        id
      }
    }
    again: signals(first: 1) {
      totalCount
    }
  }
  savedSearch(id: $id) {
    title
  }
}
    `) as unknown as TypedDocumentString<SavedSearchesAndOneQuery, SavedSearchesAndOneQueryVariables>;
export const SignalsWithProfilesDocument = new TypedDocumentString(`
    query SignalsWithProfiles($first: Int) {
  signals(first: $first) {
    nodes {
      id
      lists {
        id
        name
      }
      experiences {
        company {
          id
          name
        }
      }
      educations {
        institution {
          id
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalsWithProfilesQuery, SignalsWithProfilesQueryVariables>;
export const SignalsWithIdsDocument = new TypedDocumentString(`
    query SignalsWithIds {
  signals {
    nodes {
      id
      lists {
        __typename
        id
      }
      experiences {
        company {
          ...CompanyId
        }
      }
      educations {
        institution {
          ... on EducationInstitution {
            id
          }
        }
      }
    }
  }
}
    fragment CompanyId on Company {
  __typename
  id
}`) as unknown as TypedDocumentString<SignalsWithIdsQuery, SignalsWithIdsQueryVariables>;
export const SignalsWithEntriesDocument = new TypedDocumentString(`
    query SignalsWithEntries {
  signals {
    nodes {
      listEntries {
        id
        addedBy {
          name
        }
        signal {
          fullName
        }
        list {
          id
          name
        }
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalsWithEntriesQuery, SignalsWithEntriesQueryVariables>;
export const SignalsOfSamePersonDocument = new TypedDocumentString(`
    query SignalsOfSamePerson($filter: SignalFilter) {
  signals(filter: $filter) {
    nodes {
      id
      samePersonSignals {
        id
        fullName
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalsOfSamePersonQuery, SignalsOfSamePersonQueryVariables>;
export const SignalTwiceDocument = new TypedDocumentString(`
    query SignalTwice($one: ID!, $other: ID!) {
  one: signal(id: $one) {
    id
  }
  again: signal(id: $one) {
    fullName
  }
  other: signal(id: $other) {
    id
  }
}
    `) as unknown as TypedDocumentString<SignalTwiceQuery, SignalTwiceQueryVariables>;
export const SignalPageTwiceDocument = new TypedDocumentString(`
    query SignalPageTwice($other: SignalFilter) {
  one: signals(first: 2) {
    nodes {
      id
    }
  }
  again: signals(first: 2) {
    totalCount
  }
  more: signals(first: 3) {
    nodes {
      id
    }
  }
  other: signals(first: 2, filter: $other) {
    nodes {
      id
    }
  }
}
    `) as unknown as TypedDocumentString<SignalPageTwiceQuery, SignalPageTwiceQueryVariables>;
export const SignalListsInBothWaysDocument = new TypedDocumentString(`
    query SignalListsInBothWays {
  signals(first: 1) {
    nodes {
      lists {
        name
      }
      listEntries {
        id
      }
      lists {
        entryCount
      }
    }
  }
}
    `) as unknown as TypedDocumentString<SignalListsInBothWaysQuery, SignalListsInBothWaysQueryVariables>;