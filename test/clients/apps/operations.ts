import { graphql } from '../generated/gql.ts';

export const signalsQuery = graphql(`
  query Signals($after: String) {
    signals(first: 10, after: $after) {
      edges {
        node {
          id
          fullName
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`);

export const listsQuery = graphql(`
  query Lists {
    lists {
      id
      name
    }
  }
`);

export const listEntriesQuery = graphql(`
  query ListEntries($id: ID!, $after: String) {
    list(id: $id) {
      id
      entries(first: 2, after: $after) {
        edges {
          node {
            id
            signal {
              id
              fullName
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  }
`);

export const renameListMutation = graphql(`
  mutation RenameList($id: ID!, $name: String!) {
    renameList(id: $id, name: $name) {
      ... on RenameListSuccess {
        list {
          id
          name
        }
      }
      ... on Problem {
        message
      }
    }
  }
`);

export const uploadMutation = graphql(`
  mutation Upload($input: UploadActivityInput!) {
    uploadActivity(input: $input) {
      ... on UploadActivitySuccess {
        activity {
          id
          title
        }
      }
      ... on Problem {
        message
      }
    }
  }
`);

export const eventsSubscription = graphql(`
  subscription ConversationEvents($after: EventCursor) {
    conversationEvents(triggers: [CONVERSATION_PROCESSED], after: $after) {
      id
      cursor
      activity {
        id
        title
      }
    }
  }
`);
