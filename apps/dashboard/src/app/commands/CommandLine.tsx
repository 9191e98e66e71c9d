import { ChevronRight } from 'lucide-react'
import { cx } from '../../lib/class-names.ts'
import { KeyboardKey } from '../../ui/text/KeyboardKey.tsx'
import type { Command } from './commands.rules.ts'

/** One command of the list. */
export function CommandLine({
  id,
  command,
  isMarked,
  onMark,
  onChoose,
}: {
  id: string
  command: Command
  isMarked: boolean
  onMark: () => void
  onChoose: () => void
}) {
  const { icon: LineIcon, label, hint, shortcut } = command
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: aria-activedescendant of the field above
    <div
      id={id}
      role="option"
      aria-selected={isMarked}
      onPointerMove={onMark}
      onClick={onChoose}
      className={cx(
        'flex h-9 cursor-default select-none items-center gap-2.5 rounded-sm px-2 text-sm',
        isMarked && 'bg-surface-3',
      )}
    >
      {LineIcon && <LineIcon className="size-4 text-ink-muted" aria-hidden />}
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {hint && <span className="shrink-0 text-ink-muted text-xs">{hint}</span>}
      {shortcut && <KeyboardKey keys={shortcut} />}
      {'page' in command && <ChevronRight className="size-3.5 text-ink-faint" aria-hidden />}
    </div>
  )
}
