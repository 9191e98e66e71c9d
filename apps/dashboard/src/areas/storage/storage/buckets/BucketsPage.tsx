import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDownAZ, ClockArrowDown, Plus, RotateCw, Search } from 'lucide-react'
import type { ReactElement } from 'react'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { useExplorerPreference } from '../preferences.ts'
import { useStorageRefusal } from '../use-storage-refusal.ts'
import { BucketDialog } from './BucketDialog.tsx'
import { BucketList } from './BucketList.tsx'
import { bucketQueries } from './bucket.queries.ts'
import { bucketKinds } from './bucket-kinds.ts'

const SEARCH_DELAY_MS = 250

const sortOptions = [
  { value: 'name' as const, label: 'By name', icon: ArrowDownAZ },
  { value: 'created_at' as const, label: 'Newest first', icon: ClockArrowDown },
]

/** All file buckets. The search text and whether the creation dialog is open live in the URL. */
export function BucketsPage({
  project,
  search,
  isCreating,
  onSearchChange,
  onCreatingChange,
  onCreated,
  settingsLink,
}: {
  project: Project
  search: string
  isCreating: boolean
  onSearchChange: (search: string) => void
  onCreatingChange: (isCreating: boolean) => void
  onCreated: (name: string) => void
  settingsLink: ReactElement
}) {
  const { ref } = project
  const client = useQueryClient()
  const { preference, change } = useExplorerPreference(ref)
  const { text, set } = useDebouncedText(search, onSearchChange, SEARCH_DELAY_MS)
  const refusal = useStorageRefusal(project, 'changeFiles')
  const buckets = useInfiniteQuery({
    ...bucketQueries.pages(ref, search, preference.sortBucket),
    placeholderData: keepPreviousData,
  })
  const newBucket = (
    <Button
      variant="primary"
      icon={Plus}
      onClick={() => onCreatingChange(true)}
      {...(refusal && { reason: refusal })}
    >
      New bucket
    </Button>
  )
  const isEmpty = search === '' && buckets.data?.pages[0]?.length === 0
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-6 sm:px-6">
      <PageHeader
        title={bucketKinds.files.displayName}
        description={bucketKinds.files.valueProp}
        actions={!isEmpty && newBucket}
      />
      {!isEmpty && (
        <div className="flex flex-wrap items-center gap-2">
          <Input
            type="search"
            icon={Search}
            aria-label="Search for a bucket"
            placeholder="Search for a bucket"
            value={text}
            onValueChange={set}
            className="w-full sm:w-72"
          />
          <Select
            aria-label="Sort buckets"
            options={sortOptions}
            value={preference.sortBucket}
            onValueChange={(sortBucket) => change({ sortBucket })}
            className="w-40!"
          />
          <IconButton
            label="Refresh"
            icon={RotateCw}
            loading={buckets.isRefetching && !buckets.isPlaceholderData}
            onClick={() => client.invalidateQueries({ queryKey: bucketQueries.lists(ref) })}
          />
        </div>
      )}
      <BucketList
        projectRef={ref}
        buckets={buckets}
        search={search}
        onClear={() => set('')}
        newBucket={newBucket}
      />
      <BucketDialog
        projectRef={ref}
        open={isCreating && refusal === undefined}
        onOpenChange={onCreatingChange}
        settingsLink={settingsLink}
        onCreated={onCreated}
      />
    </div>
  )
}
