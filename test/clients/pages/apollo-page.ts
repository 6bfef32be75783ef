import { CombinedGraphQLErrors, gql } from '@apollo/client';
import { createApollo } from './apollo.ts';
import { type ConversationEvents, document, settings, show } from './page.ts';

createApollo(settings)
  .subscribe<ConversationEvents>({ query: gql(document) })
  .subscribe(({ data, error }) => show(data, CombinedGraphQLErrors.is(error) ? error.errors : []));
