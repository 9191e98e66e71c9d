import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { type ArrayItem, parseArray, printArray } from './array-text.rules.ts'

/** More items are edited as text only. */
const LISTED_MAX = 200

/** The items of an array, one by one. Arrays of several dimensions are edited as text. */
export function ArrayTools({
  name,
  text,
  labels,
  onText,
}: {
  name: string
  text: string | null
  /** The values of an enum. */
  labels: readonly string[] | null
  onText: (text: string) => void
}) {
  const listId = useId()
  const list = useRef<HTMLOListElement>(null)
  const items = text === null || text.trim() === '' ? [] : parseArray(text)
  if (!items) return <p className="px-1 text-ink-muted text-xs">This array is edited as text only.</p>
  if (items.length > LISTED_MAX)
    return (
      <p className="px-1 text-ink-muted text-xs">
        {items.length.toLocaleString('en')} items, which are edited as text only.
      </p>
    )
  const change = (next: readonly ArrayItem[]) => onText(printArray(next))
  const swap = (from: number, to: number) => {
    const next = [...items]
    ;[next[from], next[to]] = [next[to]!, next[from]!]
    change(next)
  }
  const add = () => {
    change([...items, ''])
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  return (
    <div className="flex w-full min-w-0 flex-col gap-1">
      {labels && (
        <datalist id={listId}>
          {labels.map((label) => (
            <option key={label} value={label} />
          ))}
        </datalist>
      )}
      <ol ref={list} aria-label={`Items of ${name}`} className="flex max-h-52 flex-col gap-1 overflow-y-auto">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other identity
          <li key={index} className="flex min-w-0 items-center gap-1">
            <input
              aria-label={`Item ${index + 1}`}
              value={item ?? ''}
              placeholder={item === null ? 'NULL' : 'empty'}
              list={labels ? listId : undefined}
              spellCheck={false}
              onChange={({ target }) => change(items.with(index, target.value))}
              className="h-7 min-w-0 flex-1 rounded-md border border-line-strong bg-field px-2 font-mono text-xs placeholder:text-ink-faint any-pointer-coarse:h-9 any-pointer-coarse:text-lg"
            />
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Set item ${index + 1} to NULL`}
              disabled={item === null}
              onClick={() => change(items.with(index, null))}
            >
              NULL
            </Button>
            <IconButton
              size="sm"
              icon={ArrowUp}
              label={`Move item ${index + 1} up`}
              disabled={index === 0}
              onClick={() => swap(index, index - 1)}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={`Move item ${index + 1} down`}
              disabled={index === items.length - 1}
              onClick={() => swap(index, index + 1)}
            />
            <IconButton
              size="sm"
              icon={X}
              label={`Remove item ${index + 1}`}
              onClick={() => change(items.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <span>
        <Button size="sm" variant="ghost" icon={Plus} onClick={add}>
          Add item
        </Button>
      </span>
    </div>
  )
}
