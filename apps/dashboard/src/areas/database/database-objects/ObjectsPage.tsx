import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { Table } from '../../../ui/table/Table.tsx'
import { TableSkeleton } from '../../../ui/table/TableSkeleton.tsx'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { CreateButton } from './CreateButton.tsx'
import { countText } from './count-text.rules.ts'
import { ListContent } from './ListContent.tsx'
import { ListFrame } from './ListFrame.tsx'
import { NoMatch } from './NoMatch.tsx'
import { ObjectLink } from './ObjectLink.tsx'
import { ObjectMenu } from './ObjectMenu.tsx'
import { ObjectPanels } from './ObjectPanels.tsx'
import type { DescribedObject, ListedObject, ObjectKindPage, ObjectSort } from './object-kind-page.ts'
import { PROTECTED_REASON } from './object-refusals.rules.ts'
import {
  DEFAULT_SCHEMA,
  type FilterValues,
  type ObjectPanel,
  type ObjectsSearch,
} from './objects-url.rules.ts'
import { SortHeader } from './SortHeader.tsx'
import { useListSearch } from './use-list-search.ts'

const BY_NAME: ObjectSort = { by: 'name', asc: 'A to Z', desc: 'Z to A', first: 'asc' }

/** The objects of one kind, with what is open over the list. */
export function ObjectsPage<Item extends ListedObject, Found extends DescribedObject>({
  project,
  kind,
  search: { schema = DEFAULT_SCHEMA, find = '', sort: sortedBy, order: inUrl, panel, id, ...filters },
  underTabs,
}: {
  project: Project
  kind: ObjectKindPage<Item, Found>
  search: ObjectsSearch & FilterValues
  /** Puts everything below the title under tabs. */
  underTabs?: (content: ReactNode) => ReactNode
}) {
  const { ref } = project
  const order = inUrl ?? 'asc'
  const { go, typed } = useListSearch<ObjectsSearch | FilterValues>(find, 'find')
  const memberRefusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  const isProtected = !kind.isGlobal && !kind.isOpenInProtectedSchemas && isProtectedSchema(schema)
  const schemaRefusal = isProtected ? PROTECTED_REASON : undefined
  const refusal = schemaRefusal ?? memberRefusal
  const sort = kind.columns.find((column) => column.sort?.by === sortedBy)?.sort ?? BY_NAME
  const list = useInfiniteQuery(
    kind.queries.list(ref, {
      ...(!kind.isGlobal && { schema }),
      search: find,
      ...(sort !== BY_NAME && { sort: sort.by }),
      order,
      filters,
    }),
  )
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  const count = list.data?.pages[0]?.count
  const open = (next: ObjectPanel, of?: number) => go({ panel: next, id: of })
  const create = <CreateButton one={kind.one} refusal={refusal} onClick={() => open('new')} />
  const sortHeader = (label: string, by: ObjectSort) => (
    <SortHeader
      label={label}
      sort={by}
      order={by.by === sort.by ? order : undefined}
      onSort={(next) =>
        go({ sort: by === BY_NAME ? undefined : by.by, order: next === 'desc' ? 'desc' : undefined }, true)
      }
    />
  )
  return (
    <ListFrame
      projectRef={ref}
      title={kind.title}
      description={kind.description}
      actions={create}
      {...(underTabs && { underTabs })}
      {...(!kind.isGlobal && {
        schema: {
          value: schema,
          isProtected,
          refusal: memberRefusal,
          onSelect: (next) => go({ schema: next }),
        },
      })}
      many={kind.many}
      typed={typed}
      filters={
        kind.Filters && (
          <kind.Filters
            projectRef={ref}
            schema={schema}
            filters={filters}
            onChange={(changed) => go(changed, true)}
          />
        )
      }
      count={count === undefined ? undefined : countText(count, kind.one, kind.many)}
    >
      {kind.Banner && <kind.Banner projectRef={ref} refusal={refusal} />}
      <ListContent
        list={list}
        many={kind.many}
        skeleton={<TableSkeleton label={`Loading ${kind.many}`} columns={kind.columns.length + 2} rows={8} />}
        empty={
          find !== '' || isFiltered ? (
            <NoMatch
              icon={kind.icon}
              many={kind.many}
              find={find}
              isFiltered={isFiltered}
              onClear={() => {
                typed.commitNow('')
                if (isFiltered)
                  go(Object.fromEntries(Object.keys(filters).map((key) => [key, undefined])), true)
              }}
            />
          ) : (
            <EmptyState
              icon={kind.icon}
              title={kind.isGlobal ? `No ${kind.many} yet` : `No ${kind.many} in ${schema}`}
              action={refusal === undefined && create}
            >
              {kind.description}
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <Table
            label={kind.isGlobal ? kind.title : `${kind.title} of ${schema}`}
            rows={rows}
            rowKey={({ id: oid }) => String(oid)}
            columns={[
              {
                key: 'name',
                width: '28%',
                header: sortHeader('Name', BY_NAME),
                cell: (item) => <ObjectLink id={item.id} name={item.name} label={kind.labelOf?.(item)} />,
              },
              ...kind.columns.map((column) => ({
                ...column,
                cell: (item: Item) => column.cell(item, ref),
                header: column.sort ? sortHeader(column.header, column.sort) : column.header,
              })),
              {
                key: 'actions',
                header: <span className="sr-only">Actions</span>,
                width: '3rem',
                align: 'end',
                cell: (item) => {
                  const ofItem = kind.refusalOf?.(item) ?? refusal
                  return (
                    <ObjectMenu
                      name={kind.labelOf?.(item) ?? item.name}
                      refusal={ofItem}
                      copyRefusal={ofItem}
                      onOpen={(next) => open(next, item.id)}
                    />
                  )
                },
              },
            ]}
          />
        )}
      </ListContent>
      <ObjectPanels
        projectRef={ref}
        kind={kind}
        panel={panel}
        id={id}
        schema={schema}
        refusal={memberRefusal}
        schemaRefusal={schemaRefusal}
        onOpen={open}
        onClose={() => go({ panel: undefined, id: undefined }, true)}
      />
    </ListFrame>
  )
}
