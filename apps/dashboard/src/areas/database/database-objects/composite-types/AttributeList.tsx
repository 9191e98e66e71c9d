import { ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import { changedRow, movedRow, withoutRow } from '../form-rows.rules.ts'
import { TypeInput } from '../TypeInput.tsx'
import {
  type CompositeTypeForm,
  canMoveUp,
  type FormAttribute,
  newAttribute,
} from './composite-type-form.rules.ts'

/** The attributes of a composite type, in order. */
export function AttributeList({
  projectRef,
  state: { form, change, errors },
}: {
  projectRef: string
  state: ChangeFormState<CompositeTypeForm>
}) {
  const list = useRef<HTMLElement>(null)
  const { attributes } = form
  const setAll = (next: FormAttribute[]) => change((now) => ({ ...now, attributes: next }))
  const add = () => {
    setAll([...attributes, newAttribute()])
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }
  return (
    <section ref={list} aria-label="Attributes" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Attributes</h3>
      {attributes.length === 0 && <p className="text-ink-muted text-sm">It has no attributes.</p>}
      <ol className="flex flex-col gap-2 empty:hidden">
        {attributes.map(({ key, name, type, collation }, index) => {
          const what = `attribute ${index + 1}`
          const at = (field: string) => errors.get(`attributes.${index}.${field}`)
          const set = (part: Partial<FormAttribute>) => setAll(changedRow(attributes, key, part))
          return (
            <li key={key} className="flex flex-col gap-1">
              <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-1.5 max-sm:grid-cols-2">
                <Input
                  size="sm"
                  aria-label={`Name of ${what}`}
                  aria-invalid={at('name') !== undefined || undefined}
                  placeholder="Name"
                  spellCheck={false}
                  autoComplete="off"
                  value={name}
                  onValueChange={(next) => set({ name: next })}
                />
                <TypeInput
                  projectRef={projectRef}
                  label={`Type of ${what}`}
                  value={type}
                  isWrong={at('type') !== undefined}
                  onValueChange={(next) => set({ type: next })}
                />
                <Input
                  size="sm"
                  aria-label={`Collation of ${what}`}
                  aria-invalid={at('collation') !== undefined || undefined}
                  placeholder="Collation"
                  spellCheck={false}
                  autoComplete="off"
                  className="font-mono"
                  value={collation}
                  onValueChange={(next) => set({ collation: next })}
                />
                <div className="flex justify-end gap-0.5">
                  <IconButton
                    size="sm"
                    icon={ArrowUp}
                    label={`Move ${what} up`}
                    disabled={!canMoveUp(attributes, index)}
                    onClick={() => setAll(movedRow(attributes, index, -1))}
                  />
                  <IconButton
                    size="sm"
                    icon={Trash2}
                    label={`Remove ${what}`}
                    onClick={() => setAll(withoutRow(attributes, key))}
                  />
                </div>
              </div>
              <FieldProblem message={at('name') ?? at('type') ?? at('collation')} />
            </li>
          )
        })}
      </ol>
      <FieldProblem message={errors.get('attributes')} />
      <div>
        <Button size="sm" icon={Plus} onClick={add}>
          Add attribute
        </Button>
      </div>
    </section>
  )
}
