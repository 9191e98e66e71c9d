import type { QueryHistoryEntry } from '@basalt/contract/query-history/query-history.schema.ts'
import { asMigration } from '@basalt/sql/migration-file.ts'
import { Link } from '@tanstack/react-router'
import { Ellipsis, FilePlus2, FileUp, Play, RotateCcw } from 'lucide-react'
import { copyText } from '../../../lib/clipboard.ts'
import { formatDuration } from '../../../lib/duration.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { When } from '../../../ui/text/When.tsx'

const SECOND = 1000

export interface HistoryEntryActions {
  /** Opens the text in a new query. */
  onOpen: (sql: string) => void
  /** Opens the text in a new query and runs it. */
  onRunAgain: (sql: string) => void
  /** Saves the text as a query without opening it. */
  onSave: (sql: string) => void
}

/** One past run: its text, outcome and actions. */
export function HistoryEntry({
  projectRef,
  entry,
  onOpen,
  onRunAgain,
  onSave,
}: { projectRef: string; entry: QueryHistoryEntry } & HistoryEntryActions) {
  const { sql, started_at, outcome, error } = entry
  const copy = () =>
    copyText(asMigration(sql, new Date(started_at))).then(
      () => toast({ tone: 'success', title: 'Copied as migration' }),
      () => toast({ tone: 'critical', title: 'Failed to copy: the browser denied access to the clipboard' }),
    )
  const reason = entry.is_cut ? 'Only the beginning of this query was saved' : undefined
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line bg-surface-1 p-3 text-sm">
      <pre className="max-h-28 overflow-hidden whitespace-pre-wrap font-mono text-xs [overflow-wrap:anywhere]">
        {sql}
        {entry.is_cut && '…'}
      </pre>
      {error && <p className="wrap-anywhere text-critical-ink text-xs">{error}</p>}
      <div className="flex flex-wrap items-center gap-2 text-ink-muted text-xs">
        {outcome === 'failed' && <Badge tone="critical">Failed</Badge>}
        {outcome === 'cancelled' && <Badge tone="warning">Cancelled</Badge>}
        <span className="min-w-0 flex-1">
          <When time={started_at} /> · {entry.started_by} · as {entry.role}
          {entry.database !== projectRef && ' on a read replica'} · {runDetails(entry)}
        </span>
        <Button size="sm" icon={FileUp} reason={reason} onClick={() => onOpen(sql)}>
          Open in editor
        </Button>
        <CopyButton text={sql} label="Copy SQL" />
        <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label="More actions" />}>
          <MenuItem icon={Play} onSelect={() => onRunAgain(sql)} {...(reason && { reason })}>
            Run again
          </MenuItem>
          <MenuItem icon={FilePlus2} onSelect={() => onSave(sql)} {...(reason && { reason })}>
            Save as snippet
          </MenuItem>
          <MenuItem icon={FileUp} onSelect={() => void copy()} {...(reason && { reason })}>
            Copy as migration
          </MenuItem>
          {entry.database === projectRef && (
            <MenuItem
              icon={RotateCcw}
              link={
                <Link
                  to="/project/$ref/database/backups/pitr"
                  params={{ ref: projectRef }}
                  search={{ before: started_at }}
                />
              }
            >
              Restore to just before this
            </MenuItem>
          )}
        </Menu>
      </div>
    </li>
  )
}

const runDetails = ({ duration_ms, row_count }: QueryHistoryEntry) =>
  [
    duration_ms < SECOND ? `${Math.round(duration_ms)} ms` : formatDuration(duration_ms),
    row_count !== null && `${row_count.toLocaleString('en')} ${row_count === 1 ? 'row' : 'rows'}`,
  ]
    .filter(Boolean)
    .join(' · ')
