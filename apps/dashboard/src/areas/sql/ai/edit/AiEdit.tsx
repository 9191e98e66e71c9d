import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isolateHistory } from '@codemirror/commands'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../../ui/controls/Button.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { AiUnavailable } from '../AiUnavailable.tsx'
import type { AiUnavailableReason } from '../use-ai-unavailable.ts'
import { useAiUnavailable } from '../use-ai-unavailable.ts'
import { completionMetadata, promptRefusal, selectedLineRange, wholeRange } from './edit-range.ts'
import { type EditStage, openEditStage } from './edit-stage.ts'
import { PromptBox } from './PromptBox.tsx'
import { useEdit } from './use-edit.ts'

/**
 * Generates SQL for the selected lines of an editor, in a layer over it. The text changes only when the user accepts.
 */
export function AiEdit({
  editor: { view, appearance },
  project: { ref: projectRef, organization_slug: slug },
  given,
  onClose,
}: {
  editor: { readonly view: EditorView; readonly appearance: Extension }
  project: Pick<Project, 'ref' | 'organization_slug'>
  /** An existing proposal for the whole text. */
  given?: string | undefined
  onClose: () => void
}) {
  const reason = useAiUnavailable(slug)
  const [start] = useState(() => ({
    state: view.state,
    range: given === undefined ? selectedLineRange(view.state) : wholeRange(view.state),
  }))
  const [promptHost] = useState(() => document.createElement('div'))
  const section = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const stage = useRef<EditStage>(undefined)
  const [prompt, setPrompt] = useState('')
  const { isWriting, proposal, generate, stop } = useEdit(given, (sql) => stage.current?.propose(sql))
  const proposeCurrent = useEffectEvent((opened: EditStage) => opened.propose(proposal))

  useLayoutEffect(() => {
    promptHost.className = 'cm-ai-prompt'
    const { range } = start
    const opened = openEditStage({ parent: host.current!, view, appearance, range, prompt: promptHost })
    stage.current = opened
    // Not `given`, because this runs again when the editor is shown after being hidden.
    proposeCurrent(opened)
    view.dom.inert = true
    // The prompt can take the focus only once it has a size.
    let wasVisible = false
    const size = new ResizeObserver(() => {
      opened.reveal()
      if (wasVisible || promptHost.offsetHeight === 0) return
      wasVisible = true
      field.current?.focus({ preventScroll: true })
    })
    size.observe(promptHost)
    return () => {
      size.disconnect()
      view.dom.inert = false
      opened.close()
    }
  }, [view, appearance, start, promptHost])

  const close = () => {
    onClose()
    view.dom.inert = false
    view.focus()
  }
  const sendPrompt = async () => {
    const metadata = completionMetadata(start.state, start.range, prompt.trim(), proposal)
    if (await generate({ projectRef, completionMetadata: metadata })) setPrompt('')
    field.current?.focus({ preventScroll: true })
  }
  const accept = () => {
    if (isWriting || proposal === undefined) return
    if (!view.state.doc.eq(start.state.doc))
      return void toast({
        tone: 'warning',
        title: 'The query has changed',
        description: 'Copy what you need from the proposal, close it, and try again.',
      })
    const { from, to } = start.range
    view.dispatch({
      changes: { from, to, insert: proposal },
      selection: { anchor: from + proposal.length },
      annotations: isolateHistory.of('full'),
      userEvent: 'input.ai',
      scrollIntoView: true,
    })
    close()
  }
  const stopAndReturn = () => {
    stop()
    field.current?.focus({ preventScroll: true })
  }
  useEditKeys(section, {
    onEscape: () => (isWriting ? stopAndReturn() : close()),
    onAccept: accept,
  })

  return createPortal(
    <section ref={section} aria-label="Edit with AI" className="absolute inset-0 z-10 bg-field">
      <div ref={host} className="h-full" />
      {createPortal(
        reason === undefined ? (
          <PromptBox
            field={field}
            prompt={prompt}
            onPromptChange={setPrompt}
            refusal={promptRefusal(prompt, start.range)}
            isWriting={isWriting}
            hasProposal={proposal !== undefined}
            onGenerate={() => void sendPrompt()}
            onStop={stopAndReturn}
            onAccept={accept}
            onReject={close}
          />
        ) : (
          <UnavailableBox reason={reason} slug={slug} onClose={close} />
        ),
        promptHost,
      )}
      <p role="status" className="sr-only">
        {announcement(isWriting, proposal)}
      </p>
    </section>,
    view.dom.parentElement!,
  )
}

function announcement(isWriting: boolean, proposal: string | undefined): string {
  if (isWriting) return 'Writing'
  return proposal === undefined ? '' : 'The proposal is ready. Accept it, reject it, or ask for a change.'
}

/** Replaces the prompt when AI is unavailable. */
function UnavailableBox({
  onClose,
  ...props
}: {
  reason: AiUnavailableReason
  slug: string
  onClose: () => void
}) {
  return (
    <div className="flex max-w-2xl flex-col items-start gap-2 rounded-md border border-line-strong bg-floating p-3 font-sans text-ink text-sm shadow-floating">
      <AiUnavailable {...props} />
      <Button size="sm" onClick={onClose} autoFocus>
        Close
      </Button>
    </div>
  )
}

/**
 * Handles the keys that accept or reject a proposal: in the element, and when nothing has the focus, as after its field
 * was scrolled out of view. Captured first, because elsewhere Cmd+Enter or Ctrl+Enter runs the query.
 */
function useEditKeys(
  element: RefObject<HTMLElement | null>,
  on: { onEscape: () => void; onAccept: () => void },
) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, metaKey, ctrlKey, isComposing, target } = event
    if (isComposing || !(target === document.body || element.current?.contains(target as Node))) return
    const isMod = metaKey || ctrlKey
    if (key === 'Escape') on.onEscape()
    else if (key === 'Enter' && isMod) on.onAccept()
    // Already open; keeps the browser from using its own shortcut.
    else if (!(key.toLowerCase() === 'k' && isMod)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  useEffect(() => {
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
