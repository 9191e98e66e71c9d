import type { ComponentProps } from 'react'
import { LoadFailure } from '../feedback/LoadFailure.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { DialogBody } from './DialogBody.tsx'

type Props = Pick<DialogProps, 'title' | 'size'> &
  Omit<ComponentProps<typeof LoadFailure>, 'title'> & { close: () => void }

/** Stands in for a dialog whose code could not be loaded. */
export function FailedDialog({ close, title, size, ...loading }: Props) {
  return (
    <Dialog open onOpenChange={(open) => !open && close()} title={title} size={size}>
      <DialogBody>
        <LoadFailure title="This dialog could not be loaded" {...loading} />
      </DialogBody>
    </Dialog>
  )
}
