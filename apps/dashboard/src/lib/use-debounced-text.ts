import { useEffect, useEffectEvent, useState } from 'react'

/**
 * Text typed here and stored elsewhere, such as a search in the URL. `set` updates the text at once and commits after
 * `delayMs` without typing, by the `commit` of that moment; `commitNow` commits at once. A change of `committed` from outside, such as the back button,
 * replaces the text. An own commit does not, because the user may have typed more since.
 */
export function useDebouncedText(committed: string, commit: (text: string) => void, delayMs: number) {
  const [text, setText] = useState(committed)
  const [sent, setSent] = useState(committed)
  const [seen, setSeen] = useState(committed)
  const [awaited, setAwaited] = useState<string>()

  if (committed !== seen) {
    setSeen(committed)
    if (committed !== sent) setText(committed)
  }

  const commitNow = (next: string) => {
    setAwaited(undefined)
    setText(next)
    setSent(next)
    if (next !== committed) commit(next)
  }
  const commitAwaited = useEffectEvent(commitNow)
  useEffect(() => {
    if (awaited === undefined) return
    const timer = setTimeout(() => commitAwaited(awaited), delayMs)
    return () => clearTimeout(timer)
  }, [awaited, delayMs])
  const set = (next: string) => {
    setText(next)
    setAwaited(next)
  }
  return { text, set, commitNow }
}
