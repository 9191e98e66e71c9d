import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { isProtectedSchema } from '@basalt/contract/table-editor/entities.rules.ts'
import type { GridColumn, GridEntity } from '@basalt/contract/table-editor/grid.schema.ts'
import type { NewValue } from '@basalt/table-rows/edits/edit.ts'
import { parseSorts, printSorts } from '@basalt/table-rows/pages/sort.ts'
import { useQueryClient } from '@tanstack/react-query'
import { PanelRightOpen, Plus, RotateCw } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { failedWith } from '../../../api/api-error.ts'
import { cx } from '../../../lib/class-names.ts'
import { newId } from '../../../lib/new-id.ts'
import { usePreference } from '../../../lib/preference.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { IconButton } from '../../../ui/controls/IconButton.tsx'
import { toastFloor } from '../../../ui/feedback/toast-floor.ts'
import { lazyLayer } from '../../../ui/lazy-layer.tsx'
import { useChangeRefusal } from '../../project/production-lock/production-lock.port.ts'
import { DatabasePicker } from '../../sql/database/DatabasePicker.port.tsx'
import type { SqlDatabase } from '../../sql/database/sql-database.port.ts'
import { RolePicker } from '../../sql/role/RolePicker.port.tsx'
import { POSTGRES, type SqlRole, useSqlRole } from '../../sql/role/sql-role.port.ts'
import { ChangesBar } from '../edits/ChangesBar.tsx'
import { cellChange, cellRefusal, deletion } from '../edits/edit-cell.rules.ts'
import { SaveProblems } from '../edits/SaveProblems.tsx'
import { ApiDocsButton } from '../entities/ApiDocsButton.tsx'
import { EntityIcon } from '../entities/EntityIcon.port.tsx'
import { PROTECTED_REASON } from '../entities/entities.rules.ts'
import { TransferButtons } from '../table-transfer/TransferButtons.tsx'
import { ColumnMenuItems } from '../tables/ColumnMenuItems.tsx'
import { TableControls } from '../tables/TableControls.tsx'
import { ViewsMenu } from '../views/ViewsMenu.tsx'
import { ColumnsPopover } from './ColumnsPopover.tsx'
import { AColumnLayout, PLAIN_LAYOUT } from './column-layout.rules.ts'
import { type FilterFault, FilterPopover } from './FilterPopover.tsx'
import { filteredBy } from './filter-rules.rules.ts'
import { LazyRowsGrid } from './LazyRowsGrid.tsx'
import { LoadingRows } from './LoadingRows.tsx'
import { LoadProblem } from './LoadProblem.tsx'
import { type CellPlace, isStaged, type Line } from './lines.rules.ts'
import { NoColumns, NoRows } from './NoRows.tsx'
import { placeOfWindowLine, windowLineAt } from './new-lines.rules.ts'
import { RowCount } from './RowCount.tsx'
import { RowsFooter } from './RowsFooter.tsx'
import { REPLICA_REASON, RowsNotices } from './RowsNotices.tsx'
import { RowsProblem } from './RowsProblem.tsx'
import { RowsScrollbar } from './RowsScrollbar.tsx'
import { rememberPlace, viewText } from './row-places.ts'
import { rowQueries } from './rows.queries.ts'
import { type RowsView, urlTexts } from './rows-url.rules.ts'
import { SelectionActions } from './SelectionActions.tsx'
import { touchBarClass } from './touch-bar.ts'
import { usePageSize, useRowLoader } from './use-row-loader.ts'
import { useRowSelection } from './use-row-selection.ts'
import { useTableLines } from './use-table-lines.ts'

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

