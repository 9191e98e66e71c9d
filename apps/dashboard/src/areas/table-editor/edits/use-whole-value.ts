import { useEffect, useRef, useState } from 'react'

/** A stored value, loaded when the page has only its beginning. `stored` is undefined until it is here. */
export function useWholeValue(
  value: string | null | undefined,
  load: () => Promise<string | null>,
): { stored: string | null | undefined; failure: string | undefined } {
  const [loaded, setLoaded] = useState<{ text?: string; failure?: string }>({})
  const loadOnce = useRef(load)
  useEffect(() => {
    if (value !== undefined) return
    let isCurrent = true
    loadOnce.current().then(
      (text) => {
        if (isCurrent)
          setLoaded(text === null ? { failure: 'The value is too large to be edited here.' } : { text })
      },
      (error: Error) => isCurrent && setLoaded({ failure: error.message }),
    )
    return () => {
      isCurrent = false
    }
  }, [value])
  return { stored: value === undefined ? loaded.text : value, failure: loaded.failure }
}
