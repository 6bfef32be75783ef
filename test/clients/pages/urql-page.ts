import { createUrql } from './urql.ts';
import { type ConversationEvents, document, settings, show } from './page.ts';

createUrql(settings)
  .subscription<ConversationEvents>(document, {})
  .subscribe(({ data, error }) => show(data, error?.graphQLErrors));
