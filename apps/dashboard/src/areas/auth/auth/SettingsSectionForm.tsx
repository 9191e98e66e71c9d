import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
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
import { SaveOrCancel } from '../../../ui/form/SaveOrCancel.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { changeAuthSettings } from './auth.queries.ts'
import { inputsOf, type SettingInputs, settingsForm } from './auth-settings-form.schema.ts'
import type { SettingField, SettingsSection } from './settings-pages.rules.ts'

/** One section of settings, saved by itself. */
export function SettingsSectionForm({
  projectRef,
  section: { title, fields },
  settings,
  refusal,
}: {
  projectRef: string
  section: SettingsSection
  settings: AuthSettings
  refusal: string | undefined
}) {
  const { mutateAsync } = useMutation(changeAuthSettings(projectRef))
  const resolver = useMemo(() => zodResolver(settingsForm(fields)), [fields])
  const saved = inputsOf(fields, settings)
  const form = useForm({ resolver, values: saved, resetOptions: { keepDirtyValues: true } })
  return (
    <Card title={title}>
      <Form
        form={form}
        aria-label={title}
        describeError={formFailure<SettingInputs>(fields.map(({ name }) => name))}
        onSubmit={async (values) => {
          form.reset(inputsOf(fields, await mutateAsync(values)))
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
