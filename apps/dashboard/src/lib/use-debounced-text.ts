import { useEffect, useRef, useState } from 'react'

/**
 * Text typed here and stored elsewhere, such as a search in the URL. `set` updates the text at once and commits after
 * `delayMs` without typing; `commitNow` commits at once. A change of `committed` from outside, such as the back button,
 * replaces the text. An own commit does not, because the user may have typed more since.
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
