import {
  columnPrivileges,
  EVERY_ROLE,
  schemaPrivileges,
  tablePrivileges,
} from '@basalt/contract/database-objects/privileges/privileges.rules.ts'
import type {
  PrivilegeChange,
  PrivilegesOnTable,
} from '@basalt/contract/database-objects/privileges/privileges.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { KeyRound, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { ListStates } from '../../../../api/ListStates.tsx'
import { loadMoreProps } from '../../../../api/load-more-props.ts'
import { useDebouncedText } from '../../../../lib/use-debounced-text.ts'
import { Combobox } from '../../../../ui/controls/Combobox.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { Callout } from '../../../../ui/feedback/Callout.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { TabPanel } from '../../../../ui/layout/TabPanel.tsx'
import { Tabs } from '../../../../ui/layout/Tabs.tsx'
import { LoadMore } from '../../../../ui/table/LoadMore.tsx'
import { Table } from '../../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { useChangeRefusal } from '../../../project/production-lock/production-lock.port.ts'
import { SchemaPicker } from '../../../table-editor/entities/SchemaPicker.port.tsx'
import { tableQueries } from '../../../table-editor/tables/tables.queries.ts'
import type { ObjectsOnPage } from '../objects.queries.ts'
import { roleQueries } from '../roles/roles.queries.ts'
import { type MatrixRow, PrivilegeMatrix } from './PrivilegeMatrix.tsx'
import { privilegeQueries } from './privileges.queries.ts'
import type { PrivilegesSearch } from './privileges-url.rules.ts'
import { StagedBar } from './StagedBar.tsx'
import { type StagedPrivileges, stage } from './staged-privileges.rules.ts'

const DEFAULT_SCHEMA = 'public'
const DEFAULT_ROLE = 'anon'
const SEARCH_DELAY_MS = 250
/** Options of a list that is open at once. */
const OPTIONS_SHOWN = 200

const PROTECTED = 'The platform manages this schema. Its privileges can only be read.'

const NOTHING: StagedPrivileges = new Map()

/** What a role may do with tables, columns and schemas. Changes are collected, and applied together. */
export function PrivilegesPage({ project, search }: { project: Project; search: PrivilegesSearch }) {
  const { ref } = project
  const { role = DEFAULT_ROLE, tab = 'tables', schema = DEFAULT_SCHEMA, find = '', table } = search
  const navigate = useNavigate()
  const go = (change: PrivilegesSearch, replace = false) =>
    void navigate({
      to: '.',
      search: (known: object) => ({ ...known, ...change }),
      replace,
      resetScroll: false,
    })
  const { text, set } = useDebouncedText(
    find,
    (next) => go({ find: next === '' ? undefined : next }, true),
    SEARCH_DELAY_MS,
  )
  const refusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  // What is staged belongs to a role: it is dropped with it.
  const [held, setHeld] = useState({ role, staged: NOTHING })
  const staged = held.role === role ? held.staged : NOTHING
  const toggle = (change: PrivilegeChange, wasGranted: boolean) =>
    setHeld({ role, staged: stage(staged, change, wasGranted) })
  const part = { projectRef: ref, role, schema, find, refusal, staged, onToggle: toggle }
  const pickSchema = (
    <div className="w-52 max-sm:w-full">
      <SchemaPicker
        projectRef={ref}
        schema={schema}
        refusal={refusal}
        onSelect={(next) => go({ schema: next === DEFAULT_SCHEMA ? undefined : next, table: undefined })}
      />
    </div>
  )
  const pickName = (what: string) => (
    <div className="w-64 max-sm:w-full">
      <Input
        size="sm"
        type="search"
        icon={Search}
        aria-label={`Find ${what}`}
        placeholder={`Find ${what}...`}
        value={text}
        onValueChange={set}
      />
    </div>
  )
  return (
    <div key={ref} className="relative mx-auto flex w-full max-w-6xl flex-col gap-4 px-4 py-8 sm:px-6">
      <PageHeader
        title="Column privileges"
        description="What a role may do with schemas, tables and columns. Policies then filter rows."
      />
      <RoleChoice projectRef={ref} role={role} onPick={(next) => go({ role: next })} />
      <p className="text-ink-muted text-xs">
        A tick is a grant to the role itself. A dash is a privilege that it has through other roles, PUBLIC,
        or the whole table.
      </p>
      <Tabs
        label="Privileges"
        items={[
          { value: 'tables', label: 'Tables' },
          { value: 'columns', label: 'Columns' },
          { value: 'schemas', label: 'Schemas' },
          { value: 'defaults', label: 'Default privileges' },
        ]}
        value={tab}
        onValueChange={(next) => go({ tab: next === 'tables' ? undefined : next, find: undefined })}
      >
        <TabPanel value="tables" className="flex flex-col gap-3 pt-4">
          <Controls>
            {pickSchema}
            {pickName('tables')}
          </Controls>
          <TablesPart {...part} />
        </TabPanel>
        <TabPanel value="columns" className="flex flex-col gap-3 pt-4">
          <Controls>
            {pickSchema}
            <TableChoice
              projectRef={ref}
              schema={schema}
              table={table}
              onPick={(next) => go({ table: next })}
            />
          </Controls>
          <ColumnsPart {...part} table={table} />
        </TabPanel>
        <TabPanel value="schemas" className="flex flex-col gap-3 pt-4">
          <Controls>{pickName('schemas')}</Controls>
          <SchemasPart {...part} />
        </TabPanel>
        <TabPanel value="defaults" className="flex flex-col gap-3 pt-4">
          <DefaultsPart projectRef={ref} role={role} />
        </TabPanel>
      </Tabs>
      <StagedBar
        projectRef={ref}
        role={role}
        staged={staged}
        onDone={() => setHeld({ role, staged: NOTHING })}
      />
    </div>
  )
}

