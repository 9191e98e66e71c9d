import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../../ui/dialog/ConfirmDialog.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { emptyBucket } from './bucket.queries.ts'

export function EmptyBucketDialog({
  projectRef,
  bucketId,
  open,
  onOpenChange,
}: {
  projectRef: string
  bucketId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const { mutateAsync: empty } = useMutation(emptyBucket(projectRef, bucketId))
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Confirm to delete all contents from ${bucketId}`}
      confirmLabel="Empty bucket"
      onConfirm={async () => {
        await empty()
        toast({ tone: 'success', title: `Successfully emptied bucket ${bucketId}` })
      }}
    >
      This action cannot be undone. Every file and folder in the bucket is deleted. The bucket and its rules
      are kept.
    </ConfirmDialog>
  )
}
