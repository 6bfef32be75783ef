import { GraphQLError } from 'graphql';
import { objectMakerOf } from '../../../src/operation/execution/level-objects.ts';
import { type OperationRequest, prepareOperation } from '../../../src/operation/execution/plan.ts';
import type { PlannedSelection } from '../../../src/operation/execution/planned-field.ts';

/** More objects than are made before code is generated. */
const manyObjects = 1000;

/** Generates the code that makes the objects of an operation, as if many had been made. */
export function generateCode(request: OperationRequest): void {
  const prepared = prepareOperation(request);
  const visited = new Set<PlannedSelection>();
  if ('plan' in prepared) generate(prepared.plan.root);

  function generate(select: () => PlannedSelection): void {
    try {
      const selection = select();
      if (visited.has(selection)) return;
      visited.add(selection);
      objectMakerOf(selection).makeFor(manyObjects);
      for (const field of selection.fields) {
        for (const member of field.members) generate(() => field.selectionOn(member));
      }
    } catch (error) {
      // The condition of a field is invalid, which the execution reports.
      if (!(error instanceof GraphQLError)) throw error;
    }
  }
}
