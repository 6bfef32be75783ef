/** Chooses the candidate of the highest gain while it is positive. Each choice must set the gain of its candidate to 0. */
export function chooseGreedily<Candidate>(
  candidates: readonly Candidate[],
  { gainOf, choose }: { gainOf: (candidate: Candidate) => number; choose: (candidate: Candidate) => void },
): void {
  for (;;) {
    let best: { candidate: Candidate; gain: number } | undefined;
    for (const candidate of candidates) {
      const gain = gainOf(candidate);
      if (gain > (best?.gain ?? 0)) best = { candidate, gain };
    }
    if (!best) return;
    choose(best.candidate);
  }
}
