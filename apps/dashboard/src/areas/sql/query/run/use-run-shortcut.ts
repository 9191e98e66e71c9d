import { type RefObject, useEffect, useRef } from 'react'

/**
 * Runs on Cmd+Enter or Ctrl+Enter anywhere in the element, except in the editor, which handles its own keys; also when
 * nothing has the focus, as after a result was replaced. Captured before the grid, where Enter opens a cell.
 */
export function useRunShortcut(onRun: () => void): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onRun)
  useEffect(() => {
    latest.current = onRun
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, metaKey, ctrlKey, target } = event
      if (key !== 'Enter' || !(metaKey || ctrlKey) || !(target instanceof Element)) return
      const isHere = target === document.body || element.current?.contains(target)
      if (!isHere || target.closest('.cm-editor, [data-handles-run]')) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
  return element
}
