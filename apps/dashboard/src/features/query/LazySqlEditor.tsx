import { lazy, type RefObject, Suspense, useLayoutEffect, useRef } from 'react'
import { urgently } from '../../lib/when-idle.ts'
import type { EarlyText } from './editor/early-text.ts'
import type { SqlEditorProps } from './editor/SqlEditor.tsx'

type Props = Omit<SqlEditorProps, 'early'>

const load = () => import('./editor/SqlEditor.tsx')
const SqlEditor = lazy(async () => ({ default: (await load()).SqlEditor }))

/** Begins to fetch the editor's code, which is most of the page's. */
export const preloadSqlEditor = (): void => urgently(load())

/** The page stands before the editor's code is there, with the text already in its place, to be written in. */
export function LazySqlEditor(props: Props) {
  const early = useRef<EarlyText>(undefined)
  return (
    <Suspense fallback={<EarlyEditor {...props} early={early} />}>
      <SqlEditor {...props} early={early} />
    </Suspense>
  )
}

/** A plain field until the editor is loaded, which takes over text, selection and focus. */
function EarlyEditor({
  initialText,
  takesFocus,
  isReadOnly,
  onTextChange,
  early,
}: Props & { early: RefObject<EarlyText | undefined> }) {
  const field = useRef<HTMLTextAreaElement>(null)
  // Its clean-up runs in the commit that shows the editor, while the field still has its focus.
  useLayoutEffect(() => {
    const { current } = field
    return () => {
      if (!current) return
      const { value, selectionStart, selectionEnd } = current
      early.current = {
        text: value,
        anchor: selectionStart,
        head: selectionEnd,
        hasFocus: document.activeElement === current,
      }
    }
  }, [early])
  return (
    <textarea
      ref={field}
      aria-label="SQL"
      aria-busy="true"
      defaultValue={initialText}
      readOnly={isReadOnly}
      // biome-ignore lint/a11y/noAutofocus: the editor that it stands for takes the focus too
      autoFocus={takesFocus}
      onInput={({ currentTarget: { value } }) => onTextChange(() => value)}
      spellCheck={false}
      autoCapitalize="none"
      className="block h-full w-full resize-none whitespace-pre-wrap bg-field py-2 pr-3 pl-14 font-mono text-[13px] text-ink leading-5 outline-none"
    />
  )
}
