/** The value of a record that was set, for names that others choose: `constructor` is also found where it was not. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
