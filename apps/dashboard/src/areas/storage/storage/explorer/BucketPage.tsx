import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import { failedWith, requestIdOf } from '../../../../api/api-error.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Breadcrumb } from '../../../../ui/layout/Breadcrumb.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { BucketDialog } from '../buckets/BucketDialog.tsx'
import { bucketQueries } from '../buckets/bucket.queries.ts'
import { DeleteBucketDialog } from '../buckets/DeleteBucketDialog.tsx'
import { EmptyBucketDialog } from '../buckets/EmptyBucketDialog.tsx'
import { policyQueries } from '../policies/policy.queries.ts'
import { policiesOf } from '../policies/policy-groups.rules.ts'
import { useStorageRefusal } from '../use-storage-refusal.ts'
import { Explorer } from './Explorer.tsx'
import { subscribeToOtherTabs } from './explorer.queries.ts'

export type BucketQuestion = 'edit' | 'empty' | 'delete'

/** One bucket and its contents. The open folder, file and dialog live in the URL. */
export function BucketPage({
  project,
  bucketId,
  path,
  previewed,
  question,
  onPlaceChange,
  onQuestionChange,
  onGone,
  onStorageSettings,
  settingsLink,
}: {
  project: Project
  bucketId: string
  path: string
  previewed: string | undefined
  question: BucketQuestion | undefined
  onPlaceChange: (place: { path: string; preview: string | undefined }) => void
  onQuestionChange: (question: BucketQuestion | undefined) => void
  /** Called when the bucket does not exist, or no longer. */
  onGone: () => void
  onStorageSettings: () => void
  settingsLink: ReactElement
}) {
  const { ref } = project
  const bucket = useQuery(bucketQueries.one(ref, bucketId))
  const { data: policies } = useQuery(policyQueries.list(ref))
  const refusal = useStorageRefusal(project, 'changeFiles')
  const isMissing = failedWith(bucket.error, 'not_found') && question !== 'delete'
  useEffect(() => {
    if (!isMissing) return
    toast({ tone: 'critical', title: `Bucket "${bucketId}" does not exist in your project` })
    onGone()
  }, [isMissing, bucketId, onGone])

  const client = useQueryClient()
  useEffect(() => subscribeToOtherTabs(client, { ref, bucket: bucketId }), [client, ref, bucketId])

  const dialog = (kind: BucketQuestion) => ({
    projectRef: ref,
    bucketId,
    open: question === kind && refusal === undefined,
    onOpenChange: (open: boolean) => onQuestionChange(open ? kind : undefined),
  })
  const reason = refusal === undefined ? {} : { reason: refusal }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-3">
        <div className="flex min-w-0 flex-col gap-0.5">
          <Breadcrumb
            label="Buckets"
            items={[
              { label: 'Files', link: <Link to="/project/$ref/storage/files" params={{ ref }} /> },
              { label: 'Buckets', link: <Link to="/project/$ref/storage/files" params={{ ref }} /> },
            ]}
          />
          <div className="flex flex-wrap items-center gap-2">
            <h1 className="wrap-anywhere font-semibold text-lg">{bucketId}</h1>
            {bucket.data?.public && <Badge tone="warning">Public</Badge>}
          </div>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <ButtonLink
            render={
              <Link
                to="/project/$ref/storage/files/policies"
                params={{ ref }}
                search={{ search: bucketId }}
              />
            }
          >
            Policies
            {policies && <Badge>{policiesOf(policies, bucketId).length}</Badge>}
          </ButtonLink>
          <Menu
            align="end"
            trigger={
              <Button {...(!bucket.data && { disabled: true })}>
                Edit bucket
                <ChevronDown className="size-4" aria-hidden />
              </Button>
            }
          >
            <MenuItem onSelect={() => onQuestionChange('edit')} {...reason}>
              Bucket settings
            </MenuItem>
            <MenuItem onSelect={() => onQuestionChange('empty')} {...reason}>
              Empty bucket
            </MenuItem>
            <MenuSeparator />
            <MenuItem destructive onSelect={() => onQuestionChange('delete')} {...reason}>
              Delete bucket
            </MenuItem>
          </Menu>
        </div>
      </header>
      {bucket.isPending && (
        <div role="status" aria-label="Loading bucket" className="flex flex-col gap-2 p-4">
          <Skeleton className="h-6 w-64" />
          <Skeleton className="h-6 w-48" />
        </div>
      )}
      {bucket.isError && !bucket.data && !isMissing && (
        <div className="p-4">
          <ErrorPanel
            title="Failed to retrieve bucket"
            message={bucket.error.message}
            requestId={requestIdOf(bucket.error)}
            retrying={bucket.isFetching}
            onRetry={() => bucket.refetch()}
          />
        </div>
      )}
      {bucket.data && (
        <>
          <Explorer
            key={`${ref}/${bucketId}`}
            projectRef={ref}
            bucket={bucket.data}
            writeRefusal={refusal}
            path={path}
            previewed={previewed}
            onPlaceChange={onPlaceChange}
            onStorageSettings={onStorageSettings}
          />
          <BucketDialog {...dialog('edit')} bucket={bucket.data} settingsLink={settingsLink} />
          <EmptyBucketDialog {...dialog('empty')} />
          <DeleteBucketDialog {...dialog('delete')} onDeleted={onGone} />
        </>
      )}
    </div>
  )
}
