/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  query Signals($after: String) {\n    signals(first: 10, after: $after) {\n      edges {\n        node {\n          id\n          fullName\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": typeof types.SignalsDocument,
    "\n  query Lists {\n    lists {\n      id\n      name\n    }\n  }\n": typeof types.ListsDocument,
    "\n  query ListEntries($id: ID!, $after: String) {\n    list(id: $id) {\n      id\n      entries(first: 2, after: $after) {\n        edges {\n          node {\n            id\n            signal {\n              id\n              fullName\n            }\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": typeof types.ListEntriesDocument,
    "\n  mutation RenameList($id: ID!, $name: String!) {\n    renameList(id: $id, name: $name) {\n      ... on RenameListSuccess {\n        list {\n          id\n          name\n        }\n      }\n      ... on Problem {\n        message\n      }\n    }\n  }\n": typeof types.RenameListDocument,
    "\n  mutation Upload($input: UploadActivityInput!) {\n    uploadActivity(input: $input) {\n      ... on UploadActivitySuccess {\n        activity {\n          id\n          title\n        }\n      }\n      ... on Problem {\n        message\n      }\n    }\n  }\n": typeof types.UploadDocument,
    "\n  subscription ConversationEvents($after: EventCursor) {\n    conversationEvents(triggers: [CONVERSATION_PROCESSED], after: $after) {\n      id\n      cursor\n      activity {\n        id\n        title\n      }\n    }\n  }\n": typeof types.ConversationEventsDocument,
};
const documents: Documents = {
    "\n  query Signals($after: String) {\n    signals(first: 10, after: $after) {\n      edges {\n        node {\n          id\n          fullName\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n": types.SignalsDocument,
    "\n  query Lists {\n    lists {\n      id\n      name\n    }\n  }\n": types.ListsDocument,
    "\n  query ListEntries($id: ID!, $after: String) {\n    list(id: $id) {\n      id\n      entries(first: 2, after: $after) {\n        edges {\n          node {\n            id\n            signal {\n              id\n              fullName\n            }\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n": types.ListEntriesDocument,
    "\n  mutation RenameList($id: ID!, $name: String!) {\n    renameList(id: $id, name: $name) {\n      ... on RenameListSuccess {\n        list {\n          id\n          name\n        }\n      }\n      ... on Problem {\n        message\n      }\n    }\n  }\n": types.RenameListDocument,
    "\n  mutation Upload($input: UploadActivityInput!) {\n    uploadActivity(input: $input) {\n      ... on UploadActivitySuccess {\n        activity {\n          id\n          title\n        }\n      }\n      ... on Problem {\n        message\n      }\n    }\n  }\n": types.UploadDocument,
    "\n  subscription ConversationEvents($after: EventCursor) {\n    conversationEvents(triggers: [CONVERSATION_PROCESSED], after: $after) {\n      id\n      cursor\n      activity {\n        id\n        title\n      }\n    }\n  }\n": types.ConversationEventsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Signals($after: String) {\n    signals(first: 10, after: $after) {\n      edges {\n        node {\n          id\n          fullName\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"): (typeof documents)["\n  query Signals($after: String) {\n    signals(first: 10, after: $after) {\n      edges {\n        node {\n          id\n          fullName\n        }\n      }\n      pageInfo {\n        hasNextPage\n        endCursor\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Lists {\n    lists {\n      id\n      name\n    }\n  }\n"): (typeof documents)["\n  query Lists {\n    lists {\n      id\n      name\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query ListEntries($id: ID!, $after: String) {\n    list(id: $id) {\n      id\n      entries(first: 2, after: $after) {\n        edges {\n          node {\n            id\n            signal {\n              id\n              fullName\n            }\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query ListEntries($id: ID!, $after: String) {\n    list(id: $id) {\n      id\n      entries(first: 2, after: $after) {\n        edges {\n          node {\n            id\n            signal {\n              id\n              fullName\n            }\n          }\n        }\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RenameList($id: ID!, $name: String!) {\n    renameList(id: $id, name: $name) {\n      ... on RenameListSuccess {\n        list {\n          id\n          name\n        }\n      }\n      ... on Problem {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RenameList($id: ID!, $name: String!) {\n    renameList(id: $id, name: $name) {\n      ... on RenameListSuccess {\n        list {\n          id\n          name\n        }\n      }\n      ... on Problem {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation Upload($input: UploadActivityInput!) {\n    uploadActivity(input: $input) {\n      ... on UploadActivitySuccess {\n        activity {\n          id\n          title\n        }\n      }\n      ... on Problem {\n        message\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation Upload($input: UploadActivityInput!) {\n    uploadActivity(input: $input) {\n      ... on UploadActivitySuccess {\n        activity {\n          id\n          title\n        }\n      }\n      ... on Problem {\n        message\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  subscription ConversationEvents($after: EventCursor) {\n    conversationEvents(triggers: [CONVERSATION_PROCESSED], after: $after) {\n      id\n      cursor\n      activity {\n        id\n        title\n      }\n    }\n  }\n"): (typeof documents)["\n  subscription ConversationEvents($after: EventCursor) {\n    conversationEvents(triggers: [CONVERSATION_PROCESSED], after: $after) {\n      id\n      cursor\n      activity {\n        id\n        title\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;