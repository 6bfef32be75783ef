export const aspects = ['answers', 'shape', 'paging', 'filters', 'errors'] as const;

export type Aspect = (typeof aspects)[number];

/** `missing`: the platform does not have the tool, which is optional. */
type Verdict = 'ok' | 'fault' | 'not checked' | 'missing';

/** One rule of the protocol, or one aspect of a tool. */
export interface Finding {
  /** A tool with its prefix, or a rule of the protocol. */
  subject: string;
  aspect?: Aspect;
  verdict: Verdict;
  /** For a fault: what was sent, received and expected. Otherwise why it was not checked. */
  text?: string;
}

export type Findings = ReturnType<typeof createFindings>;

export function createFindings() {
  const list: Finding[] = [];
  const times = new Map<string, number>();
  return {
    list,
    /** The slowest response of each tool, in milliseconds. */
    times,
    ok: (subject: string, aspect?: Aspect) => add({ subject, aspect, verdict: 'ok' }),
    fault: (subject: string, text: string, aspect?: Aspect) => add({ subject, aspect, verdict: 'fault', text }),
    skip: (subject: string, text: string, aspect?: Aspect) => add({ subject, aspect, verdict: 'not checked', text }),
    missing: (subject: string) => add({ subject, aspect: 'answers', verdict: 'missing' }),
    /** Records the faults, or `ok` if there are none. */
    judge(subject: string, faults: readonly string[], aspect?: Aspect): void {
      if (faults.length === 0) add({ subject, aspect, verdict: 'ok' });
      for (const text of faults) add({ subject, aspect, verdict: 'fault', text });
    },
    time: (subject: string, ms: number) => void times.set(subject, Math.max(ms, times.get(subject) ?? 0)),
  };

  function add({ aspect, ...finding }: Omit<Finding, 'aspect'> & { aspect: Aspect | undefined }): void {
    list.push({ ...finding, ...(aspect && { aspect }) });
  }
}

/** Never `ok` if a part was not checked. */
export function verdictOf(findings: readonly Finding[]): string {
  const count = (verdict: Verdict) => findings.filter((finding) => finding.verdict === verdict).length;
  if (count('fault') > 0) return 'FAULT';
  if (count('not checked') === 0) return count('ok') > 0 ? 'ok' : '';
  return count('ok') === 0 ? 'not checked' : `${count('ok')} of ${findings.length} checked`;
}
