import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import type { SchemaDiagram } from '@basalt/contract/schema-diagram/schema-diagram.schema.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { List, Plus, Search, Table2, Workflow } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { requestIdOf } from '../../../api/api-error.ts'
import { useDebouncedText } from '../../../lib/use-debounced-text.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ButtonGroup } from '../../../ui/controls/ButtonGroup.tsx'
import { ButtonLink } from '../../../ui/controls/ButtonLink.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { Input } from '../../../ui/controls/Input.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '../../../ui/feedback/ErrorPanel.tsx'
import { Spinner } from '../../../ui/feedback/Spinner.tsx'
import { lazyPanel } from '../../../ui/lazy-panel.tsx'
import { TextLink } from '../../../ui/text/TextLink.tsx'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { SchemaPicker } from '../../table-editor/entities/SchemaPicker.port.tsx'
import { arrangeDiagram, prepareArrangement } from './arrange-diagram.ts'
import type { DiagramCanvasProps } from './DiagramCanvas.tsx'
import { type Graph, graphOf, matchesOf } from './diagram-graph.rules.ts'
import type { Places } from './diagram-layout.rules.ts'
import type { DiagramSearch } from './diagram-url.rules.ts'
import { ExportMenu } from './ExportMenu.tsx'
import type { ExportedDiagram } from './export-diagram.ts'
import { useMovedBoxes } from './moved-boxes.ts'
import { RelationList } from './RelationList.tsx'
import { backReferences } from './relations.rules.ts'
import { schemaDiagramQueries } from './schema-diagram.queries.ts'
import { TableDetails } from './TableDetails.tsx'

const { LazyPanel: Canvas, prepare: prepareCanvas } = lazyPanel<DiagramCanvasProps>(
  async () => (await import('./DiagramCanvas.tsx')).DiagramCanvas,
  'the diagram',
)

const DEFAULT_SCHEMA = 'public'
const SEARCH_DELAY_MS = 250

/** The tables of a schema and how they refer to each other, as a diagram or as a list. */
export function SchemaDiagramPage({ project, search }: { project: Project; search: DiagramSearch }) {
  const { schema = DEFAULT_SCHEMA, find = '', view } = search
  const { ref } = project
  const navigate = useNavigate()
  const go = (change: DiagramSearch, replace = false) =>
    void navigate({
      to: '.',
      search: (known: object) => ({ ...known, ...change }),
      replace,
      resetScroll: false,
    })
  const { text, set, commitNow } = useDebouncedText(
    find,
    (next) => go({ find: next === '' ? undefined : next, table: undefined }, true),
    SEARCH_DELAY_MS,
  )
  const refusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  const query = useQuery(schemaDiagramQueries.one(ref, schema))
  // Their code loads while the tables are read.
  useEffect(() => {
    // A failure is shown by the panel, which tries again.
    void prepareCanvas().catch(() => undefined)
    return prepareArrangement()
  }, [])
  const { data } = query
  const graph = useMemo(() => data && graphOf(data, schema), [data, schema])
  const arranged = useArranged(ref, schema, graph)
  const [moved, setMoved] = useMovedBoxes(ref, schema)
  const layout = arranged.data
  const places = useMemo(() => layout && { ...layout.places, ...moved }, [layout, moved])
  const found = useMemo(() => (graph && find !== '' ? matchesOf(graph, find) : undefined), [graph, find])
  const client = useQueryClient()
  const exported: ExportedDiagram | undefined =
    data && graph && layout && places && data.tables.length > 0
      ? {
          schema,
          tables: data.tables,
          graph,
          places,
          layout,
          sql: async () => (await client.fetchQuery(schemaDiagramQueries.sql(ref, schema))).sql,
        }
      : undefined
  return (
    <div key={ref} className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-2 border-line border-b px-4 py-2">
        <h1 className="mr-2 font-semibold">Schema visualizer</h1>
        <div className="w-48 max-sm:w-full">
          <SchemaPicker
            projectRef={ref}
            schema={schema}
            refusal={refusal}
            onSelect={(next) =>
              go({ schema: next === DEFAULT_SCHEMA ? undefined : next, table: undefined, find: undefined })
            }
          />
        </div>
        <div className="w-60 max-sm:flex-1">
          <Input
            size="sm"
            type="search"
            icon={Search}
            aria-label="Find tables and columns"
            placeholder="Find tables and columns..."
            value={text}
            onValueChange={set}
          />
        </div>
        {data && (
          <p className="text-ink-muted text-sm tabular-nums" role="status">
            {found ? `${countText(found.length)} found` : countText(data.table_count)}
          </p>
        )}
        <div className="ml-auto flex items-center gap-2">
          <ButtonGroup label="View">
            <IconButton
              size="sm"
              variant="secondary"
              icon={Workflow}
              label="Diagram"
              aria-pressed={view === undefined}
              className="aria-pressed:text-brand-ink!"
              onClick={() => go({ view: undefined })}
            />
            <IconButton
              size="sm"
              variant="secondary"
              icon={List}
              label="List"
              aria-pressed={view === 'list'}
              className="aria-pressed:text-brand-ink!"
              onClick={() => go({ view: 'list' })}
            />
          </ButtonGroup>
          <ExportMenu diagram={exported} />
        </div>
      </header>
      {data && data.tables.length < data.table_count && (
        <p className="border-line border-b bg-surface-1 px-4 py-1.5 text-ink-muted text-sm">
          Showing the first {data.tables.length.toLocaleString('en')} of{' '}
          {data.table_count.toLocaleString('en')} tables by name.{' '}
          <TextLink render={<Link to="/project/$ref/editor" params={{ ref }} search={{ schema }} />}>
            Open the table editor
          </TextLink>{' '}
          to see all.
        </p>
      )}
      {!data ? (
        <Waiting>
          {query.isError ? (
            <ErrorPanel
              title="Failed to load the tables"
              message={query.error.message}
              requestId={requestIdOf(query.error)}
              retrying={query.isFetching}
              onRetry={() => void query.refetch()}
            />
          ) : (
            <Spinner label="Loading the tables" />
          )}
        </Waiting>
      ) : data.tables.length === 0 ? (
        <Waiting>
          <EmptyState
            icon={Table2}
            title={`No tables in ${schema}`}
            action={
              refusal === undefined && (
                <ButtonLink
                  variant="primary"
                  icon={Plus}
                  render={
                    <Link to="/project/$ref/editor" params={{ ref }} search={{ schema, panel: 'new' }} />
                  }
                >
                  New table
                </ButtonLink>
              )
            }
          >
            Tables appear here with their columns and the foreign keys between them.
          </EmptyState>
        </Waiting>
      ) : found?.length === 0 ? (
        <Waiting>
          <EmptyState
            icon={Table2}
            title={`No tables or columns match “${find}”`}
            action={<Button onClick={() => commitNow('')}>Clear search</Button>}
          />
        </Waiting>
      ) : view === 'list' ? (
        <RelationList
          projectRef={ref}
          schema={schema}
          tables={found ? found.flatMap(({ table }) => table ?? []) : data.tables}
          back={backReferences(data)}
        />
      ) : graph && layout && places ? (
        <Diagram
          key={schema}
          projectRef={ref}
          schema={schema}
          data={data}
          focus={search.table}
          canvas={{ graph, places, layout, found }}
          onFocus={(table) => go({ table }, true)}
          onMove={(next) => setMoved({ ...moved, ...next })}
          onArrange={() => setMoved({})}
        />
      ) : (
        <Waiting>
          {arranged.isError ? (
            <ErrorPanel
              title="Failed to arrange the tables"
              message={arranged.error.message}
              retrying={arranged.isFetching}
              onRetry={() => void arranged.refetch()}
            />
          ) : (
            <Spinner label="Arranging the tables" />
          )}
        </Waiting>
      )}
    </div>
  )
}

