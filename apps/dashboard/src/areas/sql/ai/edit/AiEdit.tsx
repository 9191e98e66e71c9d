import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isolateHistory } from '@codemirror/commands'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../../../ui/controls/Button.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { AiAbsent } from '../AiAbsent.tsx'
import type { AiAbsence } from '../use-ai-absence.ts'
import { useAiAbsence } from '../use-ai-absence.ts'
import { metadataOf, placeOf, refusalOf, wholeOf } from './edit-place.ts'
import { type EditStage, openEditStage } from './edit-stage.ts'
import { PromptBox } from './PromptBox.tsx'
import { useEdit } from './use-edit.ts'

/** Has the selected lines of an editor written: lies over it, and touches its text only when it is accepted. */
export function AiEdit({
  editor: { view, look },
  project: { ref: projectRef, organization_slug: slug },
  given,
  onClose,
}: {
  editor: { readonly view: EditorView; readonly look: Extension }
  project: Pick<Project, 'ref' | 'organization_slug'>
  /** A proposal for the whole text that is there already. */
  given?: string | undefined
  onClose: () => void
}) {
  const absence = useAiAbsence(slug)
  const [start] = useState(() => ({
    state: view.state,
    place: given === undefined ? placeOf(view.state) : wholeOf(view.state),
  }))
  const [promptHost] = useState(() => document.createElement('div'))
  const section = useRef<HTMLElement>(null)
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const stage = useRef<EditStage>(undefined)
  const [prompt, setPrompt] = useState('')
  const { isWriting, proposal, ask, stop } = useEdit(given, (sql) => stage.current?.propose(sql))

  useLayoutEffect(() => {
    promptHost.className = 'cm-ai-prompt'
    const { place } = start
    const opened = openEditStage({ parent: host.current!, view, look, place, prompt: promptHost })
    stage.current = opened
    opened.propose(given)
    view.dom.inert = true
    // Its first size is when it is first there: only then it can take the focus.
    let isSeen = false
    const size = new ResizeObserver(() => {
      opened.reveal()
      if (isSeen || promptHost.offsetHeight === 0) return
      isSeen = true
      field.current?.focus({ preventScroll: true })
    })
    size.observe(promptHost)
    return () => {
      size.disconnect()
      view.dom.inert = false
      opened.close()
    }
  }, [view, look, start, promptHost, given])

  const close = () => {
    onClose()
    view.dom.inert = false
    view.focus()
  }
  const generate = async () => {
    const completionMetadata = metadataOf(start.state, start.place, prompt.trim(), proposal)
    if (await ask({ projectRef, completionMetadata })) setPrompt('')
    field.current?.focus({ preventScroll: true })
  }
  const accept = () => {
    if (isWriting || proposal === undefined) return
    if (!view.state.doc.eq(start.state.doc))
      return void toast({
        tone: 'warning',
        title: 'The query has changed meanwhile',
        description: 'Copy what you need of the proposal, close it, and ask again.',
      })
    const { from, to } = start.place
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
        absence === undefined ? (
          <PromptBox
            field={field}
            prompt={prompt}
            onPromptChange={setPrompt}
            refusal={refusalOf(prompt, start.place)}
            isWriting={isWriting}
            hasProposal={proposal !== undefined}
            onGenerate={() => void generate()}
            onStop={stopAndReturn}
            onAccept={accept}
            onReject={close}
          />
        ) : (
          <AbsentBox absence={absence} slug={slug} onClose={close} />
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

/** Stands in the place of the prompt where nobody could answer it. */
function AbsentBox({ onClose, ...props }: { absence: AiAbsence; slug: string; onClose: () => void }) {
  return (
    <div className="flex max-w-2xl flex-col items-start gap-2 rounded-md border border-line-strong bg-floating p-3 font-sans text-ink text-sm shadow-floating">
      <AiAbsent {...props} />
      <Button size="sm" onClick={onClose} autoFocus>
        Close
      </Button>
    </div>
  )
}

/**
 * Hears the keys that decide about a proposal: in the element, and also when nothing has the focus, as after its field
 * was scrolled out of sight. Before all others, to whom Cmd or Ctrl with Enter means to run.
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
    // It is open already, and browsers have a use of their own for this.
    else if (!(key.toLowerCase() === 'k' && isMod)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  useEffect(() => {
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [])
}
