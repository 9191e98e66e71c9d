import type {
  MergeChanges,
  MergeRequestDetails,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight, GitMerge, PencilLine, Play } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import { PageHeader } from '../../../ui/layout/PageHeader.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { AgentChangesCard } from './AgentChangesCard.tsx'
import { EditMergeRequestDialog } from './EditMergeRequestDialog.tsx'
import { FilesCard } from './FilesCard.tsx'
import { HistoryCard } from './HistoryCard.tsx'
import { MergeWayBack } from './MergeWayBack.tsx'
import { MovedNote } from './MovedNote.tsx'
import { mergeRequest, mergeRequestQueries, rehearseRequest } from './merge-requests.queries.ts'
import { brokenText, statusWords } from './merge-words.rules.ts'
import { RehearsalCard } from './RehearsalCard.tsx'
import { SchemaCard } from './SchemaCard.tsx'
import { TablesCard } from './TablesCard.tsx'

interface Shown {
  projectRef: string
  slug: string
  /** Why the member may not change the request. */
  refusal: string | undefined
}

/** One merge request with everything that it would change. */
export function MergeRequestView({ id, ...shown }: Shown & { id: string }) {
  const request = useQuery(mergeRequestQueries.one(shown.projectRef, id))
  if (request.isError && !request.data)
    return (
      <ErrorPanel
        title="Failed to load the merge request"
        message={request.error.message}
        requestId={requestIdOf(request.error)}
        retrying={request.isFetching}
        onRetry={() => void request.refetch()}
      />
    )
  if (!request.data) return <Skeleton className="h-96 w-full" />
  return <Loaded request={request.data} {...shown} />
}

function Loaded({ request, projectRef, slug, refusal }: Shown & { request: MergeRequestDetails }) {
  const isOpen = request.status === 'open'
  const changes = useQuery({ ...mergeRequestQueries.changes(projectRef, request), enabled: isOpen })
  const { data: approvalRefusal } = useQuery(
    permissionQueries.refusal(needs.approveMergeRequests, { slug, ref: projectRef }),
  )
  const { title, description, status, failure, branch_name, target_name, created_by } = request
  const frozen = refusal ?? (request.rehearsal?.status === 'running' ? 'The rehearsal is running' : undefined)
  return (
    <>
      <PageHeader
        title={title}
        aside={<Badge tone={statusWords[status].tone}>{statusWords[status].label}</Badge>}
        description={
          <span className="flex flex-wrap items-center gap-1.5">
            <span className="font-mono text-xs">{branch_name}</span>
            <ArrowRight className="size-3.5" aria-label="into" />
            <span className="font-mono text-xs">{target_name}</span>
            <span>opened by {created_by}</span>
          </span>
        }
        actions={
          isOpen && (
            <Actions request={request} changes={changes.data} projectRef={projectRef} refusal={refusal} />
          )
        }
      />
      {description !== '' && <p className="wrap-anywhere max-w-prose whitespace-pre-wrap">{description}</p>}
      {isOpen && failure !== null && (
        <Callout tone="critical" title={`Not merged: ${target_name} is as it was`}>
          {failure}
        </Callout>
      )}
      {status === 'merged' && request.branch_ref === projectRef && (
        <Callout
          tone="success"
          title={`Merged into ${target_name}`}
          action={
            <TextLink render={<Link to="/project/$ref/branches" params={{ ref: projectRef }} />}>
              Manage branches
            </TextLink>
          }
        >
          Reset the branch to work on, so that later changes are compared with what was merged, or delete it.
        </Callout>
      )}
      {isOpen && changes.data?.has_moved && !changes.isPlaceholderData && (
        <MovedNote
          key={request.id}
          projectRef={projectRef}
          request={request}
          changes={changes.data}
          refusal={refusal}
        />
      )}
      {isOpen &&
        (changes.isError && !changes.data ? (
          <ErrorPanel
            title="The branches could not be compared"
            message={changes.error.message}
            requestId={requestIdOf(changes.error)}
            retrying={changes.isFetching}
            onRetry={() => void changes.refetch()}
          />
        ) : !changes.data ? (
          <Skeleton className="h-72 w-full" />
        ) : (
          <>
            <SchemaCard projectRef={projectRef} request={request} changes={changes.data} refusal={frozen} />
            <TablesCard projectRef={projectRef} request={request} changes={changes.data} refusal={frozen} />
            <FilesCard projectRef={projectRef} request={request} changes={changes.data} refusal={frozen} />
          </>
        ))}
      {request.branch_ref !== null && <AgentChangesCard branchRef={request.branch_ref} />}
      {request.rehearsal && <RehearsalCard rehearsal={request.rehearsal} revision={request.revision} />}
      <HistoryCard
        projectRef={projectRef}
        request={request}
        // What is shown of an earlier state is not what is approved.
        changes={changes.isPlaceholderData ? undefined : changes.data}
        refusal={refusal}
        approvalRefusal={approvalRefusal}
      />
    </>
  )
}

function Actions({
  projectRef,
  request,
  changes,
  refusal,
}: {
  projectRef: string
  request: MergeRequestDetails
  changes: MergeChanges | undefined
  refusal: string | undefined
}) {
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const [isBackedUp, setBackedUp] = useState(true)
  const [isEditing, setEditing] = useState(false)
  const rehearse = useMutation(rehearseRequest(projectRef, request.id))
  const merge = useMutation(mergeRequest(projectRef, request.id))
  const broken = brokenText(request.rehearsal?.policies)
  const isRehearsing = request.rehearsal?.status === 'running'
  const obstacle = refusal ?? (changes ? (changes.obstacle ?? undefined) : 'The branches are being compared')
  return (
    <>
      <IconButton
        icon={PencilLine}
        label="Edit title and description"
        {...(refusal !== undefined && { reason: refusal })}
        onClick={() => setEditing(true)}
      />
      <EditMergeRequestDialog
        projectRef={projectRef}
        request={request}
        open={isEditing}
        onOpenChange={setEditing}
      />
      <Button
        icon={Play}
        loading={isRehearsing || rehearse.isPending}
        {...(refusal !== undefined && { reason: refusal })}
        onClick={() => rehearse.mutate()}
      >
        Rehearse
      </Button>
      <Button
        variant="primary"
        icon={GitMerge}
        {...(obstacle !== undefined && { reason: obstacle })}
        onClick={() => {
          setBackedUp(true)
          setAsking(true)
        }}
      >
        Merge into {request.target_name}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Merge ${request.branch_name} into ${request.target_name}?`}
        confirmLabel="Merge"
        tone="primary"
        onConfirm={async () => {
          await merge.mutateAsync({ isBackedUp })
          // Once it is merged, it is no longer the request that this page shows by itself.
          void navigate({
            to: '/project/$ref/merge',
            params: { ref: projectRef },
            search: { request: request.id },
            replace: true,
          })
        }}
      >
        <p className="mb-2">
          It is one transaction: {request.target_name} gets all of it or nothing. Only new labels of
          enumerated types that the same merge uses are added first. Writes to the merged tables wait
          meanwhile.
        </p>
        <MergeWayBack request={request} isBackedUp={isBackedUp} onChange={setBackedUp} />
        {broken !== undefined && (
          <Callout tone="warning" className="mt-3">
            {broken}. The rehearsal says which.
          </Callout>
        )}
      </ConfirmDialog>
    </>
  )
}
