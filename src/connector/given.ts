type Given<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Only what has a value: the tools tell "absent" from anything else. */
export function given<Values extends object>(values: Values): Given<Values> {
  const present: Given<Values> = {};
  return Object.assign(present, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}
