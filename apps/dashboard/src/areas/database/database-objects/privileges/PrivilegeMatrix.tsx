import { idleChange, privilegeSource } from '@basalt/contract/database-objects/privileges/privileges.rules.ts'
import type {
  PrivilegeChange,
  PrivilegeState,
} from '@basalt/contract/database-objects/privileges/privileges.schema.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Tooltip } from '../../../../ui/floating/Tooltip.tsx'
import { Table, type TableColumn } from '../../../../ui/table/Table.tsx'
import { BreakableName } from '../../../../ui/text/BreakableName.tsx'
import { keyOf, type StagedPrivileges } from './staged-privileges.rules.ts'

/** An object with the privileges of the role on it. */
export interface MatrixRow {
  id: number
  name: string
  privileges: readonly PrivilegeState[]
  /** Why its privileges cannot be changed. */
  refusal: string | undefined
}

/** Objects by privileges. Ticked where the role has one of its own, and dashed where it has one through others. */
export function PrivilegeMatrix({
  label,
  rows,
  privileges,
  staged,
  changeOf,
  onToggle,
}: {
  label: string
  rows: readonly MatrixRow[]
  privileges: readonly string[]
  staged: StagedPrivileges
  changeOf: (row: MatrixRow, privilege: PrivilegeState['privilege'], isGranted: boolean) => PrivilegeChange
  onToggle: (change: PrivilegeChange, wasGranted: boolean) => void
}) {
  const columns: TableColumn<MatrixRow>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ name }) => (
        <span className="wrap-anywhere font-medium">
          <BreakableName name={name} />
        </span>
      ),
    },
    ...privileges.map((privilege, place) => ({
      key: privilege,
      header: <span className="text-2xs">{privilege}</span>,
      width: '5.5rem',
      cell: (row: MatrixRow) => {
        const state = row.privileges[place]
        return (
          state && (
            <Cell
              row={row}
              state={state}
              staged={staged.get(keyOf(changeOf(row, state.privilege, true)))}
              onToggle={(isGranted) => onToggle(changeOf(row, state.privilege, isGranted), state.is_direct)}
            />
          )
        )
      },
    })),
  ]
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto"
    >
      <div style={{ minWidth: `${12 + privileges.length * 5.5}rem` }}>
        <Table label={label} rows={rows} rowKey={({ id }) => String(id)} columns={columns} dense />
      </div>
    </section>
  )
}

function Cell({
  row: { name, refusal },
  state,
  staged,
  onToggle,
}: {
  row: MatrixRow
  state: PrivilegeState
  staged: PrivilegeChange | undefined
  onToggle: (isGranted: boolean) => void
}) {
  const isGranted = staged?.is_granted ?? state.is_direct
  const isThrough =
    !isGranted && (state.covered || state.through.length > 0 || (!state.is_direct && state.is_effective))
  const source = privilegeSource(state)
  const idle = staged && idleChange(state, staged.is_granted)
  const text = [
    `${state.privilege} on ${name}: ${source ?? 'not granted'}`,
    ...(staged ? [staged.is_granted ? 'to be granted' : 'to be revoked'] : []),
  ].join(', ')
  return (
    <Tooltip content={[text, idle ?? refusal].filter(Boolean).join('. ')}>
      <span
        className={cx('inline-grid rounded-sm p-0.5', staged && 'bg-warning-subtle ring-1 ring-warning-line')}
      >
        <Checkbox
          aria-label={text}
          checked={isGranted}
          indeterminate={isThrough}
          disabled={refusal !== undefined}
          onCheckedChange={() => onToggle(!isGranted)}
        />
      </span>
    </Tooltip>
  )
}
