import type { ListedIndex } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { indexQueries } from './indexes.queries.ts'

type Item = Pick<
  ListedIndex,
  'id' | 'is_valid' | 'is_unique' | 'is_primary' | 'is_partitioned' | 'constraint'
> & { is_partial?: boolean }

/** What an index is besides a way to find rows. */
export function IndexBadges({
  item,
  projectRef,
  isDetailed = false,
}: {
  item: Item
  projectRef: string
  /** Says also that there is nothing to say. */
  isDetailed?: boolean
}) {
  const { data } = useQuery(indexQueries.builds(projectRef))
  const isBuilt = data?.builds.some(({ index_id }) => index_id === item.id) ?? false
  return (
    <span className="flex flex-wrap gap-1">
      {isBuilt ? (
        <Badge tone="brand">Building</Badge>
      ) : item.is_valid ? (
        isDetailed && <Badge tone="success">Valid</Badge>
      ) : (
        <Badge tone="warning">Invalid</Badge>
      )}
      {item.is_primary ? (
        <Badge>Primary key</Badge>
      ) : (
        item.is_unique && <Badge>{item.constraint === null ? 'Unique' : 'Unique constraint'}</Badge>
      )}
      {!item.is_unique && item.constraint !== null && <Badge>Constraint</Badge>}
      {item.is_partial && <Badge>Partial</Badge>}
      {item.is_partitioned && <Badge>Partitioned</Badge>}
    </span>
  )
}
