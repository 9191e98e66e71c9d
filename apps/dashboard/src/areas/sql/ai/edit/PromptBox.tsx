import { CornerDownLeft, Square } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useId } from 'react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { TextArea } from '../../../../ui/controls/TextArea.tsx'
import { Spinner } from '../../../../ui/feedback/Spinner.tsx'
import { KeyboardKey } from '../../../../ui/text/KeyboardKey.tsx'

const LINES = 3

/** Takes the prompt for SQL, and accepts or rejects the proposal. */
export function PromptBox({
  field,
  prompt,
  onPromptChange,
  refusal,
  isWriting,
  hasProposal,
  onGenerate,
  onStop,
  onAccept,
  onReject,
}: {
  field: RefObject<HTMLTextAreaElement | null>
  prompt: string
  onPromptChange: (prompt: string) => void
  /** Why the prompt cannot be sent; undefined when it can. */
  refusal: string | undefined
  isWriting: boolean
  hasProposal: boolean
  onGenerate: () => void
  onStop: () => void
  onAccept: () => void
  /** Also closes a prompt without a proposal. */
  onReject: () => void
}) {
  const hintId = useId()
  const pressEnter = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, nativeEvent } = event
    if (key !== 'Enter' || shiftKey || ctrlKey || metaKey || nativeEvent.isComposing) return
    event.preventDefault()
    if (!isWriting && refusal === undefined) onGenerate()
  }
  return (
    <div className="flex max-w-2xl flex-col gap-2 rounded-md border border-line-strong bg-floating p-2 font-sans text-ink text-sm shadow-floating">
      <TextArea
        ref={field}
        aria-label={hasProposal ? 'What to change' : 'What to write'}
        aria-describedby={hintId}
        placeholder={hasProposal ? 'Ask for a change to this' : 'Describe what to write or change'}
        rows={LINES}
        value={prompt}
        onValueChange={onPromptChange}
        onKeyDown={pressEnter}
        readOnly={isWriting}
      />
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p id={hintId} className="mr-auto flex items-center gap-1.5 px-1 text-ink-muted text-xs">
          {isWriting ? (
            <>
              <Spinner /> Writing
            </>
          ) : (
            <span className="flex items-center gap-1.5 max-md:hidden">
              <KeyboardKey keys={['Enter']} /> to send, <KeyboardKey keys={['Escape']} />{' '}
              {hasProposal ? 'to reject' : 'to close'}
            </span>
          )}
        </p>
        {isWriting ? (
          <Button size="sm" icon={Square} onClick={onStop}>
            Stop
          </Button>
        ) : (
          <>
            <Button size="sm" variant="ghost" onClick={onReject}>
              {hasProposal ? 'Reject' : 'Close'}
            </Button>
            <Button
              size="sm"
              icon={CornerDownLeft}
              variant={hasProposal ? 'secondary' : 'primary'}
              {...(refusal !== undefined && { reason: refusal })}
              onClick={onGenerate}
            >
              Generate
            </Button>
            {hasProposal && (
              <Button size="sm" variant="primary" onClick={onAccept}>
                Accept
                <KeyboardKey keys={['Mod', 'Enter']} />
              </Button>
            )}
          </>
        )}
      </div>
    </div>
  )
}
