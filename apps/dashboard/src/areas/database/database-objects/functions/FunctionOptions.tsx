import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import { Select } from '../../../../ui/controls/Select.tsx'
import { Field } from '../../../../ui/form/Field.tsx'
import { Disclosure } from '../../../../ui/layout/Disclosure.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import { changedRow, withoutRow } from '../form-rows.rules.ts'
import { errorOf } from '../object-form.ts'
import { type FormSetting, type FunctionForm, newSetting, returnsSet } from './function-form.rules.ts'

interface Props {
  form: FunctionForm
  change: ChangeFormState<FunctionForm>['change']
  errorAt: (path: string) => string | undefined
}

/** What most functions keep at its default. */
export function FunctionOptions({ form, change, errorAt }: Props) {
  const set = (update: Partial<FunctionForm>) => change((now) => ({ ...now, ...update }))
  const error = (path: string) => errorOf(errorAt(path))
  const isFunction = form.kind === 'function'
  const isWrong = ['cost', 'rows', 'leakproof', 'parallel', 'strict'].some(
    (path) => errorAt(path) !== undefined,
  )
  return (
    <>
      <Field label="Runs with the rights of" {...error('security')}>
        <RadioGroup
          layout="inline"
          aria-label="Runs with the rights of"
          options={[
            { value: 'invoker', label: 'Its caller' },
            { value: 'definer', label: 'Its owner' },
          ]}
          value={form.security}
          onValueChange={(security) => set({ security })}
        />
        {form.security === 'definer' && !form.settings.some(({ name }) => name === 'search_path') && (
          <p className="flex flex-wrap items-center gap-x-2 text-warning-ink text-xs">
            Without a search path of its own, callers decide which objects its names mean.
            <Button
              size="sm"
              onClick={() =>
                change((now) => ({ ...now, settings: [...now.settings, newSetting('search_path', '""')] }))
              }
            >
              Set an empty search path
            </Button>
          </p>
        )}
      </Field>
      <SettingList form={form} change={change} errorAt={errorAt} />
      {isFunction && (
        <Disclosure summary="For the planner" isWrong={isWrong}>
          <div className="grid grid-cols-2 gap-4 max-sm:grid-cols-1">
            <Field label="Volatility" {...error('volatility')}>
              <Select
                options={[
                  { value: 'volatile', label: 'Volatile', description: 'Can change data' },
                  { value: 'stable', label: 'Stable', description: 'The same within a statement' },
                  { value: 'immutable', label: 'Immutable', description: 'Always the same' },
                ]}
                value={form.volatility}
                onValueChange={(volatility) => set({ volatility })}
              />
            </Field>
            <Field label="In parallel queries" {...error('parallel')}>
              <Select
                options={[
                  { value: 'unsafe', label: 'Unsafe', description: 'Its queries are not parallel' },
                  { value: 'restricted', label: 'Restricted', description: 'In the leader only' },
                  { value: 'safe', label: 'Safe', description: 'In every worker' },
                ]}
                value={form.parallel}
                onValueChange={(parallel) => set({ parallel })}
              />
            </Field>
            <Field label="Cost" description="Of one call; 100 if empty." {...error('cost')}>
              <Input
                type="number"
                min="0"
                step="any"
                value={form.cost}
                onValueChange={(cost) => set({ cost })}
              />
            </Field>
            {returnsSet(form) && (
              <Field label="Rows" description="Expected of one call; 1,000 if empty." {...error('rows')}>
                <Input
                  type="number"
                  min="0"
                  step="any"
                  value={form.rows}
                  onValueChange={(rows) => set({ rows })}
                />
              </Field>
            )}
            <Checkbox
              label="Strict"
              description="Returns NULL for a NULL argument without being called."
              checked={form.strict}
              onCheckedChange={(strict) => set({ strict })}
            />
            {form.leakproof && (
              <p className="text-ink-muted text-sm">
                It is leakproof, which only superusers can declare.{' '}
                {errorAt('leakproof') !== undefined && errorAt('leakproof')}
              </p>
            )}
          </div>
        </Disclosure>
      )}
    </>
  )
}

/** Settings of the server that are in effect while the function runs. */
function SettingList({ form, change, errorAt }: Props) {
  const set = (key: string, update: Partial<FormSetting>) =>
    change((now) => ({ ...now, settings: changedRow(now.settings, key, update) }))
  return (
    <section aria-label="Settings while it runs" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Settings while it runs</h3>
      <ul className="flex flex-col gap-2 empty:hidden">
        {form.settings.map(({ key, name, value }, index) => {
          const what = `setting ${index + 1}`
          const problem = errorAt(`settings.${index}.name`) ?? errorAt(`settings.${index}.value`)
          return (
            <li key={key} className="flex flex-col gap-1">
              <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-1.5">
                <Input
                  size="sm"
                  aria-label={`Name of ${what}`}
                  aria-invalid={problem !== undefined || undefined}
                  placeholder="search_path"
                  spellCheck={false}
                  autoComplete="off"
                  className="font-mono"
                  value={name}
                  onValueChange={(next) => set(key, { name: next })}
                />
                <Input
                  size="sm"
                  aria-label={`Value of ${what}`}
                  placeholder="Value"
                  spellCheck={false}
                  autoComplete="off"
                  className="font-mono"
                  value={value}
                  onValueChange={(next) => set(key, { value: next })}
                />
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={`Remove ${what}`}
                  onClick={() => change((now) => ({ ...now, settings: withoutRow(now.settings, key) }))}
                />
              </div>
              <FieldProblem message={problem} />
            </li>
          )
        })}
      </ul>
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() => change((now) => ({ ...now, settings: [...now.settings, newSetting()] }))}
        >
          Add setting
        </Button>
      </div>
    </section>
  )
}
