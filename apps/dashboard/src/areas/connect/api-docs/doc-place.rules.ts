/** The kinds of documentation pages. */
export const docPages = ['introduction', 'authentication', 'types', 'relation', 'function'] as const
export type DocPage = (typeof docPages)[number]

/** A place as search params; invalid combinations mean the introduction. */
export interface DocSearch {
  page?: DocPage | undefined
  schema?: string | undefined
  name?: string | undefined
}

export type DocPlace =
  | { page: 'introduction' | 'authentication' | 'types'; schema?: string | undefined }
  | { page: 'relation' | 'function'; schema: string; name: string }

export function docPlaceOf({ page = 'introduction', schema, name }: DocSearch): DocPlace {
  if (page !== 'relation' && page !== 'function') return { page, schema }
  return schema === undefined || name === undefined
    ? { page: 'introduction', schema }
    : { page, schema, name }
}

/** A place as search params, without defaults. */
export const docSearchOf = (place: DocPlace): DocSearch => ({
  page: place.page === 'introduction' ? undefined : place.page,
  schema: place.schema,
  name: 'name' in place ? place.name : undefined,
})

export const isSamePlace = (one: DocPlace, other: DocPlace) =>
  one.page === other.page &&
  (!('name' in one) || !('name' in other) || (one.name === other.name && one.schema === other.schema))
