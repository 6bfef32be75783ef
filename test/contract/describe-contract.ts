import { describe } from 'vitest';
import { useResource } from '../support/resource.ts';
import { createCheck, expectAllTried, reportUntried } from './contract.ts';
import { type ContractTarget, createCaller } from './contract-caller.ts';
import { describeActivities, describeTeam } from './conversation-contract.ts';
import { describeLists, describeLookups } from './list-contract.ts';
import { describeProtocol } from './protocol-contract.ts';
import { createSample } from './sample.ts';
import { describeSignals } from './signal-contract.ts';
import { describeTools } from './tool-contract.ts';
import { describeWrites } from './write-contract.ts';

interface ContractOptions {
  open: () => Promise<ContractTarget>;
  isRest: boolean;
  /** Whether a skipped test is a failure. Otherwise the suite ends with a list of what it could not try. */
  mustTryAll?: boolean;
}

/** What the graph expects of a platform. Reads a sample first, and computes from it what each call must return. */
export function describeContract(name: string, { open, isRest, mustTryAll = false }: ContractOptions): void {
  // oxlint-disable-next-line vitest/valid-title -- the caller names the platform
  describe(name, () => {
    const target = useResource(open);
    const call = createCaller(target);
    const untried = new Set<string>();
    const contract = { target, call, sample: createSample(call), check: createCheck(call, untried) };
    if (isRest) describeProtocol(contract);
    describeTools(contract);
    describeSignals(contract);
    describeLists(contract);
    describeLookups(contract);
    describeActivities(contract);
    describeTeam(contract);
    describeWrites(contract);
    if (mustTryAll) expectAllTried(untried);
    else reportUntried(untried);
  });
}
