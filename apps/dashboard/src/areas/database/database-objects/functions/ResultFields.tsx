import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import { changedRow, withoutRow } from '../form-rows.rules.ts'
import { TypeInput } from '../TypeInput.tsx'
import { type FormColumn, type FunctionForm, newColumn, type ResultChoice } from './function-form.rules.ts'

const choices: readonly { value: ResultChoice; label: string }[] = [
  { value: 'value', label: 'One value' },
  { value: 'set', label: 'A set of values or rows' },
  { value: 'table', label: 'A table of these columns' },
  { value: 'outputs', label: 'Its output arguments' },
]

/** Types that only functions return. */
const RESULT_TYPES = ['event_trigger', 'record', 'trigger', 'void']

/** What a function returns. */
export function ResultFields({
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
  const problem = errorAt('returns') ?? errorAt('returns.type')
  const set = (key: string, update: Partial<FormColumn>) =>
    change((now) => ({ ...now, columns: changedRow(now.columns, key, update) }))
  const hasType = form.result === 'value' || form.result === 'set'
  return (
    <section aria-label="Returns" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Returns</h3>
      <div className="grid grid-cols-2 gap-1.5 max-sm:grid-cols-1">
        <Select
          size="sm"
          aria-label="What it returns"
          options={choices}
          value={form.result}
          onValueChange={(result) => change((now) => ({ ...now, result }))}
        />
        {hasType && (
          <TypeInput
            projectRef={projectRef}
            label="Type that it returns"
            others={RESULT_TYPES}
            value={form.resultType}
            isWrong={problem !== undefined}
            onValueChange={(resultType) => change((now) => ({ ...now, resultType }))}
          />
        )}
      </div>
      {form.result === 'table' && (
        <>
          <ul className="flex flex-col gap-2">
            {form.columns.map(({ key, name, type }, index) => {
              const what = `column ${index + 1}`
              const ofName = errorAt(`returns.columns.${index}.name`)
              const ofType = errorAt(`returns.columns.${index}.type`)
              return (
                <li key={key} className="flex flex-col gap-1">
                  <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-1.5">
                    <Input
                      size="sm"
                      aria-label={`Name of ${what}`}
                      aria-invalid={ofName !== undefined || undefined}
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
                      isWrong={ofType !== undefined}
                      onValueChange={(next) => set(key, { type: next })}
                    />
                    <IconButton
                      size="sm"
                      icon={Trash2}
                      label={`Remove ${what}`}
                      onClick={() => change((now) => ({ ...now, columns: withoutRow(now.columns, key) }))}
                    />
                  </div>
                  <FieldProblem message={ofName ?? ofType} />
                </li>
              )
            })}
          </ul>
          <div>
            <Button
              size="sm"
              icon={Plus}
              onClick={() => change((now) => ({ ...now, columns: [...now.columns, newColumn()] }))}
            >
              Add column
            </Button>
          </div>
        </>
      )}
      <FieldProblem message={problem} />
    </section>
  )
}
