import { Button } from '../../../ui/controls/Button.tsx'
import { DialogFooter } from '../../../ui/dialog/DialogFooter.tsx'
import { SubmitButton } from '../../../ui/form/SubmitButton.tsx'

/** The buttons of a form whose subject, once stored, can be removed. */
export const RemovableFooter = ({
  isStored,
  refusal,
  onRemove,
  onClose,
}: {
  isStored: boolean
  /** Why the caller may not change it. */
  refusal: string | undefined
  onRemove: () => void
  onClose: () => void
}) => (
  <DialogFooter
    aside={
      isStored && (
        <Button reason={refusal} onClick={onRemove}>
          Remove
        </Button>
      )
    }
  >
    <Button onClick={onClose}>Cancel</Button>
    <SubmitButton reason={refusal}>Save</SubmitButton>
  </DialogFooter>
)
