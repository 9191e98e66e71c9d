import type { ListedTable } from '@basalt/contract/database-objects/tables/tables.schema.ts'
import { Link } from '@tanstack/react-router'
import { Check, Columns3, Copy, CopyPlus, Ellipsis, Minus, Pencil, Table2, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatBytes } from '../../../../lib/bytes.ts'
import { copyText } from '../../../../lib/clipboard.ts'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Tooltip } from '../../../../ui/floating/Tooltip.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import type { TableColumn } from '../../../../ui/table/Table.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { When } from '../../../../ui/text/When.tsx'
import { EntityIcon } from '../../../table-editor/entities/EntityIcon.port.tsx'
import type { ObjectSort } from '../object-kind-page.ts'
import { SortHeader } from '../SortHeader.tsx'
import type { TablesSearch } from './tables-url.rules.ts'

type SortBy = TablesSearch['sort']

interface Context {
  projectRef: string
  schema: string
  /** Why tables cannot be changed. */
  refusal: string | undefined
  /** Undefined for the name. */
  sort: SortBy
  order: 'asc' | 'desc'
  onSort: (by: SortBy, order: 'asc' | 'desc') => void
  onPanel: (panel: 'edit' | 'duplicate' | 'delete', table: number) => void
}

const words: Record<NonNullable<SortBy> | 'name', Omit<ObjectSort, 'by'>> = {
  name: { asc: 'A to Z', desc: 'Z to A', first: 'asc' },
  rows: { asc: 'fewest first', desc: 'most first', first: 'desc' },
  size: { asc: 'smallest first', desc: 'largest first', first: 'desc' },
  dead_rows: { asc: 'fewest first', desc: 'most first', first: 'desc' },
  vacuumed_at: { asc: 'oldest first', desc: 'newest first', first: 'asc' },
  analyzed_at: { asc: 'oldest first', desc: 'newest first', first: 'asc' },
  columns: { asc: 'fewest first', desc: 'most first', first: 'desc' },
  rls: { asc: 'off first', desc: 'on first', first: 'desc' },
  realtime: { asc: 'off first', desc: 'on first', first: 'desc' },
}

/** The columns of the list of tables. */
export function tableColumns(context: Context): readonly TableColumn<ListedTable>[] {
  const { projectRef: ref, sort, order, onSort } = context
  const header = (label: string, by: SortBy) => (
    <SortHeader
      label={label}
      sort={{ by: by ?? 'name', ...words[by ?? 'name'] }}
      order={sort === by ? order : undefined}
      onSort={(next) => onSort(by, next)}
    />
  )
  return [
    {
      key: 'name',
      header: header('Name', undefined),
      cell: ({ id, name, type, comment, estimated_rows }) => (
        <span className="flex min-w-40 items-start gap-2 py-1.5">
          <span className="mt-0.5">
            <EntityIcon kind={type} />
          </span>
          <span className="min-w-0">
            <TextLink
              tone="quiet"
              className="wrap-anywhere font-medium text-ink! hover:underline"
              render={
                <Link to="/project/$ref/database/tables/$tableId" params={{ ref, tableId: String(id) }} />
              }
            >
              {name}
            </TextLink>
            {comment !== null && <span className="line-clamp-1 text-ink-muted text-xs">{comment}</span>}
            <span className="block text-ink-muted text-xs sm:hidden">
              {estimated_rows === null ? '' : `${estimated_rows.toLocaleString('en')} rows`}
            </span>
          </span>
        </span>
      ),
    },
    {
      key: 'rows',
      header: header('Rows', 'rows'),
      align: 'end',
      wideOnly: true,
      cell: ({ estimated_rows }) => <Amount value={estimated_rows} />,
    },
    {
      key: 'size',
      header: header('Size', 'size'),
      align: 'end',
      cell: ({ size }) =>
        size === null ? (
          <Nothing />
        ) : (
          <Tooltip
            content={
              <span className="grid grid-cols-[auto_auto] gap-x-4 tabular-nums">
                <span>Table</span>
                <span className="text-right">{formatBytes(size.table)}</span>
                <span>Indexes</span>
                <span className="text-right">{formatBytes(size.indexes)}</span>
                <span>Long values (TOAST)</span>
                <span className="text-right">{formatBytes(size.toast)}</span>
              </span>
            }
          >
            <span className="whitespace-nowrap">
              {formatBytes(size.table + size.indexes + size.toast)}
              <span className="sr-only">
                {`: table ${formatBytes(size.table)}, indexes ${formatBytes(size.indexes)}, long values ${formatBytes(size.toast)}`}
              </span>
            </span>
          </Tooltip>
        ),
    },
    {
      key: 'dead_rows',
      header: header('Dead rows', 'dead_rows'),
      align: 'end',
      wideOnly: true,
      cell: ({ dead_rows }) => <Amount value={dead_rows} />,
    },
    {
      key: 'vacuumed_at',
      header: header('Vacuumed', 'vacuumed_at'),
      wideOnly: true,
      cell: ({ vacuumed_at, type }) => <Time at={vacuumed_at} applies={type === 'r' || type === 'm'} />,
    },
    {
      key: 'analyzed_at',
      header: header('Analyzed', 'analyzed_at'),
      wideOnly: true,
      cell: ({ analyzed_at, type }) => <Time at={analyzed_at} applies={type !== 'v'} />,
    },
    {
      key: 'rls',
      header: header('RLS', 'rls'),
      wideOnly: true,
      cell: ({ rls_enabled }) => (rls_enabled === null ? <Nothing /> : <OnOff isOn={rls_enabled} />),
    },
    {
      key: 'realtime',
      header: header('Realtime', 'realtime'),
      wideOnly: true,
      cell: ({ is_realtime }) => <OnOff isOn={is_realtime} />,
    },
    {
      key: 'columns',
      header: header('Columns', 'columns'),
      align: 'end',
      wideOnly: true,
      cell: ({ column_count }) => column_count.toLocaleString('en'),
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      width: '3rem',
      align: 'end',
      cell: (table) => <TableMenu {...context} table={table} />,
    },
  ]
}

