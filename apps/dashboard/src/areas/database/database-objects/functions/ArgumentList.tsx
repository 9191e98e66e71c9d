import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import { changedRow, movedRow, withoutRow } from '../form-rows.rules.ts'
import { TypeInput } from '../TypeInput.tsx'
import {
  type ArgumentMode,
  type FormArgument,
  type FunctionForm,
  newArgument,
} from './function-form.rules.ts'

const modes: readonly { value: ArgumentMode; label: string }[] = [
  { value: 'in', label: 'in' },
  { value: 'out', label: 'out' },
  { value: 'inout', label: 'inout' },
  { value: 'variadic', label: 'variadic' },
]

/** The arguments of a function, in order. */
export function ArgumentList({
  projectRef,
  form,
  change,
  errorAt,
}: {
  projectRef: string
  form: FunctionForm
  change: ChangeFormState<FunctionForm>['change']
  errorAt: (path: string) => string | undefined
}) {
  const set = (key: string, update: Partial<FormArgument>) =>
    change((now) => ({ ...now, arguments: changedRow(now.arguments, key, update) }))
  return (
    <section aria-label="Arguments" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Arguments</h3>
      {form.arguments.length === 0 && <p className="text-ink-muted text-sm">It takes no arguments.</p>}
      <ol className="flex flex-col gap-2">
        {form.arguments.map(({ key, mode, name, type, default: expression }, index) => {
          const what = `argument ${index + 1}`
          const at = (field: string) => errorAt(`arguments.${index}.${field}`)
          const problem = at('name') ?? at('type') ?? at('default') ?? at('mode')
          return (
            <li key={key} className="flex flex-col gap-1">
              <div className="grid grid-cols-[6.5rem_minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-1.5 max-sm:grid-cols-2">
                <Select
                  size="sm"
                  aria-label={`Mode of ${what}`}
                  options={modes}
                  value={mode}
                  onValueChange={(next) => set(key, { mode: next })}
                />
                <Input
                  size="sm"
                  aria-label={`Name of ${what}`}
                  aria-invalid={at('name') !== undefined || undefined}
                  placeholder="Name"
                  spellCheck={false}
                  autoComplete="off"
                  value={name}
                  onValueChange={(next) => set(key, { name: next })}
                />
                <TypeInput
                  projectRef={projectRef}
                  label={`Type of ${what}`}
                  value={type}
                  isWrong={at('type') !== undefined}
                  onValueChange={(next) => set(key, { type: next })}
                />
                <Input
                  size="sm"
                  aria-label={`Default of ${what}`}
                  aria-invalid={at('default') !== undefined || undefined}
                  placeholder="No default"
                  spellCheck={false}
                  autoComplete="off"
                  className="font-mono"
                  value={expression}
                  onValueChange={(next) => set(key, { default: next })}
                />
                <div className="flex gap-0.5 max-sm:col-span-2 max-sm:justify-end">
                  <IconButton
                    size="sm"
                    icon={ArrowUp}
                    label={`Move ${what} up`}
                    disabled={index === 0}
                    onClick={() =>
                      change((now) => ({ ...now, arguments: movedRow(now.arguments, index, -1) }))
                    }
                  />
                  <IconButton
                    size="sm"
                    icon={Trash2}
                    label={`Remove ${what}`}
                    onClick={() => change((now) => ({ ...now, arguments: withoutRow(now.arguments, key) }))}
                  />
                </div>
              </div>
              <FieldProblem message={problem} />
            </li>
          )
        })}
      </ol>
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() => change((now) => ({ ...now, arguments: [...now.arguments, newArgument()] }))}
        >
          Add argument
        </Button>
      </div>
    </section>
  )
}
