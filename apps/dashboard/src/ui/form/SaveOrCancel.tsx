import { type FieldValues, useFormContext } from 'react-hook-form'
import { Button } from '../controls/Button.tsx'
import { DISCARD_EDITS } from './reset-options.ts'
import { SubmitButton } from './SubmitButton.tsx'

/** The Save and Cancel buttons of a settings form. */
export function SaveOrCancel({
  saved,
  refusal,
}: {
  /** The saved values of the fields. */
  saved: FieldValues
  /** Why the settings may not be changed. */
  refusal: string | undefined
}) {
  const { formState, reset } = useFormContext()
  return (
    <div className="flex justify-end gap-2">
      {formState.isDirty && <Button onClick={() => reset(saved, DISCARD_EDITS)}>Cancel</Button>}
      <SubmitButton reason={refusal ?? (formState.isDirty ? undefined : 'Change something first')}>
        Save
      </SubmitButton>
    </div>
  )
}
