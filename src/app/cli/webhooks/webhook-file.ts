import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeFolder, readIfExists, replaceFile } from '../../../infrastructure/storage/owner-file.ts';
import { webhookTriggers } from '../../../tools/conversation/vocabulary.ts';
import { OperatorError } from '../../../tools/errors/operator-error.ts';
import type { Config } from '../../config/config.ts';

const storedWebhook = z.object({
  platform: z.string(),
  organization: z.string(),
  trigger: z.enum(webhookTriggers),
  /** Address of the receiver; contains a token. */
  url: z.string(),
  id: z.string(),
});

export type StoredWebhook = z.output<typeof storedWebhook>;

const contentSchema = z.object({ webhooks: z.array(storedWebhook) });

/** Stores the ids of the webhooks that this node created, because no tool lists webhooks. */
export async function openWebhookFile({ database }: Pick<Config, 'database'>) {
  if (typeof database !== 'object' || !('dataDir' in database)) {
    throw new OperatorError('DATA_DIR is memory, so the ids of the webhooks cannot be stored. Set it to a folder.');
  }
  const file = join(database.dataDir, 'webhook-receiver.json');
  let webhooks = await readWebhooks(file);

  async function replace(next: StoredWebhook[]): Promise<void> {
    await makeFolder(dirname(file));
    await replaceFile(file, `${JSON.stringify({ webhooks: next }, null, 2)}\n`);
    webhooks = next;
  }

  return {
    path: file,
    of: (owner: Pick<StoredWebhook, 'platform' | 'organization'>) =>
      webhooks.filter(
        ({ platform, organization }) => platform === owner.platform && organization === owner.organization,
      ),
    add: (webhook: StoredWebhook) => replace([...webhooks, webhook]),
    remove: (removed: StoredWebhook) => replace(webhooks.filter((webhook) => webhook !== removed)),
  };
}

export type WebhookFile = Awaited<ReturnType<typeof openWebhookFile>>;

async function readWebhooks(file: string): Promise<StoredWebhook[]> {
  const content = await readIfExists(file);
  if (!content) return [];
  try {
    return contentSchema.parse(JSON.parse(content.toString())).webhooks;
  } catch {
    throw new OperatorError(`${file} is damaged. Restore it, or delete it and remove the webhooks on the platform.`);
  }
}
