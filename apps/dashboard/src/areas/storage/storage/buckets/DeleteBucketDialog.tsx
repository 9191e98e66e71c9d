import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { policyQueries, runPolicySql } from '../policies/policy.queries.ts'
import { dropPolicySql, policiesOnlyOf } from '../policies/policy-groups.rules.ts'
import { deleteBucket } from './bucket.queries.ts'

/** Deletes a bucket, its contents, and the policies that apply to no other bucket. */
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
  /** The bucket's page is left only after the dialog has closed, because both change the URL. */
  const isDeleted = useRef(false)
  const orphaned = policiesOnlyOf(policies, bucketId)

  const confirm = async () => {
    await remove()
    isDeleted.current = true
    const title = `Successfully deleted bucket ${bucketId}`
    if (orphaned.length === 0) return toast({ tone: 'success', title })
    await run(orphaned.map(dropPolicySql).join('\n')).then(
      () =>
        toast({ tone: 'success', title, description: `Also deleted its ${policyCount(orphaned.length)}.` }),
      (error: Error) =>
        toast({
          tone: 'warning',
          lasting: true,
          title: `${title}, but not its ${policyCount(orphaned.length)}`,
          description: `${error.message}. You can delete them on the Policies page.`,
        }),
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => (isDeleted.current ? onDeleted() : onOpenChange(next))}
      title={`Delete bucket ${bucketId}`}
      confirmLabel="Delete bucket"
      typeToConfirm={bucketId}
      onConfirm={confirm}
    >
      This action cannot be undone. The bucket is deleted with every file and folder in it
      {orphaned.length > 0 && `, together with its ${policyCount(orphaned.length)}`}.
    </ConfirmDialog>
  )
}

const policyCount = (count: number) => (count === 1 ? 'policy' : `${count} policies`)
