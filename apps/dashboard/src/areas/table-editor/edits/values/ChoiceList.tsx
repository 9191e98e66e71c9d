import type { KeyboardEvent, ReactNode } from 'react'
import { cx } from '../../../../lib/class-names.ts'

export interface ListedChoice {
  readonly key: string
  readonly content: ReactNode
  readonly isChosen?: boolean
}

/** Focuses the first choice of the list inside `container`; false when there is none. */
export function focusChoice(container: Element | null): boolean {
  const choice = container?.querySelector<HTMLElement>('[data-choice]')
  choice?.focus()
  return choice !== null && choice !== undefined
}

/** Values to choose from. Arrow keys move; above the first one `onLeave` is called. */
export function ChoiceList({
  label,
  choices,
  onChoose,
  onLeave,
}: {
  label: string
  choices: readonly ListedChoice[]
  onChoose: (key: string) => void
  onLeave?: (() => void) | undefined
}) {
  const walk = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    event.stopPropagation()
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-choice]')]
    const at = all.indexOf(event.target as HTMLElement) + step
    if (at < 0) onLeave?.()
    else all[at]?.focus()
  }
  return (
    <ul aria-label={label} onKeyDown={walk} className="max-h-52 overflow-y-auto overscroll-contain p-1">
      {choices.map(({ key, content, isChosen = false }) => (
        <li key={key}>
          <button
            type="button"
            data-choice
            aria-pressed={isChosen}
            onClick={() => onChoose(key)}
            className={cx(
              'flex min-h-7 w-full min-w-0 items-center gap-3 rounded-sm px-2 py-1 text-left font-mono text-xs outline-offset-[-2px] hover:bg-surface-3 any-pointer-coarse:min-h-9',
              isChosen && 'bg-brand-subtle text-brand-ink',
            )}
          >
            {content}
          </button>
        </li>
      ))}
    </ul>
  )
}
