import { v5, validate } from 'uuid';
import { companyId, institutionId, talentId } from '../../../tools/talent/lookup.ts';
import { derivedId } from '../files/derived-id.ts';

/** The ids of one kind of record. */
interface IdSpace {
  /** Whether the embedded services can store the id unchanged. */
  isOwn(id: string): boolean;
  /** Possible ids, always the same for a source id. The first one that no other source id uses is assigned. */
  candidatesOf(sourceId: string): string[];
}

const maxIdLength = 100;

const talentSpace = (prefix: string): IdSpace => ({
  isOwn: (id) => talentId.imported.safeParse(id).success,
  candidatesOf: (sourceId) => [derivedId(prefix, [sourceId])],
});

/** The first candidate is readable, such as `exe_BRK2eB` for `BRK.B`, but not always unique. */
const lookupSpace = (prefix: string, schema: typeof companyId.imported): IdSpace => ({
  isOwn: (id) => schema.safeParse(id).success,
  candidatesOf: (sourceId) => {
    const readable = prefix + sourceId.replace(/[^A-Za-z0-9]/gu, (character) => codePoint(character));
    return [...(readable.length <= maxIdLength ? [readable] : []), derivedId(prefix, [sourceId])];
  },
});

const codePoint = (character: string) => character.codePointAt(0)?.toString(16) ?? '';

const namespace = '5d0f2c0a-0d3e-4b53-9a53-6c0f8f2f3a41';

const uuidSpace = (kind: string): IdSpace => ({
  isOwn: validate,
  candidatesOf: (sourceId) => [v5(`${kind}:${sourceId}`, namespace)],
});

const spaces = {
  user: talentSpace('usr_'),
  company: lookupSpace('exe_', companyId.imported),
  institution: lookupSpace('ede_', institutionId.imported),
  signal: talentSpace('sig_'),
  list: talentSpace('lst_'),
  list_entry: talentSpace('ent_'),
  search: talentSpace('sch_'),
  organization: uuidSpace('organization'),
  convo_user: uuidSpace('convo_user'),
  theme: uuidSpace('theme'),
  topic: uuidSpace('topic'),
  trigger: uuidSpace('trigger'),
  activity: uuidSpace('activity'),
  /** Unique within their activity only. */
  participant: uuidSpace('participant'),
  comment: uuidSpace('comment'),
  call_score: uuidSpace('call_score'),
  coaching_feedback: uuidSpace('coaching_feedback'),
} as const satisfies Record<string, IdSpace>;

export type IdKind = keyof typeof spaces;

export const idSpaces: Readonly<Record<IdKind, IdSpace>> = spaces;

export const isIdKind = (kind: string | undefined): kind is IdKind => kind !== undefined && Object.hasOwn(spaces, kind);
