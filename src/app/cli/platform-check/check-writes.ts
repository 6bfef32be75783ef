import { activityTools } from '../../../tools/conversation/activity.ts';
import { webhookTools } from '../../../tools/conversation/webhook.ts';
import { listEntryTools, listTools } from '../../../tools/talent/list.ts';
import { searchTools } from '../../../tools/talent/search.ts';
import { signalTools } from '../../../tools/talent/signal.ts';
import type { Tool, ToolInput } from '../../../tools/tool.ts';
import type { CheckedConnection } from './checked-connection.ts';

const name = 'platform check, delete me';
/** A reserved domain, so that no request arrives anywhere. */
const webhookUrl = 'https://platform-check.example.com/';

/** Creates records and deletes them, also if a call in between fails. What cannot be undone is not called. */
export async function checkTalentWrites(connection: CheckedConnection, has: (tool: Tool) => boolean): Promise<void> {
  const { read, findings, nameOf } = connection;
  const canUndo = undoable(connection, has);
  const page = has(signalTools.signals_list) ? await read(signalTools.signals_list, { limit: '1' }) : undefined;
  const [signal] = page?.items ?? [];
  const { remove, cleanUp } = createCleanUp(connection);
  try {
    const canCreate = canUndo(listTools.lists_create, listTools.lists_delete);
    const list = canCreate ? await read(listTools.lists_create, { name }) : undefined;
    if (list) {
      remove(listTools.lists_delete, { id: list.id });
      if (has(listTools.lists_update)) await read(listTools.lists_update, { id: list.id, name: `${name}!` });
      if (signal && has(listEntryTools.list_entries_create)) {
        const entry = await read(listEntryTools.list_entries_create, { list_id: list.id, signal_id: signal.id });
        // Otherwise deleted with the list.
        if (entry && has(listEntryTools.list_entries_delete))
          remove(listEntryTools.list_entries_delete, { list_id: list.id, entry_id: entry.id });
      }
    }
    const content = { title: name, filters: [], sharees: [], visited_at: Date.now() };
    const canSearch = canUndo(searchTools.searches_create, searchTools.searches_delete);
    const search = canSearch ? await read(searchTools.searches_create, content) : undefined;
    if (search) {
      const { id } = search;
      remove(searchTools.searches_delete, { id });
      if (has(searchTools.searches_update)) await read(searchTools.searches_update, { id, title: `${name}!` });
      const copy = has(searchTools.searches_duplicate) ? await read(searchTools.searches_duplicate, { id }) : undefined;
      if (copy) remove(searchTools.searches_delete, { id: copy.id });
    }
    // The default page has no signal that the caller screened, so the screening can be undone.
    if (signal && canUndo(signalTools.signal_screen, signalTools.signal_unscreen)) {
      remove(signalTools.signal_unscreen, { signal_id: signal.id });
      await read(signalTools.signal_screen, { signal_id: signal.id });
    }
  } finally {
    await cleanUp();
  }
  if (has(signalTools.signal_mark_viewed)) {
    findings.skip(nameOf(signalTools.signal_mark_viewed), 'answers', 'a view cannot be undone');
  }
}

export async function checkConversationWrites(
  connection: CheckedConnection,
  has: (tool: Tool) => boolean,
): Promise<void> {
  const { read, findings, nameOf } = connection;
  const { remove, cleanUp } = createCleanUp(connection);
  try {
    const input = { trigger: 'conversation_played', url: webhookUrl } as const;
    const canCreate = undoable(connection, has)(webhookTools.webhook_create, webhookTools.webhook_delete);
    const webhook = canCreate ? await read(webhookTools.webhook_create, input) : undefined;
    if (webhook) remove(webhookTools.webhook_delete, { id: webhook.id });
  } finally {
    await cleanUp();
  }
  if (has(activityTools.activity_upload)) {
    findings.skip(nameOf(activityTools.activity_upload), 'answers', 'an upload cannot be undone');
  }
}

/** Whether the platform has a tool and the one that undoes it. */
const undoable =
  ({ findings, nameOf }: CheckedConnection, has: (tool: Tool) => boolean) =>
  (tool: Tool, undo: Tool): boolean => {
    if (has(tool) && !has(undo)) {
      findings.skip(nameOf(tool), 'answers', `it cannot be undone, because ${nameOf(undo)} is missing`);
    }
    return has(tool) && has(undo);
  };

function createCleanUp({ read }: CheckedConnection) {
  const steps: (() => Promise<unknown>)[] = [];
  return {
    remove: <T extends Tool>(tool: T, input: ToolInput<T>) => void steps.unshift(() => read(tool, input)),
    async cleanUp() {
      for (const step of steps) await step();
    },
  };
}
