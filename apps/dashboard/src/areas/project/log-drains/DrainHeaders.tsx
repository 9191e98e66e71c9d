import { WEBHOOK_HEADERS_MAX } from '@basalt/contract/table-webhooks/table-webhooks.rules.ts'
import { Plus, X } from 'lucide-react'
import { type Control, useFieldArray } from 'react-hook-form'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { PasswordInput } from '../../../ui/controls/PasswordInput.tsx'
import { FormField } from '../../../ui/form/FormField.tsx'
import type { DrainInput, DrainValues } from './drain-form.schema.ts'

/** Headers of a drain. Values that are stored are not shown, and kept when left empty. */
export function DrainHeaders({
  control,
  knownNames,
}: {
  control: Control<DrainInput, unknown, DrainValues>
  knownNames: readonly string[]
}) {
  const { fields, append, remove } = useFieldArray({ control, name: 'headers' })
  const known = new Set(knownNames.map((name) => name.toLowerCase()))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Headers</legend>
      <p className="text-ink-muted text-xs">
        Such as Authorization. Values are stored encrypted and not shown again.
      </p>
      {fields.map((header, index) => (
        <div key={header.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-start gap-2">
          <FormField control={control} name={`headers.${index}.name`} label={`Name of header ${index + 1}`}>
            {(field) => (
              <Input autoComplete="off" spellCheck={false} placeholder="Authorization" {...field} />
            )}
          </FormField>
          <FormField control={control} name={`headers.${index}.value`} label={`Value of header ${index + 1}`}>
            {(field) => (
              <PasswordInput
                what={`value of header ${index + 1}`}
                autoComplete="off"
                placeholder={known.has(header.name.toLowerCase()) ? 'Unchanged' : ''}
                {...field}
              />
            )}
          </FormField>
          <IconButton
            className="mt-6.5"
            icon={X}
            label={`Remove header ${index + 1}`}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          reason={fields.length >= WEBHOOK_HEADERS_MAX ? `At most ${WEBHOOK_HEADERS_MAX} headers` : undefined}
          onClick={() => append({ name: '', value: '' })}
        >
          Add header
        </Button>
      </div>
    </fieldset>
  )
}