const Controls = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-2">{children}</div>
)

function RoleChoice({
  projectRef: ref,
  role,
  onPick,
}: {
  projectRef: string
  role: string
  onPick: (role: string) => void
}) {
  const roles = useQuery(roleQueries.choices(ref))
  const names = roles.data?.map(({ name }) => name) ?? []
  const options = [...new Set([EVERY_ROLE, role, ...names])].map((name) => ({
    value: name,
    label: name === EVERY_ROLE ? 'PUBLIC (every role)' : name,
  }))
  return (
    <div className="flex items-center gap-3">
      <span className="font-medium text-sm">Role</span>
      <div className="w-64">
        {' '}
        <Combobox
          size="sm"
          aria-label="Role"
          options={options}
          value={role}
          shownMax={OPTIONS_SHOWN}
          onValueChange={(next) => next !== null && onPick(next)}
        />
      </div>
    </div>
  )
}

function TableChoice({
  projectRef: ref,
  schema,
  table,
  onPick,
}: {
  projectRef: string
  schema: string
  table: number | undefined
  onPick: (table: number) => void
}) {
  const { data = [] } = useQuery(tableQueries.targets(ref, schema))
  return (
    <div className="w-64 max-sm:w-full">
      {' '}
      <Combobox
        size="sm"
        aria-label="Table"
        placeholder="Choose a table"
        options={data.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={table === undefined ? null : String(table)}
        shownMax={OPTIONS_SHOWN}
        onValueChange={(next) => next !== null && onPick(Number(next))}
      />
    </div>
  )
}

interface PartProps {
  projectRef: string
  role: string
  schema: string
  find: string
  refusal: string | undefined
  staged: StagedPrivileges
  onToggle: (change: PrivilegeChange, wasGranted: boolean) => void
}

/** Why privileges on an object cannot be changed. */
const refusalFor = (
  schema: string,
  { is_owned, owner }: { is_owned: boolean; owner?: string },
  refusal: string | undefined,
) =>
  isProtectedSchema(schema)
    ? PROTECTED
    : (refusal ?? (is_owned ? undefined : `Only ${owner ?? 'its owner'} can change this.`))

function TablesPart({ projectRef: ref, role, schema, find, refusal, staged, onToggle }: PartProps) {
  const list = useInfiniteQuery(privilegeQueries.tables(ref, { role, schema, search: find }))
  return (
    <Listed list={list} what="tables" find={find}>
      {(objects) => (
        <PrivilegeMatrix
          label={`Privileges of ${role} on tables of ${schema}`}
          privileges={tablePrivileges}
          rows={objects.map((row) => ({ ...row, refusal: refusalFor(schema, row, refusal) }))}
          staged={staged}
          changeOf={({ name }, privilege, is_granted) =>
            ({ on: 'table', schema, table: name, privilege, is_granted }) as PrivilegeChange
          }
          onToggle={onToggle}
        />
      )}
    </Listed>
  )
}

function SchemasPart({ projectRef: ref, role, find, refusal, staged, onToggle }: PartProps) {
  const list = useInfiniteQuery(privilegeQueries.schemas(ref, { role, search: find }))
  return (
    <Listed list={list} what="schemas" find={find}>
      {(objects) => (
        <PrivilegeMatrix
          label={`Privileges of ${role} on schemas`}
          privileges={schemaPrivileges}
          rows={objects.map((row) => ({ ...row, refusal: refusalFor(row.name, row, refusal) }))}
          staged={staged}
          changeOf={({ name }, privilege, is_granted) =>
            ({ on: 'schema', schema: name, privilege, is_granted }) as PrivilegeChange
          }
          onToggle={onToggle}
        />
      )}
    </Listed>
  )
}

function ColumnsPart({
  projectRef: ref,
  role,
  table,
  refusal,
  staged,
  onToggle,
}: PartProps & { table: number | undefined }) {
  const query = useQuery({
    ...privilegeQueries.columns(ref, role, table ?? 0),
    enabled: table !== undefined,
  })
  if (table === undefined)
    return (
      <EmptyState icon={KeyRound} title="No table chosen">
        Choose a table to see the privileges on its columns.
      </EmptyState>
    )
  const { data } = query
  if (!data) return <Waiting query={query} what="columns" />
  const { schema, table: name, columns } = data
  return (
    <PrivilegeMatrix
      label={`Privileges of ${role} on columns of ${name}`}
      privileges={columnPrivileges}
      rows={columns.map((row): MatrixRow => ({ ...row, refusal: refusalFor(schema, data, refusal) }))}
      staged={staged}
      changeOf={(row, privilege, is_granted) =>
        ({ on: 'column', schema, table: name, column: row.name, privilege, is_granted }) as PrivilegeChange
      }
      onToggle={onToggle}
    />
  )
}

function DefaultsPart({ projectRef: ref, role }: { projectRef: string; role: string }) {
  const query = useQuery(privilegeQueries.defaults(ref))
  if (!query.data) return <Waiting query={query} what="default privileges" />
  const rows = query.data.filter(({ grantee }) => grantee === role || grantee === EVERY_ROLE)
  return (
    <>
      <Callout>
        New objects get these privileges when the role in the first column creates them. Change them with
        ALTER DEFAULT PRIVILEGES in the SQL editor.
      </Callout>
      {rows.length === 0 ? (
        <EmptyState icon={KeyRound} title={`No default privileges for ${role}`} />
      ) : (
        <Table
          label={`Default privileges for ${role}`}
          rows={rows}
          rowKey={({ role: maker, schema, objects, grantee }) =>
            JSON.stringify([maker, schema, objects, grantee])
          }
          columns={[
            { key: 'role', header: 'Created by', cell: ({ role: maker }) => maker },
            { key: 'schema', header: 'Schema', cell: ({ schema }) => schema ?? 'every schema' },
            { key: 'objects', header: 'Objects', cell: ({ objects }) => objects },
            { key: 'grantee', header: 'Granted to', wideOnly: true, cell: ({ grantee }) => grantee },
            {
              key: 'privileges',
              header: 'Privileges',
              width: '35%',
              cell: ({ privileges }) => <span className="text-ink-muted">{privileges.join(', ')}</span>,
            },
          ]}
        />
      )}
    </>
  )
}

function Waiting({ query, what }: { query: UseQueryResult; what: string }) {
  return query.isError ? (
    <ErrorPanel
      title={`Failed to load ${what}`}
      message={query.error.message}
      requestId={requestIdOf(query.error)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  ) : (
    <TableSkeleton label={`Loading ${what}`} columns={6} rows={6} />
  )
}

/** A list by its state: loading, failed, empty, or its objects with more to load. */
function Listed({
  list,
  what,
  find,
  children,
}: {
  list: UseInfiniteQueryResult<InfiniteData<ObjectsOnPage<PrivilegesOnTable>>>
  what: string
  find: string
  children: (objects: PrivilegesOnTable[]) => ReactNode
}) {
  return (
    <ListStates
      list={list}
      failure={`Failed to load ${what}`}
      skeleton={<TableSkeleton label={`Loading ${what}`} columns={9} rows={6} />}
      rowsOf={({ pages }) => pages.flatMap((page) => page.objects)}
      empty={
        <EmptyState icon={KeyRound} title={find === '' ? `No ${what} here` : `No ${what} match “${find}”`} />
      }
    >
      {(objects) => (
        <>
          {children(objects)}
          {list.hasNextPage && <LoadMore {...loadMoreProps(list)} failure={`Failed to load more ${what}.`} />}
        </>
      )}
    </ListStates>
  )
}
