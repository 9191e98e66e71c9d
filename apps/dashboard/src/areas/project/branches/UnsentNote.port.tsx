import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../../../ui/controls/Button.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { changeBranch } from './branch-list.queries.ts'
import { branchQueries } from './branches.queries.ts'

/** Says that the open branch sends no events of its webhooks, and switches them on. Nothing elsewhere. */
export function UnsentNote({ projectRef: ref, slug }: { projectRef: string; slug: string }) {
  const { data: branches } = useQuery(branchQueries.of(ref))
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.changeBranches, { slug, ref }))
  const branch = branches?.find(({ project_ref }) => project_ref === ref)
  const { mutate, isPending } = useMutation(changeBranch(branch?.id ?? ''))
  if (!branch || branch.sends_requests) return null
  return (
    <Callout
      title="This branch sends nothing"
      action={
        <Button
          size="sm"
          loading={isPending}
          onClick={() => mutate({ sends_requests: true })}
          {...(refusal !== undefined && { reason: refusal })}
        >
          Send from this branch
        </Button>
      }
    >
      Events of its webhooks are only logged, because their addresses are those of the branch it was made
      from. HTTP requests of its SQL are answered with an error.
    </Callout>
  )
}
