import { statementAt } from '@basalt/sql/statement-at.ts'
import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { EditorLoadFailure, type EditorLoading } from './EditorLoadFailure.tsx'
import type { EarlyText, EditorCommand } from './early-text.ts'
import type { SqlEditorProps } from './SqlEditor.tsx'

interface Props extends Omit<SqlEditorProps, 'early'> {
  early: RefObject<EarlyText | undefined>
  loading: EditorLoading
}

/**
 * A plain field until the editor is loaded, which takes over text, selection and focus. SQL can be run from it; what
 * only the editor can do is done once it is there.
 */
export function EarlyEditor({ ref, early, initialText, takesFocus, isReadOnly, loading, ...props }: Props) {
  const { replacement, onTextChange, onStatusChange, onRun, onRunStatement, onAssist } = props
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const wanted = useRef<EditorCommand>(undefined)
  const shown = useRef(replacement)
  // Its clean-up runs in the commit that shows the editor, while the field still has its focus.
  useLayoutEffect(() => {
    const { current } = field
    const place = host.current
    return () => {
      if (!current) return
      const { value, selectionStart, selectionEnd } = current
      early.current = {
        text: value,
        anchor: selectionStart,
        head: selectionEnd,
        // The button that asks for the editor once more goes with the field.
        hasFocus: place?.contains(document.activeElement) ?? false,
        shown: shown.current,
        wanted: wanted.current,
      }
    }
  }, [early])

  const tellStatus = () => {
    const { value } = field.current!
    onStatusChange({ isBlank: value.trim() === '', hasSelection: selectedIn(field.current!) !== undefined })
  }
  const replace = useEffectEvent((text: string) => {
    field.current!.value = text
    tellStatus()
  })
  // Before the next key: what is typed then would belong to a text that is no more.
  useLayoutEffect(() => {
    if (replacement === undefined || replacement === shown.current) return
    shown.current = replacement
    replace(replacement.text)
  }, [replacement])
  const write = (text: string) => {
    const { current } = field
    current!.value = text
    current!.setSelectionRange(text.length, text.length)
    current!.focus()
    onTextChange(() => text)
    tellStatus()
  }
  useImperativeHandle(ref, () => ({
    textToRun: () => selectedIn(field.current!) ?? { sql: field.current!.value, from: 0 },
    statementAtCursor() {
      const statement = statementAt(field.current!.value, field.current!.selectionEnd)
      return statement && { sql: statement.text, from: statement.start }
    },
    focus: () => field.current!.focus(),
    replaceText: write,
    text: () => field.current!.value,
    append(text) {
      const before = field.current!.value.trimEnd()
      write(before === '' ? text : `${before}\n\n${text}`)
    },
    assist() {
      wanted.current = 'assist'
    },
    async format() {
      wanted.current = 'format'
    },
  }))

  const press = (event: KeyboardEvent) => {
    const { key, metaKey, ctrlKey, altKey, shiftKey } = event
    const isCommand = metaKey || ctrlKey
    if (isCommand && key === 'Enter') (shiftKey ? onRunStatement : onRun)()
    else if (shiftKey && altKey && key.toLowerCase() === 'f') wanted.current = 'format'
    else if (isCommand && key === 'k' && onAssist) wanted.current = 'assist'
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={host} className="flex h-full flex-col">
      {loading.attempts > 0 && <EditorLoadFailure {...loading} />}
      <textarea
        ref={field}
        aria-label="SQL"
        aria-busy={loading.isLoading}
        data-runs-itself
        defaultValue={initialText}
        readOnly={isReadOnly}
        // biome-ignore lint/a11y/noAutofocus: the editor that it stands for takes the focus too
        autoFocus={takesFocus}
        onInput={({ currentTarget: { value } }) => {
          onTextChange(() => value)
          tellStatus()
        }}
        onSelect={tellStatus}
        onKeyDown={press}
        spellCheck={false}
        autoCapitalize="none"
        className="block min-h-0 w-full flex-1 resize-none whitespace-pre-wrap bg-field py-2 pr-3 pl-14 font-mono text-[13px] text-ink leading-5 outline-none"
      />
    </div>
  )
}

/** Undefined when the selection holds nothing but space. */
function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  const sql = value.slice(selectionStart, selectionEnd)
  return sql.trim() === '' ? undefined : { sql, from: selectionStart }
}
