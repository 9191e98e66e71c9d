import { type KeyboardEvent, useState } from 'react'
import { formatAmount } from '../../../lib/amount.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { typedPage } from './scrollbar.rules.ts'

/** In characters of digits. */
const BOX_CHARACTERS_MIN = 3

/** The number of the page on the screen. Enter goes to the page that was typed, Escape drops it. */
export function PageBox({
  page,
  pages,
  isEstimate,
  onPage,
}: {
  page: number
  pages: number | undefined
  isEstimate: boolean
  onPage: (page: number) => void
}) {
  const [typed, setTyped] = useState<string>()
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(undefined)
    if (event.key !== 'Enter') return
    event.preventDefault()
    const chosen = typed === undefined ? undefined : typedPage(typed, pages)
    setTyped(undefined)
    if (chosen !== undefined) onPage(chosen)
  }
  const characters = Math.max(BOX_CHARACTERS_MIN, String(pages ?? page).length)
  return (
    <span className="flex items-center gap-1.5 tabular-nums">
      Page
      <span style={{ width: `calc(${characters}ch + 1.5rem)` }}>
        <Input
          size="sm"
          className="pointer-coarse:min-h-11"
          inputMode="numeric"
          aria-label="Page"
          value={typed ?? String(page)}
          onValueChange={setTyped}
          onFocus={({ target }) => target.select()}
          onBlur={() => setTyped(undefined)}
          onKeyDown={press}
        />
      </span>
      {pages !== undefined && (
        <span>
          of {isEstimate && 'about '}
          {formatAmount('count', pages)}
        </span>
      )}
    </span>
  )
}
