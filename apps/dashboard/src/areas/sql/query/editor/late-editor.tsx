import { type ComponentType, useRef } from 'react'
import { latePart, useWantedPart } from '../../../../lib/late-part.ts'
import { EarlyEditor } from './EarlyEditor.tsx'
import type { EarlyText } from './early-text.ts'
import type { SqlEditorProps } from './SqlEditor.tsx'

/**
 * The editor, whose code is loaded after the page: the text is in its place before, to be written in and run. Where the
 * code cannot be loaded, that stays, says so and tries again. `prepare` loads it ahead.
 */
export function lateEditor(load: () => Promise<ComponentType<SqlEditorProps>>) {
  const part = latePart(load)

  function LateEditor(props: Omit<SqlEditorProps, 'early'>) {
    const early = useRef<EarlyText>(undefined)
    const { loaded: Editor, ...loading } = useWantedPart(part)
    return Editor ? (
      <Editor {...props} early={early} />
    ) : (
      <EarlyEditor {...props} early={early} loading={loading} />
    )
  }
  return { LateEditor, prepare: part.ask }
}
