import { shortened } from '../../tools/rules/input-issues.ts';
import type { LineFault } from './files/source-record.ts';

interface BrokenRule {
  /** The first line that breaks it, and its fault. */
  first: LineFault;
  lineCount: number;
  lastLine: number;
  /** The first ranges of lines, both ends included. */
  ranges: { from: number; to: number }[];
}

const maxRules = 100;
const maxRanges = 10;
const maxFaultLength = 1000;

/** Collects the faults of a file, so that a rule that many lines break is one line of the report. Needs little memory. */
export class BrokenRules {
  #rules = new Map<string, BrokenRule>();
  #furtherFaults = 0;

  /** Lines must not descend. */
  add({ line, fault: text }: LineFault): void {
    // A fault can quote a text of any length.
    const fault = shortened(text, maxFaultLength);
    const key = ruleOf(fault);
    const rule = this.#rules.get(key);
    if (rule) addLine(rule, line);
    else if (this.#rules.size < maxRules) this.#rules.set(key, newRule({ line, fault }));
    else this.#furtherFaults += 1;
  }

  /** In the order of their first lines. @param paths the transcripts of a folder, each of which counts as a line */
  report(file: string, paths?: readonly string[]): string[] {
    const rules = [...this.#rules.values()].map((rule) => {
      const { line, fault } = rule.first;
      return `${paths?.[line - 1] ?? `${file}:${line}`}: ${fault}${linesOf(rule, paths)}`;
    });
    const further = this.#furtherFaults.toLocaleString('en-US');
    return this.#furtherFaults === 0 ? rules : [...rules, `${file}: ${further} more faults; correct these first`];
  }
}

/** Faults that differ only in an index or in the quoted value at the end break the same rule. */
const ruleOf = (fault: string) =>
  fault
    .replace(/\.\d+(?=[.:])/g, '')
    .replace(/"(?:[^"\\]|\\.)*"$/, '')
    .replace(/^has \d+ columns/, 'has columns');

const newRule = (first: LineFault): BrokenRule => ({
  first,
  lineCount: 1,
  lastLine: first.line,
  ranges: [{ from: first.line, to: first.line }],
});

function addLine(rule: BrokenRule, line: number): void {
  if (line === rule.lastLine) return;
  const range = rule.ranges.at(-1);
  if (range && range.to === line - 1) range.to = line;
  else if (rule.ranges.length <= maxRanges) rule.ranges.push({ from: line, to: line });
  rule.lineCount += 1;
  rule.lastLine = line;
}

function linesOf({ lineCount, ranges }: BrokenRule, paths: readonly string[] | undefined): string {
  if (lineCount === 1) return '';
  const nameOf = (line: number) => paths?.[line - 1] ?? `${line}`;
  const shown = ranges
    .slice(0, maxRanges)
    .map(({ from, to }) => (from === to ? nameOf(from) : `${nameOf(from)}${paths ? ' to ' : '-'}${nameOf(to)}`));
  const lines = [...shown, ...(ranges.length > maxRanges ? ['…'] : [])].join(', ');
  return ` (${lineCount.toLocaleString('en-US')} such ${paths ? 'files' : 'lines'}: ${lines})`;
}
