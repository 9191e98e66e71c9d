import type { FolderQuery } from '@basalt/contract/snippets/snippets.schema.ts'

/** Sorts names ascending and dates descending by default. */
export const pageRequest = ({
  limit,
  cursor,
  sort_by: sortBy,
  sort_order,
  name,
}: Omit<FolderQuery, 'visibility'>) => ({
  limit,
  sortBy,
  order: sort_order ?? (sortBy === 'name' ? ('asc' as const) : ('desc' as const)),
  ...(cursor !== undefined && { cursor }),
  ...(name !== undefined && { name }),
})
