import { isolateHistory } from '@codemirror/commands'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { toast } from '../../../ui/toast.ts'
import { aiQueries } from '../ai.queries.ts'
import { metadataOf, placeOf, refusalOf } from './edit-place.ts'
import { type EditStage, openEditStage } from './edit-stage.ts'
import { NotConfigured } from './NotConfigured.tsx'
import { PromptBox } from './PromptBox.tsx'
import { useEdit } from './use-edit.ts'

/** Has the selected lines of an editor written: lies over it, and touches its text only when it is accepted. */
export function AiEdit({
  editor: { view, look },
  projectRef,
  guideLink,
  onClose,
}: {
  editor: { readonly view: EditorView; readonly look: Extension }
  projectRef: string
  /** Leads to where it is said how to set an endpoint up. */
  guideLink: ReactElement
  onClose: () => void
}) {
  const { data: check } = useQuery(aiQueries.keyCheck())
  const [start] = useState(() => ({ state: view.state, place: placeOf(view.state) }))
  const [promptHost] = useState(() => document.createElement('div'))
  const host = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const stage = useRef<EditStage>(undefined)
  const [prompt, setPrompt] = useState('')
  const { isWriting, proposal, ask, stop } = useEdit((sql) => stage.current?.propose(sql))
  const isConfigured = check?.hasKey !== false

  useLayoutEffect(() => {
    promptHost.className = 'cm-ai-prompt'
    const { place } = start
    const opened = openEditStage({ parent: host.current!, view, look, place, prompt: promptHost })
    stage.current = opened
    view.dom.inert = true
    const size = new ResizeObserver(opened.measure)
    size.observe(promptHost)
    return () => {
      size.disconnect()
      view.dom.inert = false
      opened.close()
    }
  }, [view, look, start, promptHost])
  useEffect(() => {
    // Once it is laid out: above lines at the edge it may be out of sight.
    if (isConfigured) field.current?.focus()
    promptHost.scrollIntoView?.({ block: 'nearest' })
  }, [promptHost, isConfigured])

  const close = () => {
    onClose()
    view.dom.inert = false
    view.focus()
  }
  const generate = async () => {
    const completionMetadata = metadataOf(start.state, start.place, prompt.trim(), proposal)
    if (await ask({ projectRef, completionMetadata })) setPrompt('')
    field.current?.focus()
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
    field.current?.focus()
  }
  const press = (event: KeyboardEvent) => {
    const isMod = event.metaKey || event.ctrlKey
    if (event.key === 'Escape') isWriting ? stopAndReturn() : close()
    else if (event.key === 'Enter' && isMod) accept()
    else if (!(event.key.toLowerCase() === 'k' && isMod)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return createPortal(
    <section aria-label="Edit with AI" className="absolute inset-0 z-10 bg-field" onKeyDown={press}>
      <div ref={host} className="h-full" />
      {createPortal(
        isConfigured ? (
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
          <NotConfigured guideLink={guideLink} onClose={close} />
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
