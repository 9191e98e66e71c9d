import type { TimelineChange } from '@basalt/contract/backups/backups.schema.ts'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { exactTime } from '../../../lib/dates.ts'
import { Input } from '../../../ui/controls/Input.tsx'
import { RadioGroup } from '../../../ui/controls/RadioGroup.tsx'
import { changeTitle, kindLabels, originLabels } from '../ledger/change-labels.rules.ts'

/** More are found by searching. */
const SHOWN_MAX = 50

/** Chooses the moment just before a change of a member, the newest first. */
export function ChangePicker({
  changes,
  chosen,
  onChoose,
}: {
  changes: readonly TimelineChange[]
  chosen: TimelineChange | undefined
  onChoose: (change: TimelineChange) => void
}) {
  const [search, setSearch] = useState('')
  const words = search.trim().toLowerCase()
  const found = changes.filter(
    ({ sql, made_by }) => sql.toLowerCase().includes(words) || made_by.toLowerCase().includes(words),
  )
  const shown = found.slice(0, SHOWN_MAX)
  return (
    <section aria-label="Just before a change" className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Just before a change</h3>
      <Input
        type="search"
        icon={Search}
        aria-label="Find a change"
        placeholder="Search SQL or email address"
        value={search}
        onValueChange={setSearch}
      />
      <div className="max-h-64 overflow-y-auto overscroll-contain rounded-md border border-line p-3">
        {found.length === 0 ? (
          <p className="text-ink-muted text-sm">No matching changes</p>
        ) : (
          <RadioGroup
            aria-label="Change"
            value={chosen?.id ?? null}
            onValueChange={(id) => onChoose(changes.find((change) => change.id === id)!)}
            options={shown.map((change) => ({
              value: change.id,
              label: changeTitle(change),
              description: `${exactTime(change.made_at)} · ${
                change.origin === 'merge' ? originLabels.merge : kindLabels[change.kind]
              } · ${change.made_by}`,
            }))}
          />
        )}
      </div>
      {found.length > shown.length && (
        <p className="text-ink-muted text-xs">
          The newest {shown.length} of {found.length} are listed. Search to find others.
        </p>
      )}
    </section>
  )
}
