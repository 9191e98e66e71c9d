import {
  EVERYONE,
  type PasswordPlace,
  WRAPPER,
} from '@basalt/contract/foreign-servers/foreign-servers.rules.ts'
import type {
  ForeignServer,
  ForeignServerTest,
  UserMapping,
} from '@basalt/contract/foreign-servers/foreign-servers.schema.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Copy, Ellipsis, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Callout } from '../../../ui/feedback/Callout.tsx'
import { Card } from '../../../ui/layout/Card.tsx'
import { Disclosure } from '../../../ui/layout/Disclosure.tsx'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { MenuItem } from '../../../ui/menu/MenuItem.tsx'
import { MenuSeparator } from '../../../ui/menu/MenuSeparator.tsx'
import { DescriptionList } from '../../../ui/table/DescriptionList.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { dropLoginIn, testServerIn } from './foreign-servers.queries.ts'
import { SSL_LABELS } from './ssl-labels.ts'
import type { ServerPanel } from './wrappers-url.rules.ts'

/** A server with its logins and its tables, and what can be done with it. */
export function ServerCard({
  projectRef: ref,
  server,
  refusal,
  onOpen,
}: {
  projectRef: string
  server: ForeignServer
  /** Why the caller may not change servers. */
  refusal: string | undefined
  onOpen: (panel: ServerPanel) => void
}) {
  const test = useMutation(testServerIn(ref))
  const { name, wrapper, owner, is_owned, host, address, port, database, other_options } = server
  const reason =
    refusal ??
    (wrapper !== WRAPPER
      ? `It belongs to the wrapper ${wrapper}, which is used in SQL`
      : is_owned
        ? undefined
        : `It belongs to ${owner}`)
  const refused = reason !== undefined && { reason }
  return (
    <Card
      title={<span className="wrap-anywhere">{name}</span>}
      description={`${host ?? address ?? 'No host'}, port ${port}${database === null ? '' : `, database ${database}`}`}
      actions={
        <>
          <Button loading={test.isPending} onClick={() => test.mutate(name)} {...refused}>
            Test
          </Button>
          <Button variant="primary" onClick={() => onOpen('import')} {...refused}>
            Import tables
          </Button>
          <Menu align="end" trigger={<IconButton label={`Actions for ${name}`} icon={Ellipsis} />}>
            <MenuItem icon={Pencil} reason={reason} onSelect={() => onOpen('edit')}>
              Edit
            </MenuItem>
            <MenuItem icon={Copy} reason={reason} onSelect={() => onOpen('duplicate')}>
              Duplicate
            </MenuItem>
            <MenuItem icon={KeyRound} reason={reason} onSelect={() => onOpen('login')}>
              Set a login
            </MenuItem>
            <MenuSeparator />
            <MenuItem
              icon={Trash2}
              destructive
              reason={refusal ?? (is_owned ? undefined : `It belongs to ${owner}`)}
              onSelect={() => onOpen('drop')}
            >
              Drop
            </MenuItem>
          </Menu>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {test.data && <TestResult result={test.data} host={host} />}
        <DescriptionList
          items={[
            ...(server.is_relayed
              ? []
              : [{ label: 'Address', value: address?.replaceAll(',', ', ') ?? 'None' }]),
            {
              label: 'Encryption',
              value: server.sslmode === null ? 'If offered' : SSL_LABELS[server.sslmode].label,
            },
            ...(server.fetch_size === null
              ? []
              : [{ label: 'Rows at once', value: server.fetch_size.toLocaleString('en') }]),
            ...(server.use_remote_estimate ? [{ label: 'Costs', value: 'Asked from the server' }] : []),
            ...other_options.map((option) => ({ label: option.name, value: option.value })),
          ]}
        />
        {wrapper === WRAPPER && (
          <InTheDatabase server={server} reason={reason} onSeal={() => onOpen('edit')} />
        )}
        <Logins projectRef={ref} server={server} reason={reason} />
        <ForeignTables projectRef={ref} server={server} />
      </div>
    </Card>
  )
}

function TestResult({ result, host }: { result: ForeignServerTest; host: string | null }) {
  const { is_reachable, milliseconds, version, reason, moved_to } = result
  return (
    <div className="flex flex-col gap-2">
      {is_reachable ? (
        <Callout tone="success" role="status" title={`Connected to PostgreSQL ${version}`}>
          In {Math.round(milliseconds).toLocaleString('en')} ms, with the login of postgres.
        </Callout>
      ) : (
        <Callout tone="critical" role="alert" title="PostgreSQL could not connect">
          {reason}
        </Callout>
      )}
      {moved_to.length > 0 && (
        <Callout tone="warning" title={`${host} has moved`}>
          Its name leads to {moved_to.join(', ')} now. Edit the server and save it to use that.
        </Callout>
      )}
    </div>
  )
}

/** A server that was made in SQL, or before Basalt kept passwords elsewhere. */
function InTheDatabase({
  server: { is_relayed, mappings },
  reason,
  onSeal,
}: {
  server: ForeignServer
  reason: string | undefined
  onSeal: () => void
}) {
  if (is_relayed && !mappings.some(({ password }) => password === 'database')) return null
  return (
    <Callout
      tone="warning"
      title="PostgreSQL connects to this server itself"
      action={
        <Button size="sm" onClick={onSeal} {...(reason !== undefined && { reason })}>
          Edit and save
        </Button>
      }
    >
      So its passwords are readable in this database and in dumps of it. Saving the server moves them out,
      sealed.
    </Callout>
  )
}

const PASSWORDS: Readonly<Record<PasswordPlace, string>> = {
  sealed: 'Sealed',
  database: 'In the database',
  other_place: 'Entered for another host: set it again',
  missing: 'Not in this copy: set it again',
  none: 'None',
}

const roleText = (role: string) => (role === EVERYONE ? 'All other roles' : role)

function Logins({
  projectRef: ref,
  server: { name, mappings },
  reason,
}: {
  projectRef: string
  server: ForeignServer
  reason: string | undefined
}) {
  const remove = useMutation(dropLoginIn(ref))
  if (mappings.length === 0)
    return (
      <Callout tone="warning" title="No role can log in there">
        Set the login of postgres to use this server.
      </Callout>
    )
  return (
    <Table<UserMapping>
      label={`Logins at ${name}`}
      dense
      rows={mappings}
      rowKey={({ role }) => role}
      columns={[
        {
          key: 'role',
          header: 'Role here',
          cell: ({ role }) => <span className="wrap-anywhere">{roleText(role)}</span>,
        },
        {
          key: 'user',
          header: 'User there',
          cell: ({ user }) => <span className="wrap-anywhere">{user ?? 'Hidden'}</span>,
        },
        {
          key: 'password',
          header: 'Password',
          cell: ({ password }) => PASSWORDS[password],
        },
        {
          key: 'remove',
          header: <span className="sr-only">Actions</span>,
          align: 'end',
          cell: ({ role }) => (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`Remove the login of ${roleText(role)}`}
              loading={remove.isPending && remove.variables.role === role}
              onClick={() => remove.mutate({ name, role })}
              {...(reason !== undefined && { reason })}
            >
              Remove
            </Button>
          ),
        },
      ]}
    />
  )
}

