import { type FieldValues, useFormContext } from 'react-hook-form'
import { Button } from '../controls/Button.tsx'
import { AFRESH } from './afresh.ts'
import { SubmitButton } from './SubmitButton.tsx'

/** The end of a form of settings: what was changed is saved, or taken back. */
export function SaveOrCancel({
  saved,
  refusal,
}: {
  /** What is in effect, as it stands in the fields. */
  saved: FieldValues
  /** Why nothing may be changed. */
  refusal: string | undefined
}) {
  const { formState, reset } = useFormContext()
  return (
    <div className="flex justify-end gap-2">
      {formState.isDirty && <Button onClick={() => reset(saved, AFRESH)}>Cancel</Button>}
      <SubmitButton reason={refusal ?? (formState.isDirty ? undefined : 'Change something first')}>
        Save
      </SubmitButton>
    </div>
  )
}