/** The rows of a table or view. */
export function TableRows({
  project,
  as,
  database,
  entity,
  filter,
  sort,
  onViewChange,
}: {
  project: Project
  /** The role that reads and writes; the member's own rights when undefined. */
  as: SqlRole | undefined
  /** Where rows are read. */
  database: SqlDatabase
  entity: GridEntity
  filter: readonly string[]
  sort: readonly string[]
  onViewChange: (change: { [Key in keyof RowsView]?: RowsView[Key] | undefined }) => void
}) {
  const { ref } = project
  const { id, schema, name, columns } = entity
  const isTable = entity.type === 'r' || entity.type === 'p'
  const client = useQueryClient()
  const { replica } = database
  const hasReplicas = replica !== undefined || database.choices.length > 1
  const table = useMemo(() => ({ ref, id, as, database: replica }), [ref, id, as, replica])
  const setRole = useSqlRole(ref, 'rows')[1]
  const [size, setSize] = usePageSize()
  const { loader, shown, content, query, isOld } = useRowLoader(table, { filter, sort }, columns.length, size)
  const { page, chunks } = content
  const sorts = useMemo(() => parseSorts(sort).sorts, [sort])
  const { stored, lines, changes } = useTableLines(table, entity, loader, content)
  const { edits, stage } = changes
  const selection = useRowSelection({ table, filter, stored, lines, edits, content })
  const { selected, storedLine, kept } = selection
  const [layout, setLayout] = usePreference(`table-editor.columns.${ref}.${id}`, AColumnLayout, PLAIN_LAYOUT)
  const [added, setAdded] = useState<string>()
  const [leaving, setLeaving] = useState<() => void>()
  const [opened, setOpened] = useState<CellPlace & { isOpen: boolean }>()
  /** The row in the panel; a new one without a key. */
  const [panel, setPanel] = useState<{ key?: string; line?: Line; isOpen: boolean }>({ isOpen: false })
  const refusal = useChangeRefusal(needs.runAnySql, { slug: project.organization_slug, ref })
  const memberRefusal =
    replica !== undefined ? REPLICA_REASON : isProtectedSchema(schema) ? PROTECTED_REASON : refusal

  const refresh = () => {
    client.removeQueries({ queryKey: rowQueries.exact(table, filter).queryKey })
    return client.invalidateQueries({ queryKey: rowQueries.of(table) })
  }
  // Altered by someone else: the rows have other columns than those that were described.
  const names = JSON.stringify(columns.map(({ name }) => name))
  const shownNames = page && JSON.stringify(page.columns)
  useEffect(() => {
    if (shownNames !== undefined && shownNames !== names)
      void client.invalidateQueries({ queryKey: rowQueries.entity(table).queryKey })
  }, [client, table, shownNames, names])
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
  // A row that is saved at once must be complete, and on a phone cells are too small.
  const addRow = () => (changes.savesAtOnce || isNarrow() ? setPanel({ isOpen: true }) : insert())
  const goToPage = (to: number | 'last') => {
    const go = () => (to === 'last' ? loader.goToEnd('last') : loader.goToPage(to, size))
    if (selected.length === 0) go()
    else setLeaving(() => go)
  }
  const deleteRows = (rows: readonly Line[]) =>
    stage(rows.filter(({ state }) => state !== 'deleted').map((line) => deletion(entity, storedLine(line))))
  const revertRows = (rows: readonly Line[]) =>
    stage(rows.filter(isStaged).map(({ key }) => ({ kind: 'forget', key })))
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
    if (columns.length === 0) return <NoColumns canInsert={isTable && memberRefusal === undefined} />
    return (
      <>
        <RowsNotices
          page={page}
          isPart={content.hasBefore || content.hasAfter}
          readOnly={isProtectedSchema(schema) ? undefined : readOnly}
          replica={
            replica === undefined ? undefined : { waiting: changes.waiting, onLeave: () => database.pick() }
          }
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
            {...(isTable && {
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
            selected={insertRefusal && deleteRefusal ? undefined : selection.keys}
            onSelectedChange={selection.choose}
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
            onRevert={revertRows}
          />
          {lines.length === 0 && (
            <NoRows
              isTable={isTable}
              onClearFilter={filter.length > 0 ? () => onViewChange({ filter: undefined }) : undefined}
              onAdd={insertRefusal === undefined ? addRow : undefined}
            />
          )}
        </div>
        <div ref={toastFloor} className="shrink-0">
          {replica === undefined && (
            <>
              <SaveProblems entity={entity} changes={changes} />
              <ChangesBar table={table} changes={changes} />
            </>
          )}
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
          onClick={addRow}
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
        <SelectionActions
          table={table}
          name={name}
          filter={filter}
          selection={selection}
          hasChanges={edits.length > 0}
          deleteRefusal={deleteRefusal}
          onDelete={deleteRows}
          onRevert={revertRows}
          onAllDeleted={refresh}
        />
        {/* What depends on answers comes first: the other controls keep their place when it appears. */}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-md:flex-nowrap">
          {hasReplicas && <DatabasePicker database={database} label="Rows from" size="sm" isQuiet />}
          <TableControls project={project} entity={entity} refusal={memberRefusal} />
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
          <TransferButtons
            projectRef={ref}
            entity={entity}
            filter={filter}
            sort={sort}
            selected={selected.flatMap(({ row }) => (row && row.length > 0 ? [row] : []))}
            as={as}
            database={replica}
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
          selection.clear()
          leaving?.()
        }}
      />
    </section>
  )
}

const isNarrow = () => matchMedia('(width < 48rem)').matches

/** What the server said about single rules of the filter. */
function faultsOf(error: Error | null): FilterFault[] {
  const found = failedWith(error, 'validation_failed') ? error.body.details?.filters : undefined
  return Array.isArray(found) ? (found as FilterFault[]) : []
}
