import type { ListedTable } from '@basalt/contract/database-objects/tables/tables.schema.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { entityKinds, isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Table2 } from 'lucide-react'
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx'
import { Table } from '../../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../../ui/table/TableSkeleton.tsx'
import { useChangeRefusal } from '../../../project/production-lock/production-lock.port.ts'
import { KindFilter } from '../../../table-editor/entities/KindFilter.port.tsx'
import { TablePanelOutlet } from '../../../table-editor/tables/TablePanelOutlet.port.tsx'
import { CreateButton } from '../CreateButton.tsx'
import { countText } from '../count-text.rules.ts'
import { ListContent } from '../ListContent.tsx'
import { ListFrame } from '../ListFrame.tsx'
import { NoMatch } from '../NoMatch.tsx'
import { PROTECTED_REASON } from '../object-refusals.rules.ts'
import { DEFAULT_SCHEMA } from '../objects-url.rules.ts'
import { useListSearch } from '../use-list-search.ts'
import { tableColumns } from './table-columns.tsx'
import { tableListQueries } from './tables.queries.ts'
import type { TablesSearch } from './tables-url.rules.ts'

const DESCRIPTION = 'Tables and views of a schema, with what they store and the state of their rows.'

/** The tables of a schema, with what is open over the list. */
export function TablesPage({ project, search }: { project: Project; search: TablesSearch }) {
  const { ref } = project
  const { schema = DEFAULT_SCHEMA, find = '', sort, order = 'asc', kinds } = search
  const { go, typed } = useListSearch<TablesSearch>(find, 'find')
  const memberRefusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  const isProtected = isProtectedSchema(schema)
  const refusal = isProtected ? PROTECTED_REASON : memberRefusal
  const list = useInfiniteQuery(tableListQueries.pages(ref, { schema, search: find, sort, order, kinds }))
  const create = <CreateButton one="table" refusal={refusal} onClick={() => go({ panel: 'new' })} />
  const count = list.data?.pages[0]?.count
  return (
    <ListFrame
      projectRef={ref}
      title="Tables"
      description={DESCRIPTION}
      actions={create}
      isWide
      schema={{
        value: schema,
        isProtected,
        refusal: memberRefusal,
        onSelect: (next) => go({ schema: next }),
      }}
      many="tables"
      typed={typed}
      filters={
        <KindFilter
          kinds={kinds ?? entityKinds}
          onChange={(next) => go({ kinds: next.length < entityKinds.length ? [...next] : undefined }, true)}
        />
      }
      count={count === undefined ? undefined : countText(count, 'table', 'tables')}
    >
      <ListContent
        list={list}
        many="tables"
        skeleton={<TableSkeleton label="Loading tables" columns={8} rows={8} />}
        empty={
          find !== '' || kinds !== undefined ? (
            <NoMatch
              icon={Table2}
              many="tables"
              find={find}
              isFiltered={kinds !== undefined}
              onClear={() => {
                typed.commitNow('')
                go({ kinds: undefined }, true)
              }}
            />
          ) : (
            <EmptyState
              icon={Table2}
              title={`No tables in ${schema}`}
              action={refusal === undefined && create}
            >
              {DESCRIPTION}
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <Table<ListedTable>
            label={`Tables of ${schema}`}
            rows={rows}
            rowKey={({ id }) => String(id)}
            columns={tableColumns({
              projectRef: ref,
              schema,
              refusal,
              sort,
              order,
              onSort: (by, next) => go({ sort: by, order: next === 'desc' ? 'desc' : undefined }, true),
              onPanel: (panel, table) => go({ panel, table }),
            })}
          />
        )}
      </ListContent>
      <TablePanelOutlet project={project} schema={schema} openId={undefined} search={search} />
    </ListFrame>
  )
}
