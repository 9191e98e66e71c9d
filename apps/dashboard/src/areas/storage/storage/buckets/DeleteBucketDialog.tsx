import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { policyQueries, runPolicySql } from '../policies/policy.queries.ts'
import { dropPolicySql, policiesOnlyOf } from '../policies/policy-groups.rules.ts'
import { deleteBucket } from './bucket.queries.ts'

/** Takes the bucket, what is in it, and the policies that speak of nothing else. */
export function DeleteBucketDialog({
  projectRef: ref,
  bucketId,
  open,
  onOpenChange,
  onDeleted,
}: {
  projectRef: string
  bucketId: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onDeleted: () => void
}) {
  const { data: policies = [] } = useQuery(policyQueries.list(ref))
  const { mutateAsync: remove } = useMutation(deleteBucket(ref, bucketId))
  const { mutateAsync: run } = useMutation(runPolicySql(ref))
  /** Its page is left only when the dialog has closed: both change the address. */
  const isGone = useRef(false)
  const leftOver = policiesOnlyOf(policies, bucketId)

  const confirm = async () => {
    await remove()
    isGone.current = true
    const title = `Successfully deleted bucket ${bucketId}`
    if (leftOver.length === 0) return toast({ tone: 'success', title })
    await run(leftOver.map(dropPolicySql).join('\n')).then(
      () =>
        toast({ tone: 'success', title, description: `Its ${policyCount(leftOver.length)} went with it.` }),
      (error: Error) =>
        toast({
          tone: 'warning',
          lasting: true,
          title: `${title}, but not its ${policyCount(leftOver.length)}`,
          description: `${error.message}. You can delete them on the page of policies.`,
        }),
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (isGone.current ? onDeleted() : onOpenChange(next))}
      title={`Delete bucket ${bucketId}`}
      confirmLabel="Delete bucket"
      typeToConfirm={bucketId}
      onConfirm={confirm}
    >
      This action cannot be undone. The bucket is deleted with every file and folder in it
      {leftOver.length > 0 && `, together with its ${policyCount(leftOver.length)}`}.
    </ConfirmDialog>
  )
}

const policyCount = (count: number) => (count === 1 ? 'policy' : `${count} policies`)
