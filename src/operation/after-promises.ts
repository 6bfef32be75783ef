/** Runs after the promises of this tick, as the schedule of DataLoader does. */
export function afterPromises(next: () => void): void {
  void Promise.resolve().then(() => process.nextTick(next));
}
