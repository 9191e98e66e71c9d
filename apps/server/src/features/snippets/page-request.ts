import type { FolderQuery } from '@basalt/contract/snippets/snippets.schema.ts'

/** Names begin at A and dates with the newest, unless the other way round was asked for. */
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
