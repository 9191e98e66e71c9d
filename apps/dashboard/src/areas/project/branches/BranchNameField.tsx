import { BRANCH_NAME_MAX } from '@basalt/contract/branches/branches.rules.ts'
import { useFormContext } from 'react-hook-form'
import { Input } from '../../../ui/controls/Input.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import type { BranchSettings } from './branch-fields.schema.ts'

/** The name of a branch, in a form with `BranchSettings`. */
export function BranchNameField() {
  const { control } = useFormContext<BranchSettings>()
  return (
    <FormField control={control} name="branch_name" label="Name" required>
      {(field) => (
        <Input
          {...field}
          autoComplete="off"
          spellCheck={false}
          maxLength={BRANCH_NAME_MAX}
          placeholder="new-checkout"
        />
      )}
    </FormField>
  )
}
