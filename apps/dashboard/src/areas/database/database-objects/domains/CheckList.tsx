import type { Domain } from '@basalt/contract/database-objects/domains/domains.schema.ts'
import { Plus, Trash2 } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import { changedRow, withoutRow } from '../form-rows.rules.ts'
import { canStayUnchecked, type DomainForm, type FormCheck, newCheck } from './domain-form.rules.ts'

/** What values of a domain must satisfy. */
export function CheckList({
  state: { form, change, errors },
  found,
}: {
  state: ChangeFormState<DomainForm>
  /** The domain that is edited; undefined for a new one. */
  found: Domain | undefined
}) {
  const { checks } = form
  const setAll = (next: FormCheck[]) => change((now) => ({ ...now, checks: next }))
  return (
    <section aria-label="Checks" className="flex flex-col gap-2">
      <div>
        <h3 className="font-medium text-sm">Checks</h3>
        <p className="text-ink-muted text-xs">
          Expressions that are true for each value, such as value &gt; 0.
        </p>
      </div>
      <ol className="flex flex-col gap-3 empty:hidden">
        {checks.map(({ key, name, expression, valid }, index) => {
          const what = `check ${index + 1}`
          const at = (field: string) => errors.get(`checks.${index}.${field}`)
          const set = (part: Partial<FormCheck>) => setAll(changedRow(checks, key, part))
          return (
            <li key={key} className="flex flex-col gap-1.5">
              <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)_auto] items-center gap-1.5 max-sm:grid-cols-[minmax(0,1fr)_auto]">
                <Input
                  size="sm"
                  aria-label={`Name of ${what}`}
                  aria-invalid={at('name') !== undefined || undefined}
                  placeholder="Name it automatically"
                  spellCheck={false}
                  autoComplete="off"
                  value={name}
                  onValueChange={(next) => set({ name: next })}
                />
                <Input
                  size="sm"
                  aria-label={`Expression of ${what}`}
                  aria-invalid={at('expression') !== undefined || undefined}
                  placeholder="value > 0"
                  spellCheck={false}
                  autoComplete="off"
                  className="font-mono max-sm:order-last max-sm:col-span-2"
                  value={expression}
                  onValueChange={(next) => set({ expression: next })}
                />
                <IconButton
                  size="sm"
                  icon={Trash2}
                  label={`Remove ${what}`}
                  onClick={() => setAll(withoutRow(checks, key))}
                />
              </div>
              {canStayUnchecked(form.checks[index]!, found?.draft) && (
                <Checkbox
                  label="Check the values that exist"
                  description="Otherwise only new values are checked."
                  checked={valid}
                  onCheckedChange={(isOn) => set({ valid: isOn })}
                />
              )}
              <FieldProblem message={at('name') ?? at('expression') ?? at('valid')} />
            </li>
          )
        })}
      </ol>
      <FieldProblem message={errors.get('checks')} />
      <div>
        <Button size="sm" icon={Plus} onClick={() => setAll([...checks, newCheck()])}>
          Add check
        </Button>
      </div>
    </section>
  )
}
