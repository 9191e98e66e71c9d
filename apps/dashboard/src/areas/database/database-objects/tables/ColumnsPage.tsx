import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { ColumnDraft, TableDefinition } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { entityKindNames, isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Columns3, Pencil, Plus, Search, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { requestIdOf } from '../../../../api/api-error.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { ButtonLink } from '../../../../ui/controls/ButtonLink.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { Input } from '../../../../ui/controls/Input.tsx'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../../ui/feedback/ErrorPanel.tsx'
import { PageHeader } from '../../../../ui/layout/PageHeader.tsx'
import { Table } from '../../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { Badge } from '../../../../ui/text/Badge.tsx'
import { TextLink } from '../../../../ui/text/TextLink.tsx'
import { useChangeRefusal } from '../../../project/production-lock/production-lock.port.ts'
import type { PanelSearch } from '../../../table-editor/tables/panel-url.port.ts'
import { TablePanelOutlet } from '../../../table-editor/tables/TablePanelOutlet.port.tsx'
import { tableQueries } from '../../../table-editor/tables/tables.queries.ts'

/** The columns of one table or view. */
export function ColumnsPage({
  project,
  tableId,
  search,
}: {
  project: Project
  tableId: number
  search: PanelSearch
}) {
  const { ref } = project
  const navigate = useNavigate()
  const query = useQuery(tableQueries.definition(ref, tableId))
  const memberRefusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  const { data } = query
  const open = (panel: 'column' | 'delete-column', column?: string) =>
    void navigate({
      to: '.',
      search: (known: object) => ({ ...known, panel, column }),
      resetScroll: false,
    })
  const toTables = { to: '/project/$ref/database/tables', params: { ref } } as const
  return (
    <div className="relative mx-auto flex w-full max-w-5xl flex-col gap-4 px-4 py-8 sm:px-6">
      {data ? (
        <Columns projectRef={ref} definition={data} refusal={refusalOf(data, memberRefusal)} onOpen={open} />
      ) : (
        <>
          <PageHeader
            title="Columns"
            breadcrumb={<TextLink render={<Link {...toTables} />}>Tables</TextLink>}
          />
          {query.isError ? (
            <ErrorPanel
              title="Failed to load the columns"
              message={query.error.message}
              requestId={requestIdOf(query.error)}
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <TableSkeleton label="Loading columns" columns={5} rows={8} />
          )}
        </>
      )}
      <TablePanelOutlet
        project={project}
        schema={data?.table.schema ?? 'public'}
        openId={tableId}
        search={search}
        onDropped={() => void navigate({ ...toTables, replace: true })}
      />
    </div>
  )
}

/** Why columns cannot be changed here. */
function refusalOf({ kind, table, is_owned }: TableDefinition, memberRefusal: string | undefined) {
  if (kind !== 'r' && kind !== 'p')
    return `Columns of a ${entityKindNames[kind].toLowerCase()} are changed with SQL.`
  if (isProtectedSchema(table.schema))
    return 'This schema is managed by the platform. What is in it can only be read.'
  return memberRefusal ?? (is_owned ? undefined : 'Only the role that owns the table can change it.')
}

function Columns({
  projectRef: ref,
  definition: { id, table },
  refusal,
  onOpen,
}: {
  projectRef: string
  definition: TableDefinition
  refusal: string | undefined
  onOpen: (panel: 'column' | 'delete-column', column?: string) => void
}) {
  const [find, setFind] = useState('')
  const { schema, name, comment, columns } = table
  const wanted = find.trim().toLowerCase()
  const shown = columns.filter((column) => column.name.toLowerCase().includes(wanted))
  const locked = refusal !== undefined && { reason: refusal }
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => onOpen('column')} {...locked}>
      New column
    </Button>
  )
  return (
    <>
      <PageHeader
        title={name}
        description={comment ?? undefined}
        breadcrumb={
          <TextLink render={<Link to="/project/$ref/database/tables" params={{ ref }} search={{ schema }} />}>
            Tables of {schema}
          </TextLink>
        }
        actions={
          <>
            <ButtonLink
              icon={Table2}
              render={
                <Link
                  to="/project/$ref/editor/$tableId"
                  params={{ ref, tableId: String(id) }}
                  search={{ schema }}
                />
              }
            >
              View in table editor
            </ButtonLink>
            {create}
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <div className="w-64 max-sm:flex-1">
          <Input
            size="sm"
            type="search"
            icon={Search}
            aria-label="Find columns"
            placeholder="Find columns..."
            value={find}
            onValueChange={setFind}
          />
        </div>
        <p className="ml-auto text-ink-muted text-sm tabular-nums" role="status">
          {shown.length.toLocaleString('en')} {shown.length === 1 ? 'column' : 'columns'}
        </p>
      </div>
      {shown.length === 0 ? (
        <EmptyState
          icon={Columns3}
          title={wanted === '' ? `${name} has no columns` : `No columns match “${find}”`}
          action={
            wanted === '' ? (
              refusal === undefined && create
            ) : (
              <Button onClick={() => setFind('')}>Clear search</Button>
            )
          }
        />
      ) : (
        <Table
          label={`Columns of ${name}`}
          rows={shown}
          rowKey={(column) => column.name}
          columns={[
            {
              key: 'name',
              header: 'Name',
              cell: (column) => (
                <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1.5">
                  <span className="wrap-anywhere font-medium">{column.name}</span>
                  {marksOf(column, table).map((mark) => (
                    <Badge key={mark}>{mark}</Badge>
                  ))}
                  {column.comment !== null && (
                    <span className="line-clamp-2 w-full text-ink-muted text-xs">{column.comment}</span>
                  )}
                </span>
              ),
            },
            {
              key: 'type',
              header: 'Type',
              cell: ({ type }) => <span className="wrap-anywhere font-mono text-xs">{type}</span>,
            },
            {
              key: 'nullable',
              header: 'NULL',
              wideOnly: true,
              cell: ({ nullable }) => <span className="text-ink-muted">{nullable ? 'Allowed' : 'No'}</span>,
            },
            {
              key: 'default',
              header: 'Default',
              wideOnly: true,
              cell: (column) => (
                <span className="line-clamp-2 wrap-anywhere font-mono text-ink-muted text-xs">
                  {valueText(column)}
                </span>
              ),
            },
            {
              key: 'actions',
              header: <span className="sr-only">Actions</span>,
              width: '5rem',
              align: 'end',
              cell: (column) => (
                <span className="flex justify-end">
                  <IconButton
                    size="sm"
                    icon={Pencil}
                    label={`Edit ${column.name}`}
                    onClick={() => onOpen('column', column.name)}
                    {...locked}
                  />
                  <IconButton
                    size="sm"
                    icon={Trash2}
                    label={`Delete ${column.name}`}
                    onClick={() => onOpen('delete-column', column.name)}
                    {...locked}
                  />
                </span>
              ),
            },
          ]}
        />
      )}
    </>
  )
}

function marksOf(
  { name, identity }: ColumnDraft,
  { primary_key, uniques, foreign_keys }: TableDefinition['table'],
) {
  return [
    ...(primary_key.includes(name) ? ['Primary key'] : []),
    ...(foreign_keys.some(({ columns }) => columns.includes(name)) ? ['Foreign key'] : []),
    ...(uniques.some(({ columns }) => columns.length === 1 && columns[0] === name) ? ['Unique'] : []),
    ...(identity === null ? [] : ['Identity']),
  ]
}

const valueText = ({ default: value, generated }: ColumnDraft) => {
  if (generated !== null) return `generated: ${generated}`
  if (value === null) return ''
  return 'literal' in value ? `'${value.literal.replaceAll("'", "''")}'` : value.expression
}
