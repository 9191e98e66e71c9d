import { useId, useState } from 'react'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Input } from '../../../ui/controls/Input.tsx'

/** Longer lists are cut; typing finds the rest. */
const VISIBLE_MAX = 50

/** One group of filters. `search` filters every group; `searchLabel` adds a search to this one. */
export function FilterChoices({
  title,
  options,
  failed = false,
  search,
  searchLabel,
  isTicked,
  onToggle,
}: {
  title: string
  /** Undefined while they load. */
  options: readonly { value: string; label: string; disabled?: boolean }[] | undefined
  failed?: string | false
  search: string
  searchLabel?: string
  isTicked: (value: string) => boolean
  onToggle: (value: string) => void
}) {
  const id = useId()
  const [ownSearch, setOwnSearch] = useState('')
  const found = (options ?? []).filter(({ label, value }) => {
    const text = `${label} ${value}`.toLowerCase()
    return [search, ownSearch].every((words) => text.includes(words.trim().toLowerCase()))
  })
  const message = listMessage(options, failed, found.length)
  if (search.trim() !== '' && found.length === 0 && ownSearch === '') return null
  return (
    <fieldset aria-labelledby={id} className="flex flex-col gap-1.5 p-3 pb-2">
      <p id={id} className="font-medium text-2xs text-ink-muted">
        {title}
      </p>
      {searchLabel && (
        <Input
          size="sm"
          aria-label={searchLabel}
          placeholder={searchLabel}
          value={ownSearch}
          onChange={(event) => setOwnSearch(event.target.value)}
        />
      )}
      {message && <p className="text-ink-muted text-sm">{message}</p>}
      <div className="flex max-h-60 flex-col gap-1.5 overflow-y-auto py-0.5">
        {found.slice(0, VISIBLE_MAX).map(({ value, label, disabled }) => (
          <Checkbox
            key={value}
            label={label}
            disabled={disabled}
            checked={isTicked(value)}
            onCheckedChange={() => onToggle(value)}
          />
        ))}
      </div>
      {found.length > VISIBLE_MAX && (
        <p className="text-ink-muted text-xs">{found.length - VISIBLE_MAX} more. Type to find them.</p>
      )}
    </fieldset>
  )
}

function listMessage(options: readonly unknown[] | undefined, failed: string | false, found: number) {
  if (options === undefined) return failed || 'Loading…'
  return found === 0 && 'No results'
}