const Muted = ({ children }: { children: ReactNode }) => <span className="text-ink-muted">{children}</span>

const Nothing = () => <Muted>–</Muted>

const Amount = ({ value }: { value: number | null }) =>
  value === null ? <Nothing /> : value === 0 ? <Muted>0</Muted> : value.toLocaleString('en')

/** Views are never vacuumed. */
const Time = ({ at, applies }: { at: string | null; applies: boolean }) =>
  applies ? <When time={at} never="Never" className="whitespace-nowrap text-ink-muted" /> : <Nothing />

const OnOff = ({ isOn }: { isOn: boolean }) => {
  const Sign = isOn ? Check : Minus
  return (
    <span className={isOn ? 'text-success-ink' : 'text-ink-muted'}>
      <Sign className="size-4" aria-hidden />
      <span className="sr-only">{isOn ? 'On' : 'Off'}</span>
    </span>
  )
}

function TableMenu({
  projectRef: ref,
  schema,
  refusal,
  onPanel,
  table: { id, name, type },
}: Pick<Context, 'projectRef' | 'schema' | 'refusal' | 'onPanel'> & { table: ListedTable }) {
  const params = { ref, tableId: String(id) }
  const locked = refusal !== undefined && { reason: refusal }
  const isTable = type === 'r' || type === 'p'
  return (
    <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} size="sm" />}>
      <MenuItem
        icon={Table2}
        link={<Link to="/project/$ref/editor/$tableId" params={params} search={{ schema }} />}
      >
        View in table editor
      </MenuItem>
      <MenuItem icon={Columns3} link={<Link to="/project/$ref/database/tables/$tableId" params={params} />}>
        View columns
      </MenuItem>
      <MenuItem
        icon={Copy}
        onSelect={() =>
          void copyText(name).then(
            () => toast({ tone: 'success', title: 'Copied the name' }),
            (error: Error) =>
              toast({ tone: 'critical', title: 'Failed to copy the name', description: error.message }),
          )
        }
      >
        Copy name
      </MenuItem>
      <MenuSeparator />
      {isTable && (
        <>
          <MenuItem icon={Pencil} {...locked} onSelect={() => onPanel('edit', id)}>
            Edit
          </MenuItem>
          <MenuItem icon={CopyPlus} {...locked} onSelect={() => onPanel('duplicate', id)}>
            Duplicate
          </MenuItem>
        </>
      )}
      <MenuItem icon={Trash2} destructive {...locked} onSelect={() => onPanel('delete', id)}>
        Delete
      </MenuItem>
    </Menu>
  )
}
