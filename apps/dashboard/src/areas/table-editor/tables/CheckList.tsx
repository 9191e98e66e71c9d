import { Plus, X } from 'lucide-react'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import type { TableFormState } from './use-table-form.ts'

/** The check constraints of a table. */
export function CheckList({ state: { form, change, errors } }: { state: TableFormState }) {
  return (
    <section aria-label="Checks" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Checks</h3>
      {form.checks.length > 0 && (
        <ul className="flex flex-col gap-1.5">
          {form.checks.map(({ key, expression }, index) => {
            const error = errors.get(`checks.${index}`)
            return (
              <li key={key} className="flex flex-col gap-1">
                <div className="flex items-center gap-1.5">
                  <Input
                    size="sm"
                    aria-label={`Check ${index + 1}`}
                    aria-invalid={error !== undefined || undefined}
                    placeholder="price > 0"
                    spellCheck={false}
                    autoComplete="off"
                    className="flex-1 [&_input]:font-mono"
                    value={expression}
                    onValueChange={(next) =>
                      change((now) => ({
                        ...now,
                        checks: now.checks.map((check) =>
                          check.key === key ? { ...check, expression: next } : check,
                        ),
                      }))
                    }
                  />
                  <IconButton
                    size="sm"
                    icon={X}
                    label={`Remove check ${index + 1}`}
                    onClick={() =>
                      change((now) => ({ ...now, checks: now.checks.filter((check) => check.key !== key) }))
                    }
                  />
                </div>
                {error && (
                  <p role="alert" className="text-critical-ink text-xs">
                    {error}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() =>
            change((now) => ({
              ...now,
              checks: [...now.checks, { key: newId(), was: null, expression: '' }],
            }))
          }
        >
          Add check
        </Button>
      </div>
    </section>
  )
}
