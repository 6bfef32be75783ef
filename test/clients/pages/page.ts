/** What the test provides in each page. */
declare global {
  var graphUrl: string;
  function graphToken(): Promise<string>;
  function report(entry: string): Promise<void>;
}

export interface ConversationEvents {
  conversationEvents: { id: string; cursor: string; activity: { title: string } | null };
}

export const document = `subscription ConversationEvents($after: EventCursor) {
  conversationEvents(triggers: [CONVERSATION_PROCESSED], after: $after) { id cursor activity { title } }
}`;

export const settings = { url: globalThis.graphUrl, token: () => globalThis.graphToken() };

/** Reports the title of the conversation, or the code of the error. */
export function show(
  data: ConversationEvents | null | undefined,
  errors: readonly { extensions?: object }[] = [],
): void {
  const title = data?.conversationEvents.activity?.title;
  if (title !== undefined && errors.length === 0) void globalThis.report(title);
  for (const { extensions } of errors) void globalThis.report(String(Object(extensions).code));
}
