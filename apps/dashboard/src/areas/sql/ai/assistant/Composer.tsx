import { CornerDownLeft, FileCode, Square, X } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { type AttachedSql, type Draft, draftRefusal } from './chat.rules.ts'

const ROWS_MIN = 3
const ROWS_MAX = 10

/** The field for a message to the assistant, with its attached SQL. */
export function Composer({
  field,
  draft,
  onDraftChange,
  isWriting,
  isOtherWriting,
  onSend,
  onStop,
  attach,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  draft: Draft
  onDraftChange: (draft: Draft) => void
  isWriting: boolean
  /** Whether another chat is being answered. */
  isOtherWriting: boolean
  onSend: () => void
  onStop: () => void
  /** Returns the open query to attach; undefined when none is open. */
  attach: (() => AttachedSql) | undefined
}) {
  const refusal = isOtherWriting ? 'Another chat is being answered' : draftRefusal(draft)
  const pressEnter = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event
    if (key !== 'Enter' || shiftKey || nativeEvent.isComposing) return
    event.preventDefault()
    if (!isWriting && refusal === undefined) onSend()
  }
  const change = (change: Partial<Draft>) => onDraftChange({ ...draft, ...change })
  return (
    <div className="flex flex-col gap-2 border-line border-t p-3">
      {draft.sql.length > 0 && (
        <ul aria-label="Attached SQL" className="flex flex-wrap gap-1.5">
          {draft.sql.map((one) => (
            <li
              key={one.label}
              className="flex max-w-full items-center gap-1 rounded-md border border-line bg-surface-2 pl-2 text-xs"
            >
              <FileCode className="size-3.5 shrink-0 text-ink-muted" aria-hidden />
              <span className="truncate">{one.label}</span>
              <IconButton
                size="sm"
                icon={X}
                label={`Remove ${one.label}`}
                onClick={() => change({ sql: draft.sql.filter((other) => other !== one) })}
              />
            </li>
          ))}
        </ul>
      )}
      <TextArea
        ref={field}
        aria-label="Message to the assistant"
        placeholder="Ask about SQL, your schema or an error"
        rows={Math.min(ROWS_MAX, Math.max(ROWS_MIN, draft.text.split('\n').length))}
        value={draft.text}
        onValueChange={(text) => change({ text })}
        onKeyDown={pressEnter}
      />
      <div className="flex items-center gap-2">
        {attach && (
          <Button
            size="sm"
            variant="ghost"
            icon={FileCode}
            onClick={() => {
              const sql = attach()
              if (sql.sql.trim() !== '')
                change({ sql: [...draft.sql.filter(({ label }) => label !== sql.label), sql] })
            }}
          >
            Attach the open query
          </Button>
        )}
        <span className="ml-auto" />
        {isWriting ? (
          <Button size="sm" icon={Square} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <Button
            size="sm"
            variant="primary"
            icon={CornerDownLeft}
            {...(refusal !== undefined && { reason: refusal })}
            onClick={onSend}
          >
            Send
          </Button>
        )}
      </div>
    </div>
  )
}
