import { ArrowLeft, Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { inputTextClass } from '../../ui/controls/input-class.ts'
import { CommandLine } from './CommandLine.tsx'
import { type Command, commandGroups } from './commands.rules.ts'

/** A text field and the commands that match it. The focus stays in the field; the arrow keys move the selection. */
export function CommandPalette<PageId extends string>({
  title = 'Commands',
  placeholder,
  commands,
  recent = [],
  message,
  onText,
  onChoose,
  onBack,
}: {
  title?: string
  placeholder: string
  commands: readonly Command<PageId>[]
  recent?: readonly string[]
  message?: string | undefined
  onText?: (text: string) => void
  onChoose: (command: Command<PageId>) => void
  onBack?: () => void
}) {
  const id = useId()
  const [text, setText] = useState('')
  const [marked, setMarked] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const groups = commandGroups(commands, text, recent)
  const lines = groups.flatMap((group) => group.commands)
  const index = Math.min(marked, lines.length - 1)
  const lineId = (command: Command<PageId>) => `${id}-${lines.indexOf(command)}`

  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${index}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, index])

  const type = (next: string) => {
    setText(next)
    setMarked(0)
    onText?.(next)
  }
  const press = (event: KeyboardEvent) => {
    const move = moves[event.key]
    if (move && lines.length > 0) {
      event.preventDefault()
      setMarked(move(index, lines.length))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const command = lines[index]
      if (command) onChoose(command)
    } else if (event.key === 'Backspace' && text === '' && onBack) {
      event.preventDefault()
      onBack()
    }
  }
  const nothing = message ?? 'No commands found'
  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-2 border-line border-b px-3">
        {onBack ? (
          <IconButton label="Back" icon={ArrowLeft} size="sm" onClick={onBack} />
        ) : (
          <Search className="size-4 text-ink-faint" aria-hidden />
        )}
        <input
          // biome-ignore lint/a11y/noAutofocus: the menu is opened to type
          autoFocus
          role="combobox"
          aria-label={placeholder}
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={lines.length > 0 ? `${id}-${index}` : undefined}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
          className={cx('h-full w-full min-w-0 bg-transparent outline-none', inputTextClass)}
        />
      </div>
      <p role="status" className={cx('px-4 text-ink-muted text-sm', lines.length === 0 && 'py-4')}>
        {lines.length === 0 && nothing}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={title}
        className={cx('min-h-0 flex-1 overflow-y-auto overscroll-contain', lines.length > 0 && 'p-1.5')}
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form controls
          <div key={group.title} role="group" aria-label={group.title}>
            <p aria-hidden="true" className="px-2 pt-2 pb-1 text-ink-faint text-xs">
              {group.title}
            </p>
            {group.commands.map((command) => (
              <CommandLine
                key={command.id}
                id={lineId(command)}
                command={command}
                isMarked={lines[index] === command}
                onMark={() => setMarked(lines.indexOf(command))}
                onChoose={() => onChoose(command)}
              />
            ))}
          </div>
        ))}
      </div>
    </>
  )
}

const moves: Record<string, (index: number, count: number) => number> = {
  ArrowDown: (index, count) => (index + 1) % count,
  ArrowUp: (index, count) => (index - 1 + count) % count,
  PageDown: (index, count) => Math.min(index + 8, count - 1),
  PageUp: (index) => Math.max(index - 8, 0),
}
