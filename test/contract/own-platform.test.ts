import pino from 'pino';
import { describe } from 'vitest';
import { createEmbeddedTransport } from '../../src/connector/transports/embedded.ts';
import { createRestTransport } from '../../src/connector/transports/rest.ts';
import { startPlatformLab } from '../platform/api/platform-lab.ts';
import { ndjson, openImportLab } from '../platform/import/import-lab.ts';
import { useResource } from '../support/resource.ts';
import type { ContractTarget } from './contract-caller.ts';
import { contractRecords, host } from './contract-records.ts';
import { describeContract } from './describe-contract.ts';

async function startPlatform() {
  const lab = await startPlatformLab({ CALL_RATE_LIMIT: '1000000' }, () => new Date());
  const files = await openImportLab(lab.db);
  const { faults } = await files.run([await files.write('records.ndjson', ndjson(...contractRecords))]);
  if (faults.length > 0) throw new Error(faults.join(''));
  await files.close();
  await lab.connect('convo', { identifier: 'ada', userId: host });
  return lab;
}

describe('the contract', () => {
  const lab = useResource(startPlatform);
  const common = {
    connections: {
      talent: { connectionName: 'talent', toolPrefix: 'talent_' },
      convo: { connectionName: 'convo', toolPrefix: 'convo_' },
    },
    identifier: 'ada',
    writes: true,
  };
  const openEmbedded = async (): Promise<ContractTarget> => ({
    ...common,
    transport: createEmbeddedTransport(lab.platform),
    close: async () => {},
  });
  async function openRest(isBatched: boolean): Promise<ContractTarget> {
    const rest = { url: lab.origin, clientId: lab.client.clientId, clientSecret: lab.secret };
    const transport = createRestTransport({ ...rest, log: pino({ level: 'silent' }) });
    return { ...common, isBatched, rest, transport, close: transport.close };
  }

  describeContract('our platform, embedded', { open: openEmbedded, isRest: false, mustTryAll: true });
  describeContract('our platform over REST', { open: () => openRest(false), isRest: true, mustTryAll: true });
  describeContract('our platform over REST in batches', { open: () => openRest(true), isRest: true, mustTryAll: true });
});
