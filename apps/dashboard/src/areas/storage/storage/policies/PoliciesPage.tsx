import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { StoragePolicy } from '@basalt/contract/storage/policies.endpoints.ts'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Input } from '../../../../ui/controls/Input.tsx'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { bucketQueries } from '../buckets/bucket.queries.ts'
import { useStorageRefusal } from '../use-storage-refusal.ts'
import { PolicyCard } from './PolicyCard.tsx'
import { PolicyDialog, type PolicyTask } from './PolicyDialog.tsx'
import { policyQueries, runPolicySql } from './policy.queries.ts'
import { dropPolicySql, otherPolicies, policiesOf } from './policy-groups.rules.ts'

const SEARCH_DELAY_MS = 250

/** The storage policies, grouped by bucket. */
export function PoliciesPage({
  project,
  search,
  onSearchChange,
}: {
  project: Project
  search: string
  onSearchChange: (search: string) => void
}) {
  const { ref } = project
  const { text, set } = useDebouncedText(search, onSearchChange, SEARCH_DELAY_MS)
  const refusal = useStorageRefusal(project, 'runAnySql')
  const [task, setTask] = useState<PolicyTask>()
  const [deleting, setDeleting] = useState<StoragePolicy>()
  const { mutateAsync: run } = useMutation(runPolicySql(ref))
  return (
    <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-6 sm:px-6">
      <PageHeader
        title="Storage policies"
        description="Row level security controls access to files. Without a policy, only the service role has access."
      />
      <Input
        type="search"
        icon={Search}
        aria-label="Search for a bucket"
        placeholder="Search for a bucket"
        value={text}
        onValueChange={set}
        className="w-full sm:w-72"
      />
      <Groups
        projectRef={ref}
        search={search}
        refusal={refusal}
        onNew={(bucket) => setTask({ kind: 'new', bucket })}
        onEdit={(policy) => setTask({ kind: 'edit', policy })}
        onDelete={setDeleting}
      />
      <PolicyDialog projectRef={ref} task={task} onClose={() => setTask(undefined)} />
      <ConfirmDialog
        open={deleting !== undefined}
        onOpenChange={(open) => !open && setDeleting(undefined)}
        title={`Delete policy ${deleting?.name ?? ''}`}
        confirmLabel="Delete policy"
        onConfirm={async () => {
          if (!deleting) return
          await run(dropPolicySql(deleting))
          toast({ tone: 'success', title: 'Successfully deleted policy!' })
        }}
      >
        This action cannot be undone. Users lose the access that only this policy grants.
      </ConfirmDialog>
    </div>
  )
}

interface GroupsProps {
  projectRef: string
  search: string
  refusal: string | undefined
  onNew: (bucket: string) => void
  onEdit: (policy: StoragePolicy) => void
  onDelete: (policy: StoragePolicy) => void
}

function Groups({ projectRef: ref, search, onNew, ...rest }: GroupsProps) {
  const policies = useQuery(policyQueries.list(ref))
  const buckets = useInfiniteQuery({
    ...bucketQueries.pages(ref, search, 'name'),
    placeholderData: keepPreviousData,
  })
  if (policies.isPending || buckets.isPending) return <TableSkeleton label="Loading policies" columns={3} />
  const failed = policies.isError ? policies : buckets
  if (!policies.data || !buckets.data)
    return (
      <ErrorPanel
        title="Failed to retrieve policies"
        message={failed.error?.message}
        requestId={requestIdOf(failed.error)}
        onRetry={() => failed.refetch()}
        retrying={failed.isFetching}
      />
    )
  const rows = buckets.data.pages.flat()
  return (
    <>
      {rows.length === 0 && (
        <p className="text-ink-muted text-sm">
          {search === '' ? 'There are no buckets yet.' : `No buckets match “${search}”.`}
        </p>
      )}
      {rows.map((bucket) => (
        <PolicyCard
          key={bucket.id}
          title={bucket.name}
          isBucket
          isPublic={bucket.public}
          policies={policiesOf(policies.data, bucket.id)}
          onNew={() => onNew(bucket.id)}
          {...rest}
        />
      ))}
      {buckets.hasNextPage && <LoadMore {...loadMoreProps(buckets)} failure="Failed to load more buckets." />}
      <h2 className="pt-2 font-semibold text-base">Schema</h2>
      <PolicyCard
        title="Other policies under storage.objects"
        policies={otherPolicies(policies.data)}
        {...rest}
      />
      <PolicyCard
        title="Policies under storage.buckets"
        policies={policies.data.filter(({ table }) => table === 'buckets')}
        {...rest}
      />
    </>
  )
}
