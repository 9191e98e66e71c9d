import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import type { GridColumn, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import type { NewValue } from '@basalt/table-rows/edits/edit.ts'
import { parseSorts, printSorts } from '@basalt/table-rows/pages/sort.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PanelRightOpen, Plus, RotateCw, Rows3, Trash2, Undo2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { failedWith } from '../../../api/api-error.ts'
import { cx } from '../../../lib/class-names.ts'
import { newId } from '../../../lib/new-id.ts'
import { usePreference } from '../../../lib/preference.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx'
import { toastFloor } from '../../../ui/feedback/toast-floor.ts'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { RolePicker } from '../../sql/role/RolePicker.port.tsx'
import { POSTGRES, type SqlRole, useSqlRole } from '../../sql/role/sql-role.port.ts'
import { ChangesBar } from '../edits/ChangesBar.tsx'
import { cellChange, cellRefusal, deletion } from '../edits/edit-cell.rules.ts'
import { SaveProblems } from '../edits/SaveProblems.tsx'
import { stagedLines } from '../edits/staged-lines.rules.ts'
import { useEdits } from '../edits/use-edits.ts'
import { ApiDocsButton } from '../entities/ApiDocsButton.tsx'
import { EntityIcon } from '../entities/EntityIcon.tsx'
import { PROTECTED_REASON } from '../entities/entities.rules.ts'
import { TransferButtons } from '../table-transfer/TransferButtons.tsx'
import { ColumnMenuItems } from '../tables/ColumnMenuItems.tsx'
import { TableControls } from '../tables/TableControls.tsx'
import { ViewsMenu } from '../views/ViewsMenu.tsx'
import { AllRows } from './AllRows.tsx'
import { ColumnsPopover } from './ColumnsPopover.tsx'
import { AColumnLayout, PLAIN_LAYOUT } from './column-layout.rules.ts'
import { type FilterFault, FilterPopover } from './FilterPopover.tsx'
import { filteredBy } from './filter-rules.rules.ts'
import { LazyRowsGrid } from './LazyRowsGrid.tsx'
import { LoadingRows } from './LoadingRows.tsx'
import type { CellPlace, Line } from './lines.rules.ts'
import { type NewLineAnchors, placeNewLines, placeOfWindowLine, windowLineAt } from './new-lines.rules.ts'
import { RowCount } from './RowCount.tsx'
import { RowsFooter } from './RowsFooter.tsx'
import { RowsNotices } from './RowsNotices.tsx'
import { RowsProblem } from './RowsProblem.tsx'
import { RowsScrollbar } from './RowsScrollbar.tsx'
import { rememberPlace, selectionOf, viewText } from './row-places.ts'
import { windowLines } from './row-window.rules.ts'
import { rowQueries } from './rows.queries.ts'
import { type RowsView, urlTexts } from './rows-url.rules.ts'
import { savedLines } from './saved-lines.rules.ts'
import { touchBarClass } from './touch-bar.ts'
import { usePageSize, useRowLoader } from './use-row-loader.ts'

const CellSheet = lazyLayer(
  () => import('./CellSheet.tsx').then((module) => module.CellSheet),
  ({ open }) => open,
)

const LeaveSelection = lazyLayer(
  () => import('./LeaveSelection.tsx').then((module) => module.LeaveSelection),
  ({ onLeave }) => onLeave !== undefined,
)

const RowPanel = lazyLayer(
  () => import('../edits/row-panel/RowPanel.tsx').then((module) => module.RowPanel),
  ({ open }) => open,
)

const NO_ANCHORS: NewLineAnchors = new Map()

/** The rows of a table or view. */
export function TableRows({
  project,
  as,
  entity,
  filter,
  sort,
  onViewChange,
}: {
  project: Project
  /** The role that reads and writes; the member's own rights when undefined. */
  as: SqlRole | undefined
  entity: GridEntity
  filter: readonly string[]
  sort: readonly string[]
  onViewChange: (change: { [Key in keyof RowsView]?: RowsView[Key] | undefined }) => void
}) {
  const { ref } = project
  const { id, schema, name, columns } = entity
  const client = useQueryClient()
  const table = useMemo(() => ({ ref, id, as }), [ref, id, as])
  const setRole = useSqlRole(ref, 'rows')[1]
  const [size, setSize] = usePageSize()
  const { loader, shown, content, query, isOld } = useRowLoader(table, { filter, sort }, columns.length, size)
  const { page, chunks, before, after } = content
  const sorts = useMemo(() => parseSorts(sort).sorts, [sort])
  const stored = useMemo(() => windowLines({ chunks, before, after }), [chunks, before, after])
  const [anchors, setAnchors] = useState(NO_ANCHORS)
  const changes = useEdits(table, entity, (edits, results) => {
    const loaded = new Map(stored.map((line) => [line.key, line]))
    loader.save(
      savedLines(columns, (key) => loaded.get(key), edits, results),
      anchors,
    )
  })
  const { edits, problems, stage } = changes
  const lines = useMemo(() => {
    const staged = stagedLines(columns, stored, edits, new Set(problems.map(({ key }) => key)))
    return placeNewLines(staged, anchors, !content.hasBefore)
  }, [columns, stored, edits, problems, anchors, content.hasBefore])
  // However a row was added, it is where the user was then.
  useLayoutEffect(() => {
    const missing = edits.filter(({ key, edit }) => edit.kind === 'insert' && !anchors.has(key))
    if (missing.length === 0 || chunks.length === 0) return
    const { view, before: gap, hasBefore } = loader.state
    const above = view.top > gap || hasBefore ? stored[Math.max(view.top, gap)]?.key : undefined
    setAnchors((known) => new Map([...known, ...missing.map(({ key }) => [key, above ?? null] as const)]))
  }, [edits, anchors, chunks, stored, loader])
  // Selected rows may be far away by now, so their values are kept.
  const kept = useMemo(() => selectionOf(table), [table])
  const [chosen, setChosen] = useState<ReadonlyMap<string, Line>>(kept.chosen)
  useEffect(() => {
    kept.chosen = chosen
  }, [kept, chosen])
  /** The filter whose rows are all selected, also those that are not loaded; undefined when single rows are. */
  const [allOf, setAllOf] = useState<string>()
  const isAll = allOf === JSON.stringify(filter)
  const chosenKeys = useMemo(
    () => new Set(isAll ? lines.map(({ key }) => key) : chosen.keys()),
    [isAll, lines, chosen],
  )
  const storedByKey = useMemo(() => new Map(stored.map((line) => [line.key, line])), [stored])
  /** As it was read, without staged values. */
  const storedLine = (line: Line) => storedByKey.get(line.key) ?? chosen.get(line.key) ?? line
  const choose = (keys: ReadonlySet<string>) => {
    setAllOf(undefined)
    setChosen(
      new Map(
        lines
          .flatMap((line) => (keys.has(line.key) ? [[line.key, storedLine(line)] as const] : []))
          .concat([...chosen].filter(([key]) => keys.has(key))),
      ),
    )
  }
  const hasMore =
    (content.hasBefore || content.hasAfter) &&
    chosen.size > 0 &&
    lines.every(({ key, state }) => state === 'gap' || chosen.has(key))
  const selected = useMemo(() => {
    const loaded = new Map(lines.map((line) => [line.key, line]))
    const staged = new Set(edits.map(({ key }) => key))
    return [...chosen.values()].flatMap((line): Line[] => {
      const now = loaded.get(line.key)
      if (now) return [now]
      // A new line that was taken back is no longer there.
      return line.state === 'new' && !staged.has(line.key) ? [] : [line]
    })
  }, [lines, chosen, edits])
  const [layout, setLayout] = usePreference(`table-editor.columns.${ref}.${id}`, AColumnLayout, PLAIN_LAYOUT)
  const [added, setAdded] = useState<string>()
  const [leaving, setLeaving] = useState<() => void>()
  const [opened, setOpened] = useState<CellPlace & { isOpen: boolean }>()
  /** The row in the panel; a new one without a key. */
  const [panel, setPanel] = useState<{ key?: string; line?: Line; isOpen: boolean }>({ isOpen: false })
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.runAnySql, { slug: project.organization_slug, ref }),
  )
  const memberRefusal = isProtectedSchema(schema) ? PROTECTED_REASON : refusal

  const refresh = () => {
    client.removeQueries({ queryKey: rowQueries.exact(table, filter).queryKey })
    return client.invalidateQueries({ queryKey: rowQueries.of(table) })
  }
  // Altered by someone else: the rows have other columns than those that were described.
  const width = chunks[0]?.lines[0]?.cells.length
  useEffect(() => {
    if (width !== undefined && width !== columns.length)
      void client.invalidateQueries({ queryKey: rowQueries.entity(table).queryKey })
  }, [client, table, width, columns.length])
  // Dropped while it was open: the page then says so.
  const isGone = failedWith(query.error, 'not_found')
  useEffect(() => {
    if (isGone) void client.resetQueries({ queryKey: rowQueries.entity(table).queryKey })
  }, [client, table, isGone])

  const remove = (text: string) =>
    onViewChange({
      filter: urlTexts(filter.filter((each) => each !== text)),
      sort: urlTexts(sort.filter((each) => each !== text)),
    })
  const refusalOf = ({ line, column }: CellPlace) => {
    const at = columns[column]
    return at && cellRefusal(entity, at, line, memberRefusal)
  }
  const loadCell = async ({ line, column }: CellPlace) => {
    const { text } = await client.fetchQuery(
      rowQueries.cell(table, line.row ?? [], columns[column]?.name ?? ''),
    )
    return text
  }
  const insert = () => {
    const key = `new ${newId()}`
    stage([{ kind: 'new', key, set: {} }])
    setAdded(key)
  }
  const goToPage = (to: number | 'last') => {
    const go = () => (to === 'last' ? loader.goToEnd('last') : loader.goToPage(to, size))
    if (selected.length === 0) go()
    else setLeaving(() => go)
  }
  const deleteRows = (rows: readonly Line[]) =>
    stage(rows.filter(({ state }) => state !== 'deleted').map((line) => deletion(entity, storedLine(line))))
  const removeSelected = () => {
    deleteRows(selected)
    setChosen(new Map())
  }
  const revertSelected = () => {
    stage(selected.filter(isStaged).map(({ key }) => ({ kind: 'forget', key })))
    setChosen(new Map())
  }
  const insertRefusal = memberRefusal ?? entity.insert ?? undefined
  const deleteRefusal = memberRefusal ?? entity.delete ?? undefined
  const updateRefusal = memberRefusal ?? entity.update ?? undefined
  const readOnly = insertRefusal !== undefined && deleteRefusal !== undefined ? updateRefusal : undefined
  const cells = {
    entity,
    storedLine,
    refusalOf,
    loadCell,
    stage,
    insertRefusal,
    deleteRefusal,
    deleteRows,
    filterBy: (column: string, value: string | null) =>
      onViewChange({ filter: filteredBy(filter, column, value) }),
    isEnd: chunks.length > 0 && !content.hasAfter,
  }
  const stageRow = (line: Line, values: Readonly<Record<string, NewValue>>) =>
    stage(
      Object.entries(values).map(([column, value]) =>
        cellChange(entity, storedLine(line), column, value, undefined),
      ),
    )
  const panelLine =
    panel?.key === undefined ? undefined : (lines.find(({ key }) => key === panel.key) ?? panel.line)
  /** For the panel: a new row is one that has only the right to insert. */
  const panelRefusal = (column: GridColumn) =>
    cellRefusal(entity, column, panelLine ?? { row: undefined, state: 'new' }, memberRefusal)

  const body = () => {
    if (query.isError && !page)
      return (
        <RowsProblem
          error={query.error}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
          onClearFilter={filter.length > 0 ? () => onViewChange({ filter: undefined }) : undefined}
          onClearSort={sort.length > 0 ? () => onViewChange({ sort: undefined }) : undefined}
        />
      )
    if (!page)
      return (
        <>
          <LoadingRows label="Loading rows" />
          <div className="h-10 shrink-0 border-line border-t" />
        </>
      )
    if (columns.length === 0)
      return <Nothing title="No columns">This table has no columns that you can read.</Nothing>
    return (
      <>
        <RowsNotices
          page={page}
          isPart={content.hasBefore || content.hasAfter}
          readOnly={isProtectedSchema(schema) ? undefined : readOnly}
          onRemove={remove}
        />
        {query.isError && (
          <p
            role="alert"
            className="border-critical-line border-b bg-critical-subtle px-3 py-1.5 text-critical-ink text-xs"
          >
            These rows may be out of date. {query.error.message}
          </p>
        )}
        <LoadProblem failed={query.isError ? {} : content.failed} onRetry={loader.retry} />
        <div
          aria-busy={isOld || content.isJumping}
          className={cx('relative min-h-0 flex-1', (isOld || content.isJumping) && 'rows-dimmed')}
        >
          <LazyRowsGrid
            label={`Rows of ${name}`}
            columns={columns}
            layout={layout}
            onLayoutChange={setLayout}
            {...((entity.type === 'r' || entity.type === 'p') && {
              columnItems: (column) => <ColumnMenuItems column={column.name} refusal={memberRefusal} />,
            })}
            lines={lines}
            sorts={sorts}
            onSortsChange={(next) => onViewChange({ sort: urlTexts(printSorts(next)) })}
            onOpenCell={(place) => setOpened({ ...place, isOpen: true })}
            isEditable={(place) => refusalOf(place) === undefined}
            loadCell={loadCell}
            onEdit={({ line, column }, value, whole) =>
              stage([cellChange(entity, storedLine(line), columns[column]!.name, value, whole)])
            }
            selected={insertRefusal && deleteRefusal ? undefined : chosenKeys}
            onSelectedChange={choose}
            onLook={({ top, bottom }, left) => {
              shown.left = left
              shown.look({ top: windowLineAt(lines, top), bottom: windowLineAt(lines, bottom) })
            }}
            start={{ left: shown.left, active: kept.active }}
            onActive={(cell) => {
              kept.active = cell
            }}
            scroll={content.scroll}
            placeOfLine={(line) => placeOfWindowLine(lines, line)}
            added={added}
            onEnd={(at) => shown.goToEnd(at, true)}
            scrollbar={(gridId) => <RowsScrollbar loader={shown} gridId={gridId} />}
            reader={table}
            refusalOf={refusalOf}
            cells={cells}
            onEditRow={stageRow}
            onOpenRow={(line) => setPanel({ key: line.key, line: storedLine(line), isOpen: true })}
            onRevert={(reverted) =>
              stage(reverted.filter(isStaged).map(({ key }) => ({ kind: 'forget', key })))
            }
          />
          {lines.length === 0 && (
            <div className="pointer-events-none absolute inset-x-0 top-8 bottom-0 grid place-items-center p-4 *:pointer-events-auto">
              {filter.length > 0 ? (
                <EmptyState
                  frame={false}
                  icon={Rows3}
                  title="No rows match the filter"
                  action={<Button onClick={() => onViewChange({ filter: undefined })}>Clear filter</Button>}
                />
              ) : (
                <EmptyState frame={false} icon={Rows3} title="No rows">
                  {entity.type === 'r' || entity.type === 'p'
                    ? 'This table is empty.'
                    : 'This view returns no rows.'}
                </EmptyState>
              )}
            </div>
          )}
        </div>
        <div ref={toastFloor} className="shrink-0">
          <SaveProblems entity={entity} changes={changes} />
          <ChangesBar table={table} changes={changes} />
          <RowsFooter
            loader={shown}
            size={size}
            onPage={goToPage}
            onSizeChange={(next) => {
              rememberPlace(table, viewText({ filter, sort }), loader)
              setSize(next)
            }}
            count={<RowCount table={table} filter={filter} loader={loader} />}
          />
        </div>
      </>
    )
  }
  const openColumn = opened && columns[opened.column]
  return (
    <section aria-label={name} className="flex min-h-0 flex-1 flex-col">
      <header
        className={cx(
          'relative flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-line border-b px-3 py-1.5',
          touchBarClass,
        )}
      >
        {/* On a phone, its tab has the name. */}
        <div className="mr-2 flex min-w-0 items-center gap-2 max-md:mr-0">
          <EntityIcon kind={entity.type} />
          <h1 className="min-w-0 truncate font-medium text-sm max-md:sr-only" title={`${schema}.${name}`}>
            <span className="text-ink-faint">{schema}.</span>
            {name}
          </h1>
        </div>
        <FilterPopover
          project={project}
          table={name}
          columns={columns}
          filter={filter}
          faults={faultsOf(query.error)}
          onApply={(next) => onViewChange({ filter: urlTexts(next) })}
        />
        <ViewsMenu
          project={project}
          table={entity}
          filter={filter}
          sort={sort}
          onApply={(view) => onViewChange({ filter: urlTexts(view.filter), sort: urlTexts(view.sort) })}
        />
        <Button
          size="sm"
          icon={Plus}
          // A row that is saved at once must be complete, and on a phone cells are too small.
          onClick={changes.savesAtOnce || isNarrow() ? () => setPanel({ isOpen: true }) : insert}
          {...(insertRefusal !== undefined && { reason: insertRefusal })}
        >
          Insert row
        </Button>
        <IconButton
          size="sm"
          icon={PanelRightOpen}
          label="Add rows in a panel"
          onClick={() => setPanel({ isOpen: true })}
          {...(insertRefusal !== undefined && { reason: insertRefusal })}
        />
        {selected.length > 0 && (
          <>
            {selected.some(({ state }) => state !== 'deleted') && (
              <Button
                size="sm"
                icon={Trash2}
                onClick={removeSelected}
                {...(deleteRefusal !== undefined &&
                  selected.some(({ state }) => state !== 'new') && { reason: deleteRefusal })}
              >
                Delete {rowsText(selected.length)}
              </Button>
            )}
            {selected.some(isStaged) && (
              <Button size="sm" icon={Undo2} onClick={revertSelected}>
                Revert {rowsText(selected.filter(isStaged).length)}
              </Button>
            )}
            {hasMore && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => {
                  setAllOf(JSON.stringify(filter))
                  setChosen(new Map())
                }}
              >
                {filter.length > 0 ? 'Select all matching rows' : 'Select all rows in table'}
              </Button>
            )}
          </>
        )}
        {isAll && (
          <AllRows
            table={table}
            name={name}
            filter={filter}
            deleteRefusal={
              deleteRefusal ?? (edits.length > 0 ? 'Save or discard your changes first' : undefined)
            }
            onClear={() => setAllOf(undefined)}
            onDeleted={async () => {
              setAllOf(undefined)
              await refresh()
            }}
          />
        )}
        <div className="ml-auto flex flex-wrap items-center gap-2 max-md:flex-nowrap">
          {columns.length > 1 && (
            <ColumnsPopover columns={columns} layout={layout} onLayoutChange={setLayout} />
          )}
          <RolePicker
            projectRef={ref}
            role={as ?? POSTGRES}
            use="rows"
            size="sm"
            onPick={setRole}
            reason={refusal}
          />
          <TableControls project={project} entity={entity} refusal={memberRefusal} />
          <TransferButtons
            projectRef={ref}
            entity={entity}
            filter={filter}
            sort={sort}
            selected={selected.flatMap(({ row }) => (row && row.length > 0 ? [row] : []))}
            as={as}
            importRefusal={insertRefusal}
          />
          <ApiDocsButton projectRef={ref} schema={schema} name={name} />
          <IconButton
            size="sm"
            label="Refresh rows"
            icon={RotateCw}
            loading={query.isRefetching}
            onClick={() => void refresh()}
          />
        </div>
      </header>
      {body()}
      <RowPanel
        reader={table}
        entity={entity}
        line={panelLine}
        stored={panelLine && storedLine(panelLine)}
        refusalOf={panelRefusal}
        loadCell={(column) => loadCell({ line: panelLine!, column: columns.indexOf(column) })}
        onStage={stage}
        savesAtOnce={changes.savesAtOnce}
        open={panel.isOpen}
        onClose={() => setPanel((known) => ({ ...known, isOpen: false }))}
      />
      {opened && openColumn && (
        <CellSheet
          table={table}
          column={openColumn}
          place={opened}
          note={refusalOf(opened)}
          open={opened.isOpen}
          onClose={() => setOpened({ ...opened, isOpen: false })}
        />
      )}
      <LeaveSelection
        count={selected.length}
        onLeave={leaving}
        onClose={() => setLeaving(undefined)}
        onConfirm={() => {
          setChosen(new Map())
          leaving?.()
        }}
      />
    </section>
  )
}

/** Rows that could not be loaded while scrolling. */
function LoadProblem({
  failed,
  onRetry,
}: {
  failed: { readonly [kind: string]: Error }
  onRetry: () => void
}) {
  const [error] = Object.values(failed)
  if (!error) return null
  return (
    <div
      role="alert"
      className="flex min-h-8 shrink-0 items-center gap-2 border-critical-line border-b bg-critical-subtle px-3 py-1 text-critical-ink text-xs"
    >
      <p className="wrap-anywhere min-w-0 flex-1">Some rows could not be loaded. {error.message}</p>
      <Button size="sm" onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

function Nothing({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid min-h-0 flex-1 place-items-center p-4">
      <EmptyState frame={false} icon={Rows3} title={title}>
        {children}
      </EmptyState>
    </div>
  )
}

const isNarrow = () => matchMedia('(width < 48rem)').matches

const isStaged = ({ state }: Line) => state !== 'stored'

const rowsText = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

/** What the server said about single rules of the filter. */
function faultsOf(error: Error | null): FilterFault[] {
  const found = failedWith(error, 'validation_failed') ? error.body.details?.filters : undefined
  return Array.isArray(found) ? (found as FilterFault[]) : []
}
