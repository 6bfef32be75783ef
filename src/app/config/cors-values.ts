import { getSubdomain } from 'tldts';
import { z } from 'zod';
import { origin } from './config-values.ts';

const originRule = 'must be an origin without a path, such as https://app.example.com or https://*.example.com';

const wildcardRule = 'must have its * as the whole first label of the host name, such as https://*.example.com';

const suffixRule =
  'must have a * only below a domain of your own, because anyone can register names below a public suffix';

const schemeRule = 'must begin with https:// if it has a *, because pages sent without TLS can be forged';

/** A valid label, which replaces the `*` of a pattern while the pattern is checked. */
const sampleLabel = 'sample';

/**
 * Accepts an origin, or a pattern whose `*` matches exactly one label of the host name. Patterns that would also allow
 * pages of strangers are rejected.
 */
export const corsOrigin = z
  .string()
  .superRefine((text, context) => {
    const fault = originFault(text);
    if (fault !== undefined) context.addIssue(fault);
  })
  .transform((text) => {
    if (!text.includes('*')) return origin.parse(text);
    return origin.parse(text.replace('*', sampleLabel)).replace(`//${sampleLabel}.`, '//*.');
  });

function originFault(text: string): string | undefined {
  if (!text.includes('*')) return origin.safeParse(text).success ? undefined : originRule;
  if (!/^[a-z]+:\/\/\*\.[^*]+$/i.test(text)) return wildcardRule;
  const sample = text.replace('*', sampleLabel);
  if (!origin.safeParse(sample).success) return originRule;
  if (!/^https:/i.test(text)) return schemeRule;
  // Empty if the sample label belongs to the registered domain itself.
  // The list of public suffixes has the form that a URL gives to a host name.
  return getSubdomain(origin.parse(sample), { allowPrivateDomains: true }) ? undefined : suffixRule;
}

/** Accepts the name of a header. Browsers do not apply the wildcard `*` to all headers, so it is rejected. */
export const headerName = z
  .string()
  .regex(/^[\w!#$%&'+.^`|~-]+$/, 'must be names of headers, such as x-app-version, without *')
  .transform((name) => name.toLowerCase());
