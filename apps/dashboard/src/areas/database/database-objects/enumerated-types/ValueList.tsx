import { GripVertical, Plus, Trash2 } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { chunk } from '../../../../lib/chunk.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { VirtualSection } from '../../../../ui/VirtualSection.tsx'
import type { ChangeFormState } from '../../../table-editor/tables/change-form.port.ts'
import { FieldProblem } from '../FieldProblem.tsx'
import {
  type EnumeratedTypeForm,
  type FormValue,
  moveValue,
  newValue,
  pasteLines,
} from './enumerated-type-form.rules.ts'

/** The type of what is dragged; its data is the position of a value. */
const DRAG_TYPE = 'application/x-basalt-value'

/** Values that are rendered together when they are near the viewport. */
const PART_SIZE = 50

type State = ChangeFormState<EnumeratedTypeForm>

/** The values of an enumerated type, in order. */
export function ValueList({ state }: { state: State }) {
  const { form, change, errors } = state
  const list = useRef<HTMLElement>(null)
  const add = () => {
    change((now) => ({ ...now, values: [...now.values, newValue()] }))
    requestAnimationFrame(() => {
      const inputs = list.current?.querySelectorAll('input')
      inputs?.[inputs.length - 1]?.focus()
    })
  }
  return (
    <section ref={list} aria-label="Values" className="flex flex-col gap-2">
      <div>
        <h3 className="font-medium text-sm">Values</h3>
        <p className="text-ink-muted text-xs">They sort in this order. Paste lines to add several at once.</p>
      </div>
      {chunk(form.values, PART_SIZE).map(({ start, items }) => (
        <VirtualSection key={start}>
          <ul aria-label="Values" className="flex flex-col gap-1.5">
            {items.map((value, index) => (
              <ValueRow key={value.key} state={state} value={value} index={start + index} onEnter={add} />
            ))}
          </ul>
        </VirtualSection>
      ))}
      <FieldProblem message={errors.get('values')} />
      <div>
        <Button size="sm" icon={Plus} onClick={add}>
          Add value
        </Button>
      </div>
    </section>
  )
}

function ValueRow({
  state: { change, errors },
  value: { key, was, value },
  index,
  onEnter,
}: {
  state: State
  value: FormValue
  index: number
  onEnter: () => void
}) {
  const [isTarget, setTarget] = useState(false)
  const what = `value ${index + 1}`
  const error = errors.get(`values.${index}`)
  const isNew = was === null
  const dragged = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(DRAG_TYPE)
  const onHandleKey = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    change((now) => moveValue(now, index, index + step))
  }
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text')
    if (value !== '' || !/\n/.test(text.trim())) return
    event.preventDefault()
    change((now) => pasteLines(now, index, text))
  }
  return (
    <li
      className={cx('flex flex-col gap-1 rounded-md', isTarget && 'bg-brand-subtle')}
      onDragOver={(event) => {
        if (!dragged(event)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={(event) => {
        setTarget(false)
        if (!dragged(event)) return
        event.preventDefault()
        const from = Number(event.dataTransfer.getData(DRAG_TYPE))
        change((now) => moveValue(now, from, index))
      }}
    >
      <div className="grid grid-cols-[1.5rem_minmax(0,1fr)_1.5rem] items-center gap-1.5">
        {isNew ? (
          <IconButton
            size="sm"
            className="size-6 cursor-grab"
            icon={GripVertical}
            label={`Move ${what}; use the up and down arrow keys`}
            draggable
            onDragStart={(event) => {
              event.dataTransfer.setData(DRAG_TYPE, String(index))
              event.dataTransfer.effectAllowed = 'move'
            }}
            onKeyDown={onHandleKey}
          />
        ) : (
          <span className="text-center text-2xs text-ink-muted tabular-nums">{index + 1}</span>
        )}
        <Input
          size="sm"
          aria-label={`Value ${index + 1}`}
          aria-invalid={error !== undefined || undefined}
          spellCheck={false}
          autoComplete="off"
          value={value}
          onPaste={onPaste}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            onEnter()
          }}
          onValueChange={(next) =>
            change((now) => ({
              ...now,
              values: now.values.map((each) => (each.key === key ? { ...each, value: next } : each)),
            }))
          }
        />
        {isNew && (
          <IconButton
            size="sm"
            className="size-6"
            icon={Trash2}
            label={`Remove ${what}`}
            onClick={() =>
              change((now) => ({ ...now, values: now.values.filter((each) => each.key !== key) }))
            }
          />
        )}
      </div>
      {error !== undefined && (
        <p role="alert" className="pl-8 text-critical-ink text-xs">
          {error}
        </p>
      )}
    </li>
  )
}
