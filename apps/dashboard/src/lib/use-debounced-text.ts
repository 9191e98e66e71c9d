import { useEffect, useRef, useState } from 'react'

/**
 * Text that is typed here and kept elsewhere, such as a search in the URL: `set` shows at once and commits after
 * `delayMs` without typing, `commitNow` at once. A change of `committed` from outside, such as the back button,
 * replaces the text; the answer to an own commit does not, because typing may have gone on.
 */
export function useDebouncedText(committed: string, commit: (text: string) => void, delayMs: number) {
  const [text, setText] = useState(committed)
  const [sent, setSent] = useState(committed)
  const [seen, setSeen] = useState(committed)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  if (committed !== seen) {
    setSeen(committed)
    if (committed !== sent) setText(committed)
  }

  const commitNow = (next: string) => {
    clearTimeout(timer.current)
    setText(next)
    setSent(next)
    if (next !== committed) commit(next)
  }
  const set = (next: string) => {
    clearTimeout(timer.current)
    setText(next)
    timer.current = setTimeout(() => commitNow(next), delayMs)
  }
  return { text, set, commitNow }
}
