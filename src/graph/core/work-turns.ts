import { turnsOfWork } from '../../operation/work-turns.ts';
import { perOperation } from './loader.ts';

/** The CPU turns of all work of an operation that matches people or counts facets. */
export const workTurns = perOperation(({ identifier }) => turnsOfWork.open(identifier));
