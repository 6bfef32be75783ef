import DataLoader from 'dataloader';
import { maxPageSize } from '../../../tools/talent/vocabulary.ts';
import { inKeyOrder } from '../../core/loader.ts';

/** A page of 100 signals names so many hundred companies or institutions at most, in all but odd careers. */
export const lookupRoom = 10;

/**
 * Records of a lookup by id, one call per `maxPageSize` distinct ids. No further call waits for what a lookup answers,
 * so it leaves after the calls of other loaders: those are first to get the caller's slots.
 */
export const lookupLoader = <RecordType extends { id: string }>(
  fetchByIds: (ids: string[]) => Promise<{ items: RecordType[] }>,
) =>
  new DataLoader<string, RecordType | null>(async (ids) => inKeyOrder(ids, (await fetchByIds([...ids])).items), {
    maxBatchSize: maxPageSize,
    batchScheduleFn: afterOtherLoaders,
  });

/**
 * Loaders dispatch at the next tick after the promises that are ready, one that stands on another one such turn later;
 * this is the end of that second turn. `setImmediate` would be too late: an embedded database answers before it.
 */
function afterOtherLoaders(dispatch: () => void): void {
  afterPromises(() => afterPromises(() => process.nextTick(dispatch)));
}

const afterPromises = (next: () => void) => void Promise.resolve().then(() => process.nextTick(next));
