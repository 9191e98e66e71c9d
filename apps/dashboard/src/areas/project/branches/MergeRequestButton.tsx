import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { GitMerge } from 'lucide-react'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { branchQueries } from './branches.queries.ts'
import { requestReview } from './merge-request.queries.ts'
import { mergeRequestLabel, mergeRequestOf } from './merge-request.rules.ts'

/** Requests a review of the open branch, or opens the requested review. */
export function MergeRequestButton({ projectRef, slug }: { projectRef: string; slug: string }) {
  const { data: branches } = useQuery(branchQueries.of(projectRef))
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.changeBranches, { slug, ref: projectRef }),
  )
  const navigate = useNavigate()
  const requestMutation = useMutation(requestReview(projectRef))
  const request = mergeRequestOf(branches, projectRef)
  if (!request) return null
  const openReview = () => void navigate({ to: `/project/${projectRef}/merge` })
  const { branchId, isReviewRequested } = request
  return (
    <span className="relative shrink-0">
      <IconButton
        label={mergeRequestLabel(request)}
        icon={GitMerge}
        size="sm"
        variant="secondary"
        loading={requestMutation.isPending}
        {...(!isReviewRequested && refusal !== undefined && { reason: refusal })}
        onClick={() =>
          isReviewRequested
            ? openReview()
            : requestMutation.mutate(branchId, {
                onSuccess: () => {
                  toast({ title: 'Merge request created', tone: 'success' })
                  openReview()
                },
              })
        }
        className="size-6.5 rounded-full"
      />
      {isReviewRequested && (
        <span className="absolute -top-0.5 -right-0.5 size-2 rounded-full bg-brand" aria-hidden="true" />
      )}
    </span>
  )
}
