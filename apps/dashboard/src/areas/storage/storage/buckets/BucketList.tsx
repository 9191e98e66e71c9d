import type { Bucket } from '@basalt/contract/storage/buckets.schema.ts'
import { type InfiniteData, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { FolderOpen, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ListStates } from '../../../../api/ListStates.tsx'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { policyQueries } from '../policies/policy.queries.ts'
import { storageSettingsQueries } from '../settings/settings.queries.ts'
import { BucketTable } from './BucketTable.tsx'

export function BucketList({
  projectRef: ref,
  buckets,
  search,
  onClear,
  newBucket,
}: {
  projectRef: string
  buckets: UseInfiniteQueryResult<InfiniteData<Bucket[]>>
  search: string
  onClear: () => void
  newBucket: ReactNode
}) {
  const { data: policies } = useQuery(policyQueries.list(ref))
  const { data: config } = useQuery(storageSettingsQueries.config(ref))
  return (
    <ListStates
      list={buckets}
      failure="Failed to retrieve buckets"
      skeleton={<TableSkeleton label="Loading buckets" columns={4} />}
      rowsOf={({ pages }) => pages.flat()}
      empty={
        search !== '' ? (
          <EmptyState
            icon={SearchX}
            title="No results found"
            action={<Button onClick={onClear}>Clear search</Button>}
          >
            No buckets match “{search}”.
          </EmptyState>
        ) : (
          <EmptyState icon={FolderOpen} title="Create a file bucket" action={newBucket}>
            A bucket holds files and folders under its own rules for sizes, types and access.
          </EmptyState>
        )
      }
    >
      {(rows) => (
        <div
          aria-busy={buckets.isPlaceholderData}
          className={cx('flex flex-col gap-4', buckets.isPlaceholderData && 'opacity-60')}
        >
          <BucketTable
            projectRef={ref}
            buckets={rows}
            policies={policies}
            globalLimit={config?.fileSizeLimit}
          />
          {buckets.hasNextPage && (
            <LoadMore {...loadMoreProps(buckets)} failure="Failed to load more buckets." />
          )}
        </div>
      )}
    </ListStates>
  )
}