function ForeignTables({
  projectRef: ref,
  server: { name, tables, table_count },
}: {
  projectRef: string
  server: ForeignServer
}) {
  if (table_count === 0)
    return <p className="text-ink-muted text-sm">No tables of this server are imported yet.</p>
  return (
    <Disclosure summary={table_count === 1 ? '1 table' : `${table_count.toLocaleString('en')} tables`}>
      <Table
        label={`Tables of ${name}`}
        dense
        rows={tables}
        rowKey={({ id }) => String(id)}
        columns={[
          {
            key: 'name',
            header: 'Table here',
            cell: (table) => (
              <TextLink
                className="wrap-anywhere"
                render={
                  <Link
                    to="/project/$ref/editor/$tableId"
                    params={{ ref, tableId: String(table.id) }}
                    search={{ schema: table.schema }}
                  />
                }
              >
                {table.schema}.{table.name}
              </TextLink>
            ),
          },
          {
            key: 'remote',
            header: 'Table there',
            wideOnly: true,
            cell: (table) => (
              <span className="wrap-anywhere">
                {table.remote_schema ?? table.schema}.{table.remote_name ?? table.name}
              </span>
            ),
          },
        ]}
      />
      {table_count > tables.length && (
        <p className="mt-2 text-ink-muted text-sm">
          And {(table_count - tables.length).toLocaleString('en')} more.
        </p>
      )}
    </Disclosure>
  )
}