const countText = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'table' : 'tables'}`

const Waiting = ({ children }: { children: React.ReactNode }) => (
  <div className="grid min-h-0 flex-1 place-items-center overflow-y-auto p-4">
    <div className="w-full max-w-3xl [&>[role=status]]:mx-auto">{children}</div>
  </div>
)

/** Where the tables are put by themselves. While a schema changes, the last arrangement stays. */
function useArranged(ref: string, schema: string, graph: Graph | undefined) {
  const input = useMemo(
    () =>
      graph && {
        boxes: graph.boxes.map(({ id, width, height }) => ({ id, width, height })),
        links: graph.links.map(({ from, to }) => [to, from] as const),
      },
    [graph],
  )
  const key = useMemo(() => JSON.stringify(input ?? null), [input])
  return useQuery({
    queryKey: ['arranged-diagram', ref, schema, key],
    queryFn: ({ signal }) => arrangeDiagram(input ?? { boxes: [], links: [] }, signal),
    enabled: input !== undefined && input.boxes.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    placeholderData: (last, lastQuery) => (lastQuery?.queryKey[2] === schema ? last : undefined),
  })
}

function Diagram({
  projectRef: ref,
  schema,
  data,
  focus,
  canvas,
  onFocus,
  onMove,
  onArrange,
}: {
  projectRef: string
  schema: string
  data: SchemaDiagram
  focus: number | undefined
  canvas: Pick<DiagramCanvasProps, 'graph' | 'places' | 'layout' | 'found'>
  onFocus: (table: number | undefined) => void
  onMove: (moved: Places) => void
  onArrange: () => void
}) {
  const back = useMemo(() => backReferences(data), [data])
  const table = data.tables.find(({ id }) => id === focus)
  return (
    <div className="relative flex min-h-0 flex-1">
      <Canvas
        {...canvas}
        label={`Diagram of ${schema}`}
        focus={focus === undefined ? undefined : String(focus)}
        onFocus={(id) => onFocus(id === undefined ? undefined : Number(id))}
        onMove={onMove}
        onArrange={onArrange}
      />
      {table && (
        <TableDetails
          projectRef={ref}
          schema={schema}
          table={table}
          back={back.get(table.id) ?? []}
          linkTo={(id, name) => (
            <TextLink render={<button type="button" onClick={() => onFocus(id)} />}>{name}</TextLink>
          )}
          onClose={() => onFocus(undefined)}
        />
      )}
    </div>
  )
}
