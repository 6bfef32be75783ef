import conversation from './conversation/golden-payloads.json' with { type: 'json' };
import talent from './talent/golden-payloads.json' with { type: 'json' };

interface GoldenCall {
  params: unknown;
  payload: unknown;
}

/** For each tool, a payload with all fields, and a payload with only the fields that our own platform requires. */
export const goldenPayloads: Readonly<Record<string, Record<'full' | 'lean', GoldenCall>>> = {
  ...talent,
  ...conversation,
};
