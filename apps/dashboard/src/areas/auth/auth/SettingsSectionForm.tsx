import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMemo } from 'react'
import { type Control, useController, useForm } from 'react-hook-form'
import { formFailure } from '../../../api/form-failure.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Form } from '../../../ui/form/Form.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import { DISCARD_EDITS, KEEP_EDITS } from '../../../ui/form/reset-options.ts'
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { inputsOf, type SettingInputs, settingsForm } from './auth-settings-form.schema.ts'
import type { SettingField, SettingsSection } from './settings-pages.rules.ts'
import { SettingsChangedMeanwhile, useSettingsChange } from './use-settings-change.ts'

/** One section of settings, saved by itself. */
export function SettingsSectionForm({
  projectRef,
  section: { title, anchor, fields },
  settings,
  refusal,
}: {
  projectRef: string
  section: SettingsSection
  settings: AuthSettings
  refusal: string | undefined
}) {
  const resolver = useMemo(() => zodResolver(settingsForm(fields)), [fields])
  const saved = inputsOf(fields, settings)
  const form = useForm({ resolver, values: saved, resetOptions: KEEP_EDITS })
  const { isDirty, dirtyFields } = form.formState
  const save = useSettingsChange(projectRef, isDirty)
  return (
    <Card title={title}>
      <Form
        form={form}
        {...(anchor !== undefined && { id: anchor, className: 'scroll-mt-16' })}
        aria-label={title}
        describeError={failureOf(fields)}
        onSubmit={async (values) => {
          // Fields that were not edited may have been changed elsewhere.
          const edited = Object.entries(values).filter(([name]) => dirtyFields[name])
          form.reset(inputsOf(fields, await save(Object.fromEntries(edited))), DISCARD_EDITS)
          toast({ title: 'Settings saved', tone: 'success' })
        }}
      >
        {fields.map((field) => (
          <SettingControl
            key={field.name}
            field={field}
            control={form.control as unknown as Control<SettingInputs>}
            isReadOnly={refusal !== undefined}
          />
        ))}
        <SaveOrCancel saved={saved} refusal={refusal} />
      </Form>
    </Card>
  )
}

const failureOf = (fields: readonly SettingField[]) => {
  const failure = formFailure<SettingInputs>(fields.map(({ name }) => name))
  return (error: unknown) => {
    if (!(error instanceof SettingsChangedMeanwhile)) return failure(error)
    const labels = fields.filter(({ name }) => error.names.includes(name)).map(({ label }) => label)
    return {
      message: `Changed meanwhile: ${labels.join(', ')}. Save again to replace the change, or cancel to see it.`,
    }
  }
}

function SettingControl({
  field,
  control,
  isReadOnly,
}: {
  field: SettingField
  control: Control<SettingInputs>
  isReadOnly: boolean
}) {
  const { name, label, description } = field
  if (field.kind === 'flag') return <FlagControl field={field} control={control} isReadOnly={isReadOnly} />
  const aside = field.kind === 'number' ? { labelAside: field.unit } : {}
  return (
    <FormField control={control} name={name} label={label} description={description} {...aside}>
      {({ value, onValueChange, ...bound }) => {
        const text = { ...bound, value: String(value), onValueChange }
        switch (field.kind) {
          case 'choice':
            return <Select options={field.options} {...text} disabled={isReadOnly} />
          case 'lines':
            return <TextArea rows={5} mono readOnly={isReadOnly} spellCheck={false} {...text} />
          default:
            return (
              <Input
                inputMode={field.kind === 'number' ? 'numeric' : 'url'}
                autoComplete="off"
                readOnly={isReadOnly}
                {...text}
              />
            )
        }
      }}
    </FormField>
  )
}

function FlagControl({
  field: { name, label, description },
  control,
  isReadOnly,
}: {
  field: SettingField
  control: Control<SettingInputs>
  isReadOnly: boolean
}) {
  const { field } = useController({ control, name })
  return (
    <Checkbox
      label={label}
      description={description}
      checked={field.value === true}
      onCheckedChange={field.onChange}
      onBlur={field.onBlur}
      disabled={isReadOnly}
    />
  )
}
