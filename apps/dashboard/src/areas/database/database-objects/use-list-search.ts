import { useNavigate } from '@tanstack/react-router'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'

const SEARCH_DELAY_MS = 250

/**
 * The address of a page with a list: `go` changes search parameters, and `typed` is the text that is searched for, which
 * the parameter `name` keeps.
 */
export function useListSearch<Search extends object>(committed: string, name: keyof Search & string) {
  const navigate = useNavigate()
  const go = (change: Search, replace = false) =>
    void navigate({
      to: '.',
      search: (known: object) => ({ ...known, ...change }),
      replace,
      resetScroll: false,
    })
  const typed = useDebouncedText(
    committed,
    (next) => go({ [name]: next === '' ? undefined : next } as Search, true),
    SEARCH_DELAY_MS,
  )
  return { go, typed }
}
