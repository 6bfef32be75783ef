import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { activityTools } from '../../../tools/conversation/activity.ts';
import { webhookTools } from '../../../tools/conversation/webhook.ts';
import { listEntryTools, listTools } from '../../../tools/talent/list.ts';
import { searchTools } from '../../../tools/talent/search.ts';
import { signalTools } from '../../../tools/talent/signal.ts';
import type { Tool, ToolInput, ToolRecord } from '../../../tools/tool.ts';
import type { CheckedTools } from './checked-tools.ts';

const name = 'platform check, delete me';
/** A reserved domain, so that no request arrives anywhere. */
const webhookUrl = 'https://platform-check.example.com/';

/** Creates records and deletes them, also if a call in between fails. What cannot be undone is not called. */
export async function checkTalentWrites(tools: CheckedTools): Promise<void> {
  const { read, itemsOf, honoursKeys, judge, skip } = tools;
  const [signal] = (await itemsOf(signalTools.signals_list, { limit: '1' })) ?? [];
  const { canUndo, create, remove, cleanUp } = createCleanUp(tools);
  const key = randomUUID();
  const checkKey = async (id: string) => {
    if (!honoursKeys()) {
      return skip(listTools.lists_create, 'the platform does not say that it honours idempotency keys', 'answers');
    }
    const again = await read(listTools.lists_create, { name }, key);
    if (!again || again.id === id) return;
    remove(listTools.lists_delete, { id: again.id });
    const text = `sent one idempotency key twice; received ${id} and ${again.id}; expected one id`;
    judge(listTools.lists_create, [text], 'answers');
  };
  try {
    const list = await create(listTools.lists_create, { name }, listTools.lists_delete, key);
    if (list) {
      await checkKey(list.id);
      await read(listTools.lists_update, { id: list.id, name: `${name}!` });
      const entry =
        signal && (await read(listEntryTools.list_entries_create, { list_id: list.id, signal_id: signal.id }));
      // If the platform has no such tool, it is deleted with the list.
      if (entry) remove(listEntryTools.list_entries_delete, { list_id: list.id, entry_id: entry.id });
    }
    const content = { title: name, filters: [], sharees: [], visited_at: Date.now() };
    const search = await create(searchTools.searches_create, content, searchTools.searches_delete);
    if (search) {
      await read(searchTools.searches_update, { id: search.id, title: `${name}!` });
      await create(searchTools.searches_duplicate, { id: search.id }, searchTools.searches_delete);
    }
    // The default page has no signal that the caller screened, so the screening can be undone.
    if (signal && canUndo(signalTools.signal_screen, signalTools.signal_unscreen)) {
      remove(signalTools.signal_unscreen, { signal_id: signal.id });
      await read(signalTools.signal_screen, { signal_id: signal.id });
    }
  } finally {
    await cleanUp();
  }
  skip(signalTools.signal_mark_viewed, 'a view cannot be undone', 'answers');
}

export async function checkConversationWrites(tools: CheckedTools): Promise<void> {
  const { create, cleanUp } = createCleanUp(tools);
  try {
    const input = { trigger: 'conversation_played', url: webhookUrl } as const;
    await create(webhookTools.webhook_create, input, webhookTools.webhook_delete);
  } finally {
    await cleanUp();
  }
  tools.skip(activityTools.activity_upload, 'an upload cannot be undone', 'answers');
}

function createCleanUp({ read, has, skip, nameOf }: CheckedTools) {
  const steps: (() => Promise<unknown>)[] = [];
  const remove = <T extends Tool>(tool: T, input: ToolInput<T>) => void steps.unshift(() => read(tool, input));
  const canUndo = (tool: Tool, undo: Tool) => {
    if (!has(undo)) skip(tool, `it cannot be undone, because ${nameOf(undo)} is missing`, 'answers');
    return has(tool) && has(undo);
  };
  return {
    canUndo,
    remove,
    /** Creates a record that is removed in the end. */
    async create<T extends Tool<z.ZodType, z.ZodType<{ id: string }>>>(
      tool: T,
      input: ToolInput<T>,
      undo: Tool<z.ZodType<unknown, { id: string }>>,
      key?: string,
    ): Promise<ToolRecord<T> | undefined> {
      const record = canUndo(tool, undo) ? await read(tool, input, key) : undefined;
      if (record) remove(undo, { id: record.id });
      return record;
    },
    async cleanUp() {
      for (const step of steps) await step();
    },
  };
}
