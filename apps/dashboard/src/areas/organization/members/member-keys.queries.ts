/** Query keys of members, for events in the first load of every page, which does without the queries. */
export const memberKeys = {
  all: ['members'] as const,
  /** The query key prefix of an organization's members. */
  of: (slug: string) => [...memberKeys.all, slug] as const,
}
