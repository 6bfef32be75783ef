import { turnsOfWork } from '../../operation/work-turns.ts';
import { perOperation } from './loader.ts';

/** The turns that all matching and counting of an operation takes together. */
export const workTurns = perOperation(({ identifier }) => turnsOfWork.open(identifier));
