import { MOVED_SINCE_REHEARSAL } from '@basalt/contract/merge-requests/merge-requests.rules.ts'
import type {
  MergeChanges,
  MergeRequestDetails,
} from '@basalt/contract/merge-requests/merge-requests.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { rehearseAgain } from './merge-requests.queries.ts'

/**
 * Tells that one side has changed since the rehearsal, and rehearses again when nothing else is in the way: once for each
 * rehearsal, so that a failure does not repeat itself.
 */
export function MovedNote({
  projectRef,
  request,
  changes,
  refusal,
}: {
  projectRef: string
  request: MergeRequestDetails
  changes: MergeChanges
  /** Why the member may not rehearse. */
  refusal: string | undefined
}) {
  const { mutate, isError, error } = useMutation(rehearseAgain(projectRef, request.id))
  const outdated =
    refusal === undefined && changes.obstacle === MOVED_SINCE_REHEARSAL ? request.rehearsal?.ended_at : null
  const repeated = useRef<string | null>(null)
  useEffect(() => {
    if (!outdated || repeated.current === outdated) return
    repeated.current = outdated
    mutate()
  }, [outdated, mutate])
  return (
    <Callout tone="warning" title="Changed since the rehearsal">
      What you see is compared with {request.target_name} as it is now.{' '}
      {isError
        ? `The rehearsal could not be repeated: ${error.message}`
        : outdated
          ? 'It is rehearsed again.'
          : 'It has to be rehearsed again before it can be merged.'}
    </Callout>
  )
}
