import type { BranchList } from '@basalt/contract/branches/branches.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { GitMerge, Plus } from 'lucide-react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { BranchItem } from './BranchItem.tsx'
import { branchListQueries } from './branch-list.queries.ts'
import { CreateBranchDialog } from './CreateBranchDialog.tsx'

/** The branches of a project, whichever of them is open. */
export function BranchesPage({
  project,
  isCreating,
  setCreating,
}: {
  project: Project
  isCreating: boolean
  setCreating: (isOpen: boolean) => void
}) {
  const { ref, organization_slug: slug } = project
  const list = useQuery(branchListQueries.of(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.createBranches, { slug, ref }))
  const count = (list.data?.branches.length ?? 1) - 1
  const reason =
    refusal ??
    (list.data && count >= list.data.max
      ? `The plan allows ${list.data.max} branches. Delete one first.`
      : undefined)
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-6">
      <PageHeader
        title="Branches"
        description="Copies of the database to try things on. Each has its own data and keys."
        actions={
          <>
            <ButtonLink icon={GitMerge} render={<Link to="/project/$ref/merge" params={{ ref }} />}>
              Merge requests
            </ButtonLink>
            <Button
              variant="primary"
              icon={Plus}
              onClick={() => setCreating(true)}
              {...(reason !== undefined && { reason })}
            >
              Create branch
            </Button>
          </>
        }
      />
      {list.isError && !list.data ? (
        <ErrorPanel
          title="Failed to load branches"
          message={list.error.message}
          requestId={requestIdOf(list.error)}
          retrying={list.isFetching}
          onRetry={() => void list.refetch()}
        />
      ) : !list.data ? (
        <Skeleton className="h-64 w-full" />
      ) : (
        <Branches project={project} list={list.data} />
      )}
      {list.data && (
        <CreateBranchDialog
          open={isCreating && reason === undefined}
          onOpenChange={setCreating}
          branches={list.data.branches}
          openRef={ref}
        />
      )}
    </div>
  )
}

function Branches({ project, list }: { project: Project; list: BranchList }) {
  // What it shares is an addition to the list, which is complete without it.
  const { data: disk } = useQuery(branchListQueries.disk(project.ref, list.branches))
  return (
    <Card padded={false} footer={<DiskNote list={list} />}>
      <ul aria-label="Branches" className="flex flex-col divide-y divide-line">
        {list.branches.map((branch) => (
          <BranchItem
            key={branch.id}
            branch={branch}
            branches={list.branches}
            slug={project.organization_slug}
            isOpen={branch.project_ref === project.ref}
            disk={disk?.find(({ project_ref }) => project_ref === branch.project_ref)}
          />
        ))}
      </ul>
    </Card>
  )
}

/** Whether branches cost disk space. */
const DiskNote = ({ list }: { list: BranchList }) => (
  <p>
    {list.shares_blocks
      ? 'A branch shares unchanged blocks with its source on this disk.'
      : 'The database of a branch is copied: the file system of this disk cannot share blocks. Files are shared.'}{' '}
    <TextLink render={<Link to="/docs/$guide" params={{ guide: 'branches' }} />}>How branches work</TextLink>
  </p>
)
