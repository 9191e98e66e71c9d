import { statementAt } from '@basalt/sql/statement-at.ts'
import { RotateCw } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import type { EditorCommand, FallbackState } from './fallback-state.ts'
import { returnFocus } from './return-focus.ts'
import type { SqlEditorProps } from './SqlEditor.tsx'

/** The progress of loading the editor's code. */
interface EditorLoading {
  /** How often loading has failed. */
  readonly attempts: number
  readonly isLoading: boolean
  readonly retry: () => void
}

interface Props extends Omit<SqlEditorProps, 'fallbackState'> {
  fallbackState: RefObject<FallbackState | undefined>
  loading: EditorLoading
}

/**
 * A plain field until the editor is loaded and takes over text, selection and focus. SQL can be run from it; commands
 * that only the editor supports run once it is loaded.
 */
export function FallbackEditor({
  ref,
  fallbackState,
  label = 'SQL',
  initialText,
  takesFocus,
  isReadOnly,
  loading,
  ...props
}: Props) {
  const { replacement, onTextChange, onStatusChange, onRun, onRunStatement, onAiEdit } = props
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const pendingCommand = useRef<EditorCommand>(undefined)
  const applied = useRef(replacement)
  // The cleanup runs in the commit that shows the editor or hides the field, while the field still has the focus.
  useLayoutEffect(() => {
    const { current } = field
    const container = host.current
    // Only set when the field is shown again after being hidden.
    if (fallbackState.current?.hasFocus) returnFocus(current!)
    return () => {
      if (!current) return
      const { value, selectionStart, selectionEnd } = current
      fallbackState.current = {
        text: value,
        anchor: selectionStart,
        head: selectionEnd,
        // The retry button disappears together with the field.
        hasFocus: container?.contains(document.activeElement) ?? false,
        applied: applied.current,
        pendingCommand: pendingCommand.current,
      }
    }
  }, [fallbackState])

  const reportStatus = () => {
    const { value } = field.current!
    onStatusChange({ isBlank: value.trim() === '', hasSelection: selectedIn(field.current!) !== undefined })
  }
  const replace = useEffectEvent((text: string) => {
    field.current!.value = text
    reportStatus()
  })
  // Before the next key, which would otherwise go into the replaced text.
  useLayoutEffect(() => {
    if (replacement === undefined || replacement === applied.current) return
    applied.current = replacement
    replace(replacement.text)
  }, [replacement])
  const write = (text: string) => {
    const { current } = field
    current!.value = text
    current!.setSelectionRange(text.length, text.length)
    current!.focus()
    onTextChange(() => text)
    reportStatus()
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
    editWithAi() {
      pendingCommand.current = 'aiEdit'
    },
    async format() {
      pendingCommand.current = 'format'
    },
  }))

  const press = (event: KeyboardEvent) => {
    const { key, metaKey, ctrlKey, altKey, shiftKey } = event
    const isCommand = metaKey || ctrlKey
    if (isCommand && key === 'Enter') (shiftKey ? onRunStatement : onRun)()
    else if (shiftKey && altKey && key.toLowerCase() === 'f') pendingCommand.current = 'format'
    else if (isCommand && key === 'k' && onAiEdit) pendingCommand.current = 'aiEdit'
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div ref={host} className="flex h-full flex-col">
      {loading.attempts > 0 && <EditorLoadFailure {...loading} />}
      <textarea
        ref={field}
        aria-label={label}
        aria-busy={loading.isLoading}
        data-handles-run
        defaultValue={initialText}
        readOnly={isReadOnly}
        // biome-ignore lint/a11y/noAutofocus: the editor that replaces it takes the focus too
        autoFocus={takesFocus}
        onInput={({ currentTarget: { value } }) => {
          onTextChange(() => value)
          reportStatus()
        }}
        onSelect={reportStatus}
        onKeyDown={press}
        spellCheck={false}
        autoCapitalize="none"
        className="block min-h-0 w-full flex-1 resize-none whitespace-pre-wrap bg-field py-2 pr-3 pl-14 font-mono text-[13px] text-ink leading-5 outline-none"
      />
    </div>
  )
}

/** Undefined when the selection is blank. */
function selectedIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  const sql = value.slice(selectionStart, selectionEnd)
  return sql.trim() === '' ? undefined : { sql, from: selectionStart }
}

/**
 * Above the plain field when the editor's code failed to load. Some browsers cache the failure and do not request the
 * file again, so after a second failure the page can be reloaded: the browser keeps unsaved text.
 */
function EditorLoadFailure({ attempts, isLoading, retry }: EditorLoading) {
  return (
    <Callout
      tone="warning"
      role="alert"
      title="Failed to load the SQL editor"
      className="rounded-none border-x-0 border-t-0"
      action={
        <div className="flex gap-2">
          <Button size="sm" icon={RotateCw} loading={isLoading} onClick={retry}>
            Try again
          </Button>
          {attempts > 1 && (
            <Button size="sm" onClick={() => location.reload()}>
              Reload page
            </Button>
          )}
        </div>
      }
    >
      You can still write and run SQL. Check the connection and try again.
    </Callout>
  )
}
