import { checkPlatform, type CheckOptions } from '../../../src/app/cli/platform-check/check-platform.ts';
import { conversationTools } from '../../../src/tools/conversation/conversation-tools.ts';
import { talentTools } from '../../../src/tools/talent/talent-tools.ts';
import type { Tool } from '../../../src/tools/tool.ts';
import { startPlatformLab } from '../../platform/api/platform-lab.ts';
import { ndjson, openImportLab } from '../../platform/import/import-lab.ts';
import { startBrokenPlatform } from './broken-platform.ts';
import { checkedRecords, host } from './checked-records.ts';

export const connections = {
  talent: { connectionName: 'talent', toolPrefix: 'talent_' },
  convo: { connectionName: 'convo', toolPrefix: 'convo_' },
};

export const tools: Record<string, Tool> = { ...talentTools, ...conversationTools };

export const isRead = (name: string) => tools[name]?.class === 'read' || name === 'no_such_tool';

/** Checks our own platform, with faults and records that suffice for all checks. */
export async function startCheckLab() {
  const lab = await startPlatformLab({}, () => new Date());
  const files = await openImportLab(lab.db);
  const { faults } = await files.run([await files.write('records.ndjson', ndjson(...checkedRecords()))]);
  if (faults.length > 0) throw new Error(faults.join(''));
  await files.close();
  await lab.connect('convo', { identifier: 'ada', userId: host });
  const broken = await startBrokenPlatform(lab);
  return {
    lab,
    broken,
    async check(options: Partial<Omit<CheckOptions, 'platform'>> = {}) {
      const { list } = await checkPlatform({
        platform: { url: broken.url, clientId: lab.client.clientId, clientSecret: lab.secret },
        connections,
        identifier: 'ada',
        timeoutMs: 60_000,
        writes: false,
        ...options,
      });
      const of = (verdict: string) =>
        list
          .filter((finding) => finding.verdict === verdict)
          .map(({ subject, aspect, text }) => `${subject}${aspect ? ` ${aspect}` : ''}: ${text}`);
      return { list, faults: of('fault'), skipped: of('not checked') };
    },
    async close() {
      await broken.close();
      await lab.close();
    },
  };
}
