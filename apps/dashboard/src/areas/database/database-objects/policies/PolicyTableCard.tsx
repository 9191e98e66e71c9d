import type { ListedPolicy, PolicyTable } from '@basalt/contract/database-objects/policies/policies.schema.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Ellipsis, FlaskConical, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Card } from '../../../../ui/layout/Card.tsx'
import { lazyLayer } from '../../../../ui/lazy-layer.tsx'
import { Menu } from '../../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../../ui/menu/MenuSeparator.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { Table, type TableColumn } from '../../../../ui/table/Table.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { ObjectLink } from '../ObjectLink.tsx'
import type { ObjectPanel } from '../objects-url.rules.ts'
import { policyQueries } from './policies.queries.ts'
import { type RowSecurityChange, useRowSecurity } from './use-row-security.ts'

const Confirm = lazyLayer(
  () => import('../../../../ui/dialog/SqlConfirmDialog.tsx').then(({ SqlConfirmDialog }) => SqlConfirmDialog),
  ({ open }) => open,
)

const STORAGE_SCHEMA = 'storage'

/** A table with its row level security and policies. */
export function PolicyTableCard({
  project: { ref },
  schema,
  table,
  refusal: memberRefusal,
  onOpen,
  onTry,
}: {
  project: Project
  schema: string
  table: PolicyTable
  /** Why the member cannot change policies. */
  refusal: string | undefined
  onOpen: (panel: ObjectPanel, id?: number, on?: string) => void
  onTry: () => void
}) {
  const [asked, setAsked] = useState<RowSecurityChange>()
  const refusal =
    memberRefusal ?? (table.is_owned ? undefined : `Only ${table.owner}, who owns the table, can change it.`)
  const reason = refusal !== undefined && { reason: refusal }
  const switchRefusal = isProtectedSchema(schema)
    ? 'The platform manages this schema and relies on its row level security.'
    : refusal
  const switchReason = switchRefusal !== undefined && { reason: switchRefusal }
  const { id, name, is_rls_enabled: isOn, is_rls_forced: isForced, reached_by: reachedBy } = table
  const change = useRowSecurity(ref, id, asked, asked === 'set_row_security' ? !isOn : !isForced)
  return (
    <Card
      title={
        <span className="flex flex-wrap items-center gap-2">
          <TextLink
            tone="quiet"
            className="wrap-anywhere text-ink! hover:underline"
            render={
              <Link
                to="/project/$ref/editor/$tableId"
                params={{ ref, tableId: String(id) }}
                search={{ schema }}
              />
            }
          >
            {name}
          </TextLink>
          <Badge tone={isOn ? 'success' : 'warning'}>{isOn ? 'RLS on' : 'RLS off'}</Badge>
          {isForced && <Badge>Forced</Badge>}
        </span>
      }
      actions={
        <>
          <Button
            size="sm"
            icon={FlaskConical}
            aria-label={`Try it on ${name}`}
            onClick={onTry}
            {...(memberRefusal !== undefined && { reason: memberRefusal })}
          >
            Try it
          </Button>
          <Button
            size="sm"
            icon={Plus}
            aria-label={`New policy on ${name}`}
            onClick={() => onOpen('new', undefined, name)}
            {...reason}
          >
            New policy
          </Button>
          <Menu
            align="end"
            trigger={<IconButton size="sm" icon={Ellipsis} label={`Row level security of ${name}`} />}
          >
            <MenuItem destructive={isOn} onSelect={() => setAsked('set_row_security')} {...switchReason}>
              {isOn ? 'Turn off row level security' : 'Enable row level security'}
            </MenuItem>
            <MenuItem onSelect={() => setAsked('force_row_security')} {...switchReason}>
              {isForced ? 'No longer force it for the owner' : 'Force it for the owner'}
            </MenuItem>
            {schema === STORAGE_SCHEMA && (
              <MenuItem link={<Link to="/project/$ref/storage/policies" params={{ ref }} />}>
                Open storage policies
              </MenuItem>
            )}
          </Menu>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Exposure table={table} />
        {table.policies.length > 0 && (
          <PolicyList projectRef={ref} table={table} refusal={refusal} onOpen={onOpen} />
        )}
      </div>
      <Confirm
        open={asked !== undefined}
        onOpenChange={(open) => !open && setAsked(undefined)}
        {...questionAbout(asked ?? 'set_row_security', table)}
        statements={change.statements}
        onConfirm={async () => {
          const isSwitch = asked === 'set_row_security'
          await change.apply()
          toast({
            tone: 'success',
            title: isSwitch
              ? `Row level security is ${isOn ? 'off' : 'on'}`
              : `Row level security ${isForced ? 'no longer applies' : 'applies'} to the owner`,
          })
        }}
      >
        <p>
          {asked === 'force_row_security'
            ? `The owner, ${table.owner}, ${isForced ? 'then reaches all rows.' : 'is then subject to the policies as well. Roles that bypass row level security stay exempt.'}`
            : isOn
              ? reachedBy.length > 0
                ? 'Anyone with the project’s publishable key can then use all rows, as far as privileges allow.'
                : 'Policies then no longer apply.'
              : table.policy_count === 0
                ? 'The table has no policies, so clients of the Data API reach no rows until you add one.'
                : 'Its policies then apply to every role that does not bypass them.'}
        </p>
      </Confirm>
    </Card>
  )
}

function questionAbout(change: RowSecurityChange, { name, is_rls_enabled, is_rls_forced }: PolicyTable) {
  if (change === 'force_row_security')
    return is_rls_forced
      ? {
          title: `Exempt the owner of ${name} from its policies?`,
          confirmLabel: 'Exempt the owner',
          tone: 'danger' as const,
        }
      : { title: `Force row level security on ${name}?`, confirmLabel: 'Force', tone: 'primary' as const }
  return is_rls_enabled
    ? { title: `Turn off row level security of ${name}?`, confirmLabel: 'Turn off', tone: 'danger' as const }
    : {
        title: `Enable row level security on ${name}?`,
        confirmLabel: 'Enable RLS',
        tone: 'primary' as const,
      }
}

/** What the switches and policies mean for those who use the Data API. */
function Exposure({ table: { is_rls_enabled, reached_by, policy_count } }: { table: PolicyTable }) {
  if (!is_rls_enabled && reached_by.length > 0)
    return (
      <Callout tone="warning">
        {reached_by.join(' and ')} {reached_by.length === 1 ? 'reaches' : 'reach'} every row of this table.
        {policy_count > 0 && ' Its policies apply once row level security is enabled.'}
      </Callout>
    )
  if (policy_count > 0) return null
  return (
    <p className="text-ink-muted text-sm">
      {is_rls_enabled
        ? 'No policies: only roles that bypass row level security reach rows.'
        : 'No policies. Roles of the Data API have no privilege on this table.'}
    </p>
  )
}

function PolicyList({
  projectRef: ref,
  table: { id: tableId, name: tableName, policies, policy_count },
  refusal,
  onOpen,
}: {
  projectRef: string
  table: PolicyTable
  refusal: string | undefined
  onOpen: (panel: ObjectPanel, id?: number) => void
}) {
  const [isLong, setLong] = useState(false)
  const others = useInfiniteQuery({
    ...policyQueries.others(ref, tableId, policies.at(-1)?.name ?? ''),
    enabled: isLong,
  })
  const rows = [...policies, ...(others.data?.pages.flatMap((page) => page.policies) ?? [])]
  const reason = refusal !== undefined && { reason: refusal }
  const columns: TableColumn<ListedPolicy>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: ({ id, name, is_permissive }) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
          <ObjectLink id={id} name={name} />
          {!is_permissive && <Badge tone="warning">Restrictive</Badge>}
        </span>
      ),
    },
    { key: 'command', header: 'Command', width: '6rem', cell: ({ command }) => <Badge>{command}</Badge> },
    {
      key: 'roles',
      header: 'Roles',
      width: '20%',
      wideOnly: true,
      cell: ({ roles }) => (
        <span className="wrap-anywhere line-clamp-2 text-ink-muted">{roles.join(', ')}</span>
      ),
    },
    {
      key: 'expression',
      header: 'Condition',
      width: '32%',
      wideOnly: true,
      cell: ({ using, with_check }) => (
        <code className="wrap-anywhere line-clamp-2 font-mono text-ink-muted text-xs">
          {using ?? with_check}
        </code>
      ),
    },
    {
      key: 'actions',
      header: <span className="sr-only">Actions</span>,
      width: '3rem',
      align: 'end',
      cell: ({ id, name }) => (
        <Menu align="end" trigger={<IconButton size="sm" icon={Ellipsis} label={`Actions for ${name}`} />}>
          <MenuItem icon={Pencil} onSelect={() => onOpen('edit', id)} {...reason}>
            Edit
          </MenuItem>
          <MenuItem icon={Copy} onSelect={() => onOpen('duplicate', id)} {...reason}>
            Duplicate
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} destructive onSelect={() => onOpen('delete', id)} {...reason}>
            Delete
          </MenuItem>
        </Menu>
      ),
    },
  ]
  return (
    <>
      <Table
        label={`Policies of ${tableName}`}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
      />
      {!isLong && policy_count > policies.length && (
        <Button size="sm" className="self-start" onClick={() => setLong(true)}>
          {`Show ${(policy_count - policies.length).toLocaleString('en')} more`}
        </Button>
      )}
      {isLong && (others.isPending || others.isError || others.hasNextPage) && (
        <LoadMore {...loadMoreProps(others)} failure="Failed to load more policies." />
      )}
    </>
  )
}
