import { type RefObject, useEffect, useRef } from 'react'

/**
 * Cmd or Ctrl with Enter runs from anywhere in the element, not only from the editor, which handles its own keys, and
 * also when nothing has focus, as after a result took the place of another. Heard before the grid hears it, to which
 * Enter means to open a cell.
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
      if (!isHere || target.closest('.cm-editor, [data-runs-itself]')) return
      event.preventDefault()
      event.stopPropagation()
      latest.current()
    }
    document.addEventListener('keydown', press, { capture: true })
    return () => document.removeEventListener('keydown', press, { capture: true })
  }, [])
  return element
}
