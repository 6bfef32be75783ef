interface Contact {
  name?: string | null | undefined;
  email?: string | null | undefined;
}

export const comparableText = (text: string | null | undefined): string =>
  (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase();

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1);

/**
 * Returns a function that finds the team member with the email address of a person, otherwise the member with the name.
 * Ignores case, and values that several members share. A namesake with an address at another domain is someone else.
 */
export function findMemberIn<Member extends Contact>(team: readonly Member[]): (person: Contact) => Member | undefined {
  const byEmail = membersByUniqueValue(team, ({ email }) => email);
  const byName = membersByUniqueValue(team, ({ name }) => name);
  return (person) => {
    const email = comparableText(person.email);
    const ofName = byName.get(comparableText(person.name));
    const ownEmail = comparableText(ofName?.email);
    const isElsewhere = email !== '' && ownEmail !== '' && domainOf(email) !== domainOf(ownEmail);
    return byEmail.get(email) ?? (isElsewhere ? undefined : ofName);
  };
}

/** Maps each value to its member. Leaves out empty values, and values that several members share. */
const membersByUniqueValue = <Member>(
  team: readonly Member[],
  valueOf: (member: Member) => string | null | undefined,
) =>
  new Map(
    [...Map.groupBy(team, (member) => comparableText(valueOf(member)))].flatMap(([value, [member, ...others]]) =>
      value !== '' && member && others.length === 0 ? [[value, member] as const] : [],
    ),
  );
