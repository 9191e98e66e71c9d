import { Plus, X } from 'lucide-react'
import { type Control, useFieldArray, useFormState } from 'react-hook-form'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { Input } from '../controls/Input.tsx'
import { PasswordInput } from '../controls/PasswordInput.tsx'
import { FormField } from './FormField.tsx'

type WithHeaders = { headers: { name: string; value: string }[] }

/** HTTP headers of a form. Their values are secret: those that are stored are not shown, and kept when left empty. */
export function HeaderFields<Fields extends WithHeaders, Values>({
  control,
  knownNames,
  example,
  max,
}: {
  control: Control<Fields, unknown, Values>
  /** Names of headers that are stored. */
  knownNames: readonly string[]
  /** A name that one is likely to need. */
  example: string
  max: number
}) {
  // Whatever else the form has.
  const own = control as unknown as Control<WithHeaders>
  const { fields, append, remove } = useFieldArray({ control: own, name: 'headers' })
  const { errors } = useFormState({ control: own })
  const problem = errors.headers?.root?.message ?? errors.headers?.message
  const known = new Set(knownNames.map((name) => name.toLowerCase()))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium text-sm">Headers</legend>
      <p className="text-ink-muted text-xs">
        {`Such as ${example}. Values are stored encrypted and not shown again.`}
      </p>
      {fields.map((header, index) => (
        <div key={header.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_2rem] items-start gap-2">
          <FormField control={own} name={`headers.${index}.name`} label={`Name of header ${index + 1}`}>
            {(field) => <Input autoComplete="off" spellCheck={false} placeholder={example} {...field} />}
          </FormField>
          <FormField control={own} name={`headers.${index}.value`} label={`Value of header ${index + 1}`}>
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
      {problem !== undefined && (
        <p role="alert" className="text-critical-ink text-xs">
          {problem}
        </p>
      )}
      <div>
        <Button
          size="sm"
          icon={Plus}
          reason={fields.length >= max ? `At most ${max} headers` : undefined}
          onClick={() => append({ name: '', value: '' })}
        >
          Add header
        </Button>
      </div>
    </fieldset>
  )
}
