import type { MergeRequest } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitMerge } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { When } from '../../../ui/text/When.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { branchQueries } from '../branches/branches.queries.ts'
import { MergeRequestView } from './MergeRequestView.tsx'
import { mergeRequestQueries } from './merge-requests.queries.ts'
import { statusWords } from './merge-words.rules.ts'
import { NewMergeRequestForm } from './NewMergeRequestForm.tsx'

/** The merge request of a branch, or those into it. */
export function MergePage({
  project,
  requestId,
}: {
  project: Project
  /** A request that is not the current one of the branch. */
  requestId: string | undefined
}) {
  const { ref, organization_slug: slug } = project
  const list = useQuery(mergeRequestQueries.list(ref))
  const branches = useQuery(branchQueries.of(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.writeMergeRequests, { slug, ref }))
  const failed = [list, branches].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <Frame>
        <ErrorPanel
          title="Failed to load merge requests"
          message={failed.error!.message}
          requestId={requestIdOf(failed.error)}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      </Frame>
    )
  if (!list.data || !branches.data)
    return (
      <Frame>
        <Skeleton className="h-96 w-full" />
      </Frame>
    )
  const current = list.data.find(({ id, branch_ref, status }) =>
    requestId === undefined
      ? branch_ref === ref && (status === 'open' || status === 'merging')
      : id === requestId,
  )
  const branch = branches.data.find(({ project_ref }) => project_ref === ref)
  const target = branches.data.find(({ project_ref }) => project_ref === branch?.source_project_ref)
  const others = list.data.filter((request) => request !== current)
  return (
    <Frame>
      {current ? (
        <MergeRequestView projectRef={ref} slug={slug} id={current.id} refusal={refusal} />
      ) : (
        <>
          <PageHeader
            title="Merge requests"
            description="Changes of a branch that are compared, rehearsed and reviewed before they are merged."
          />
          {branch && target && refusal === undefined && (
            <NewMergeRequestForm projectRef={ref} branch={branch.name} target={target.name} />
          )}
          {!target && others.length === 0 && (
            <EmptyState icon={GitMerge} title="No merge requests yet">
              Open one from the header of a branch.
            </EmptyState>
          )}
        </>
      )}
      {others.length > 0 && (
        <MergeRequests
          projectRef={ref}
          requests={others}
          title={current ? 'Other merge requests' : 'All merge requests'}
        />
      )}
    </Frame>
  )
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className="mx-auto flex w-full max-w-5xl flex-col gap-6 px-4 py-8 sm:px-6">{children}</div>
)

const MergeRequests = ({
  projectRef,
  requests,
  title,
}: {
  projectRef: string
  requests: readonly MergeRequest[]
  title: string
}) => (
  <Card title={title} padded={false}>
    <ul className="mt-2 flex flex-col divide-y divide-line">
      {requests.map(({ id, title, status, branch_name, target_name, updated_at }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
          <Link
            to="/project/$ref/merge"
            params={{ ref: projectRef }}
            search={{ request: id }}
            className="wrap-anywhere rounded-sm underline-offset-3 hover:underline"
          >
            {title}
          </Link>
          <Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>
          <span className="ml-auto text-ink-muted text-xs">
            {branch_name} into {target_name}, <When time={updated_at} />
          </span>
        </li>
      ))}
    </ul>
  </Card>
)
