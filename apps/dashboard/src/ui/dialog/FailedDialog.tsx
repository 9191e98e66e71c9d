import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { Dialog, type DialogProps } from './Dialog.tsx'
import { DialogBody } from './DialogBody.tsx'

/** Stands in for a dialog whose code could not be loaded. */
export function FailedDialog({
  close,
  retry,
  isLoading,
  ...frame
}: Pick<DialogProps, 'title' | 'size'> & { close: () => void; retry: () => void; isLoading: boolean }) {
  return (
    <Dialog open onOpenChange={(open) => !open && close()} {...frame}>
      <DialogBody>
        <ErrorPanel
          title="This dialog could not be loaded"
          message="Check the connection and try again."
          onRetry={retry}
          retrying={isLoading}
        />
      </DialogBody>
    </Dialog>
  )
}
