import { type ReactNode, useId } from 'react'
import { Button } from '../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { putFirst, type SchemaOption, withChoice } from './schema-choice.rules.ts'

/** Checkboxes for schemas, in order; the first selected one has a special meaning. */
export function SchemaChoice({
  label,
  description,
  options,
  value,
  onValueChange,
  error,
  firstLabel,
  disabled,
}: {
  label: string
  description: ReactNode
  options: readonly SchemaOption[]
  value: readonly string[]
  onValueChange: (chosen: string[]) => void
  error: string | undefined
  /** The badge of the first selected schema. */
  firstLabel: string
  disabled: boolean
}) {
  const id = useId()
  return (
    <fieldset aria-describedby={id} className="min-w-0">
      <legend className="font-medium text-sm">{label}</legend>
      <div id={id}>
        <p className="mt-0.5 text-ink-muted text-xs">{description}</p>
        {error && (
          <p role="alert" className="mt-1 text-critical-ink text-xs">
            {error}
          </p>
        )}
      </div>
      <ul className="mt-2 max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line">
        {options.map(({ name, isGone }) => {
          const isChosen = value.includes(name)
          const isFirst = value[0] === name
          return (
            <li key={name} className="flex min-h-9 items-center gap-2 px-3">
              <div className="min-w-0 flex-1 py-1.5">
                <Checkbox
                  label={<span className="wrap-anywhere">{name}</span>}
                  {...(isGone && { description: 'This schema no longer exists' })}
                  checked={isChosen}
                  disabled={disabled}
                  onCheckedChange={(checked) => onValueChange(withChoice(value, name, checked))}
                />
              </div>
              {isFirst && <Badge tone="brand">{firstLabel}</Badge>}
              {isChosen && !isFirst && !disabled && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={`Put first: ${name}`}
                  onClick={() => onValueChange(putFirst(value, name))}
                >
                  Put first
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}
