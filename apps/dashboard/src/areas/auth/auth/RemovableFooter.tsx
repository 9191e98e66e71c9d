import { type ReactNode, useState } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'

interface Removal {
  title: string
  confirmLabel: string
  /** What becomes of it, and of those who use it. */
  consequences: ReactNode
  onConfirm: () => Promise<unknown>
}

/** The buttons of a form whose subject can be removed once it is stored. */
export function RemovableFooter({
  removal,
  refusal,
  onClose,
}: {
  /** Undefined for a new one. */
  removal: Removal | undefined
  /** Why the caller may not change it. */
  refusal: string | undefined
  onClose: () => void
}) {
  const [isRemoving, setRemoving] = useState(false)
  return (
    <>
      <DialogFooter
        aside={
          removal && (
            <Button reason={refusal} onClick={() => setRemoving(true)}>
              Remove
            </Button>
          )
        }
      >
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton reason={refusal}>Save</SubmitButton>
      </DialogFooter>
      {removal && (
        <ConfirmDialog
          open={isRemoving}
          onOpenChange={setRemoving}
          title={removal.title}
          confirmLabel={removal.confirmLabel}
          onConfirm={async () => {
            await removal.onConfirm()
            onClose()
          }}
        >
          {removal.consequences}
        </ConfirmDialog>
      )}
    </>
  )
}
