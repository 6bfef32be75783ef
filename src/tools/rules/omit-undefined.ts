type Defined<Values> = { [Key in keyof Values]?: Exclude<Values[Key], undefined> };

/** Copies an object without its undefined values, which tool inputs and exact optional types do not allow. */
export function omitUndefined<Values extends object>(values: Values): Defined<Values> {
  const defined: Defined<Values> = {};
  return Object.assign(defined, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)));
}
