import { CodedError } from '../../tools/errors/coded-error.ts';
import type { CostEstimate } from './estimate/cost-estimate.ts';

/** Error for an operation that is rejected before it runs, because it is estimated to cost more than the limit. */
export class CostLimitError extends CodedError {
  readonly estimatedCost: number;
  readonly costLimit: number;
  /** The path with the highest cost of its own; undefined if the operation is too large to find it. */
  readonly path: string | undefined;
  /** The largest `first` on the path with which the operation fits; undefined if smaller pages do not suffice. */
  readonly maxFirst: number | undefined;

  constructor(estimate: CostEstimate, costLimit: number) {
    const [mostExpensive] = estimate.paths(1);
    const maxFirst = mostExpensive && estimate.maxFirst(mostExpensive, costLimit);
    const place = mostExpensive
      ? ` Its most expensive path is \`${mostExpensive.path}\` with ${mostExpensive.cost}.`
      : '';
    const advice = mostExpensive ? adviceFor(maxFirst) : 'Select fewer fields, or split the operation.';
    const message = `This operation is estimated to cost ${estimate.cost}; the limit is ${costLimit}.${place} ${advice}`;
    super({ code: 'COST_ESTIMATED_TOO_EXPENSIVE', message });
    this.estimatedCost = estimate.cost;
    this.costLimit = costLimit;
    this.path = mostExpensive?.path;
    this.maxFirst = maxFirst;
  }
}

const adviceFor = (maxFirst: number | undefined) =>
  maxFirst === undefined
    ? 'Select fewer nested lists, or split the operation: smaller pages on that path do not suffice.'
    : `Request pages with first: ${maxFirst} or less on that path.`;
