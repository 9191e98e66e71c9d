import type { MergeRequestDetails } from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { changeMergeRequest, mergeRequestQueries } from './merge-requests.queries.ts'

/** Who is asked for a review, and whether they have approved. */
export function Reviewers({
  projectRef,
  request,
  refusal,
}: {
  projectRef: string
  request: MergeRequestDetails
  /** Why the member may not ask for reviews. */
  refusal: string | undefined
}) {
  const { reviewers, status } = request
  const isOpen = status === 'open'
  const change = useMutation(changeMergeRequest(projectRef, request.id))
  const { data: candidates = [] } = useQuery({
    ...mergeRequestQueries.reviewers(projectRef),
    enabled: isOpen && refusal === undefined,
  })
  const others = candidates.filter(({ id }) => reviewers.every((reviewer) => reviewer.id !== id))
  const ids = reviewers.map(({ id }) => id)
  const reason = refusal ?? (others.length === 0 ? 'Everyone who may approve is asked' : undefined)
  if (!isOpen && reviewers.length === 0) return null
  return (
    <section aria-label="Reviewers" className="flex flex-wrap items-center gap-2 border-line border-b pb-3">
      {reviewers.map(({ id, email, has_approved }) => (
        <span key={id} className="flex min-w-0 items-center gap-1.5 text-sm">
          <span className="truncate">{email}</span>
          {has_approved ? <Badge tone="success">Approved</Badge> : <Badge>Waiting</Badge>}
          {isOpen && refusal === undefined && (
            <IconButton
              icon={X}
              size="sm"
              label={`Do not ask ${email}`}
              onClick={() => change.mutate({ reviewers: ids.filter((one) => one !== id) })}
            />
          )}
        </span>
      ))}
      {isOpen && reason !== undefined && (
        <Button size="sm" icon={UserPlus} reason={reason}>
          Request review
        </Button>
      )}
      {isOpen && reason === undefined && (
        <Menu
          trigger={
            <Button size="sm" icon={UserPlus} loading={change.isPending}>
              Request review
            </Button>
          }
        >
          {others.map(({ id, email }) => (
            <MenuItem key={id} onSelect={() => change.mutate({ reviewers: [...ids, id] })}>
              {email}
            </MenuItem>
          ))}
        </Menu>
      )}
    </section>
  )
}
