import type { ComponentProps } from 'react'
import { LoadFailure } from '../feedback/LoadFailure.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { DialogBody } from './DialogBody.tsx'

type Props = Pick<DialogProps, 'title' | 'size'> &
  Omit<ComponentProps<typeof LoadFailure>, 'title'> & { close: () => void }

/** Replaces a dialog whose code failed to load. */
export function FailedDialog({ close, title, size, ...loading }: Props) {
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title} size={size}>
      <DialogBody>
        <LoadFailure title="Failed to load this dialog" {...loading} />
      </DialogBody>
    </Dialog>
  )
}
