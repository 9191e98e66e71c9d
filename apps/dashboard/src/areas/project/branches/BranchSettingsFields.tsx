import { GIT_BRANCH_MAX } from '@basalt/contract/branches/branches.rules.ts'
import { useFormContext } from 'react-hook-form'
import { Input } from '../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import type { BranchSettings } from './branch-fields.schema.ts'

/** When a branch is deleted by itself, and which branch of the code it follows, in a form with `BranchSettings`. */
export function BranchSettingsFields({ isDefault = false }: { isDefault?: boolean }) {
  return (
    <>
      {!isDefault && <LifetimeFields />}
      <GitBranchField />
    </>
  )
}

function GitBranchField() {
  const { control } = useFormContext<BranchSettings>()
  return (
    <FormField
      control={control}
      name="git_branch"
      label="Git branch"
      description="The branch of your code that it belongs to, so that a script finds it."
    >
      {(field) => (
        <Input
          {...field}
          autoComplete="off"
          spellCheck={false}
          maxLength={GIT_BRANCH_MAX}
          placeholder="None"
        />
      )}
    </FormField>
  )
}

function LifetimeFields() {
  const { control, watch } = useFormContext<BranchSettings>()
  return (
    <>
      <FormField control={control} name="kind" label="Lifetime">
        {(field) => (
          <RadioGroup
            {...field}
            layout="cards"
            aria-label="Lifetime"
            options={[
              {
                value: 'preview',
                label: 'Preview',
                description: 'Deleted once nobody has used it for some days. You are told a day before.',
              },
              { value: 'persistent', label: 'Persistent', description: 'Kept until you delete it.' },
            ]}
          />
        )}
      </FormField>
      {watch('kind') === 'preview' && (
        <FormField
          control={control}
          name="expires_after_days"
          label="Days without use"
          description="Leave it empty to keep the preview until you delete it."
        >
          {(field) => <Input {...field} inputMode="numeric" autoComplete="off" placeholder="Never deleted" />}
        </FormField>
      )}
    </>
  )
}
