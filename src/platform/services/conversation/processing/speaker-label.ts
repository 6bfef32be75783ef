import { z } from 'zod';

/** For example `Maya Ex <maya@tjx.example>`, `Maya Ex (maya@tjx.example)` or `maya@tjx.example`. */
const labelWithEmail = /^(?<name>[^<>()]*)(?<![^\s<(])[<(]?(?<email>[^\s<>()]+@[^\s<>()]+)[>)]?$/;

/** Longer labels are names. */
const maxLabelLength = 500;

const emailSchema = z.email();

/** Splits the label of a speaker into a name and an email address; a bare address has no name. */
export function parseSpeakerLabel(label: string): { name: string | null; email: string | null } {
  const text = label.trim();
  const { name, email } = (text.length <= maxLabelLength && labelWithEmail.exec(text)?.groups) || {};
  if (!emailSchema.safeParse(email).success || email === undefined) return { name: label, email: null };
  return { name: name?.trim().replaceAll(/^"|"$/g, '') || null, email };
}
