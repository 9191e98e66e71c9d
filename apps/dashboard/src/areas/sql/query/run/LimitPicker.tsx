import { ROW_LIMITS, type RowLimit } from '@basalt/contract/query/query.rules.ts'
import { ChevronDown, X } from 'lucide-react'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuRadioGroup } from '../../../../ui/menu/MenuRadioGroup.tsx'
import { limitName } from './row-limit.ts'

/** Displays the limit that the editor added to a query, and runs it again with another one or none. */
export function LimitPicker({ limit, onPick }: { limit: RowLimit; onPick: (limit: RowLimit) => void }) {
  return (
    <span className="flex shrink-0 items-center">
      <Menu
        side="top"
        trigger={
          <Button variant="ghost" size="sm" icon={ChevronDown}>
            {/* On a phone the summary beside it already states the limit. */}
            <span className="max-sm:sr-only">Limit results to: {limitName(limit)}</span>
          </Button>
        }
      >
        <MenuRadioGroup
          label="Limit results to"
          options={ROW_LIMITS.map((rows) => ({ value: String(rows), label: limitName(rows) }))}
          value={String(limit)}
          onValueChange={(value) => {
            const next = ROW_LIMITS.find((rows) => String(rows) === value)
            if (next !== undefined && next !== limit) onPick(next)
          }}
        />
      </Menu>
      {limit > 0 && <IconButton label="Remove limit" icon={X} size="sm" onClick={() => onPick(-1)} />}
    </span>
  )
}
