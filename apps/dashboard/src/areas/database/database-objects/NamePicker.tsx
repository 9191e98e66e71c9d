import { X } from 'lucide-react'
import { Combobox } from '../../../ui/controls/Combobox.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import type { Option } from '../../../ui/controls/option.ts'
import { Field } from '../../../ui/form/Field.tsx'

/** Options that the open list shows at most; the others are found by typing. */
const OPTIONS_SHOWN = 200

/** Several names, each chosen from a list. */
export function NamePicker({
  label,
  description,
  placeholder,
  options,
  chosen,
  error,
  onChange,
}: {
  label: string
  description: string
  placeholder: string
  /** What can be chosen. */
  options: readonly Option[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (chosen: string[]) => void
}) {
  return (
    <div className="flex flex-col gap-2">
      <Field label={label} description={description} {...(error !== undefined && { error })}>
        <Combobox
          placeholder={placeholder}
          options={options.filter(({ value }) => !chosen.includes(value))}
          shownMax={OPTIONS_SHOWN}
          value={null}
          onValueChange={(name) => name !== null && onChange([...chosen, name])}
        />
      </Field>
      {chosen.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {chosen.map((name) => (
            <li
              key={name}
              className="flex max-w-full items-center gap-1 rounded-sm border border-line-strong bg-surface-2 pl-1.5 text-xs"
            >
              <span className="truncate">{name}</span>
              <IconButton
                size="sm"
                className="size-5"
                icon={X}
                label={`Remove ${name}`}
                onClick={() => onChange(chosen.filter((each) => each !== name))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
