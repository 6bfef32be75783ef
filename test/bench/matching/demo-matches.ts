import { groupByPerson, mayBeGuest, matchGuest } from '../../../src/graph/matching/rules/match.ts';
import { readDemoRecords } from '../../../src/platform/demo/demo-records.ts';
import { activityPayload } from '../../../src/tools/conversation/activity.ts';
import { companyPayload } from '../../../src/tools/talent/lookup.ts';
import { signalPayload } from '../../../src/tools/talent/signal.ts';
import type { Figure } from '../figure.ts';

/** Matches every guest of the demo conversations, whose email domains tell the companies that they speak for. */
export async function demoMatches(): Promise<Figure[]> {
  const now = new Date();
  const records = [...(await readDemoRecords('talent', now)), ...(await readDemoRecords('convo', now))];
  const ofKind = (kind: string) => records.flatMap((record) => (record.kind === kind ? [record.fields] : []));
  const people = groupByPerson(ofKind('signal').map((fields) => signalPayload.parse(fields)));
  const companies = new Map(
    ofKind('company').map((fields) => {
      const company = companyPayload.parse(fields);
      return [company.id, company];
    }),
  );
  const peopleByName = Map.groupBy(people, (person) => person.signals[0]?.fullName);
  const participations = ofKind('activity')
    .map((fields) => activityPayload.parse(fields))
    .flatMap((activity) => activity.participants.filter(mayBeGuest).map((guest) => ({ guest, activity })));
  let matched = 0;
  let ofSharers = 0;
  let confused = 0;
  for (const { guest, activity } of participations) {
    const strong = matchGuest({ guest, activity, people, companies }).find(({ confidence }) => confidence === 'STRONG');
    if (strong) matched += 1;
    if ((peopleByName.get(guest.name)?.length ?? 0) < 2) continue;
    ofSharers += 1;
    const label = guest.email?.split('@')[1]?.split('.')[0];
    const employers = strong?.person.signals.flatMap(({ experiences }) => experiences) ?? [];
    if (strong && !employers.some(({ companyName }) => slugOf(companyName ?? '') === label)) confused += 1;
  }
  return [
    {
      name: 'guest participations of the demo with a STRONG match',
      value: `${matched} of ${participations.length}`,
      baseline: '',
      target: 'at least 145 of 157',
      reached: matched / participations.length >= 145 / 157,
    },
    {
      name: 'guests of the demo that share their name, confused',
      value: `${confused} of ${ofSharers}`,
      baseline: '',
      target: 'none',
      reached: confused === 0 && ofSharers > 0,
    },
  ];
}

const slugOf = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036F'’.]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-');
