import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Activity, Eye, Lock } from 'lucide-react'
import {
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { aFlag } from '../../../lib/shape.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ResizablePanels } from '../../../ui/layout/ResizablePanels.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { branchQueries } from '../../project/branches/branches.queries.ts'
import { runPlace } from '../../project/branches/run-place.port.ts'
import { useProductionLock } from '../../project/production-lock/production-lock.port.ts'
import { useSqlDatabase } from '../database/sql-database.port.ts'
import { useSqlRole } from '../role/sql-role.port.ts'
import { sqlWorker } from './analysis/sql-worker-client.ts'
import type { DocumentChart } from './chart/use-chart.ts'
import type { AiEditTarget, SqlEditorHandle } from './editor/SqlEditor.tsx'
import { toastFailure } from './failure/toast-failure.ts'
import { useErrorLocation } from './failure/use-error-location.ts'
import { LazySqlEditor } from './LazySqlEditor.tsx'
import { ConfirmRun, OpenTablesNotice, RunningQueriesSheet, WaitingForBackup } from './lazy-layers.ts'
import { prepareGrid } from './results/LazyResults.tsx'
import { RunResults } from './results/RunResults.tsx'
import { runAnnouncement } from './results/result-labels.ts'
import { takePendingRun } from './run/pending-runs.ts'
import { useQueryRun } from './run/query-run.queries.ts'
import type { QuerySource } from './run/query-source.ts'
import { RunBar } from './run/RunBar.tsx'
import { useRowLimit } from './run/row-limit.ts'
import type { RunTarget } from './run/run-target.ts'
import { useRunRequest } from './run/use-run-request.ts'
import { useRunShortcut } from './run/use-run-shortcut.ts'
import { useCatalogue } from './use-catalogue.ts'

const EXAMPLE = 'select current_database(), current_user, version();\n'

/** The edited text, and how it is saved. */
export interface SqlDocument {
  readonly id: string
  readonly initialText: string
  readonly isReadOnly?: boolean | undefined
  /** A text from elsewhere that replaces the displayed one. */
  readonly replacement?: { readonly text: string } | undefined
  readonly onTextChange: (text: () => string) => void
  /** The chart of its results. */
  readonly chart?: DocumentChart | undefined
}

/** AI and other features that read and write the SQL editor. */
export interface Assistance {
  /** Receives the editor, so that others can insert text. */
  readonly editorRef: RefObject<SqlEditorHandle | null>
  /** Opens the AI prompt for the selected lines. */
  readonly onAiEdit: (editor: AiEditTarget) => void
  /** Asks the assistant to explain the SQL; undefined when AI is unavailable. */
  readonly onExplainCode: (() => void) | undefined
}

/** An editor for SQL with its results. Key it by the document's id. */
export function SqlPage({
  project,
  overviewLink,
  newReplicaLink,
  document,
  title,
  tools,
  notice,
  isActivityOpen,
  onActivityOpenChange,
  assistance,
  focusesEditor = false,
}: {
  project: Project
  overviewLink: ReactElement
  /** Where to create a read replica; omitted when that is not possible. */
  newReplicaLink?: ReactElement | undefined
  document: SqlDocument
  title: ReactNode
  /** Further actions, before Run. */
  tools?: ReactNode
  /** A message above the editor. */
  notice?: ReactNode
  /** Whether the list of running queries is open. */
  isActivityOpen: boolean
  onActivityOpenChange: (isOpen: boolean) => void
  assistance?: Assistance
  /** Whether the editor takes the focus when it appears. */
  focusesEditor?: boolean
}) {
  const { ref, name, status } = project
  const { run, snapshot } = useQueryRun(ref, document.id)
  const ownEditor = useRef<SqlEditorHandle>(null)
  const editor = assistance?.editorRef ?? ownEditor
  const [initialText] = useState(document.initialText)
  const [{ isBlank, hasSelection }, setEditorStatus] = useState({
    isBlank: initialText.trim() === '',
    hasSelection: false,
  })
  // A user who writes SQL is about to see rows, so the grid's code is loaded now and not after they arrive. The parser
  // too: otherwise the first confirmation of a destructive statement would take seconds to appear.
  useEffect(() => {
    if (isBlank) return
    prepareGrid()
    return whenIdle(() => sqlWorker.prepare())
  }, [isBlank])
  const errorLocation = useErrorLocation(snapshot)

  const place = { slug: project.organization_slug, ref }
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.readWithSql, place))
  const { data: writeRefusal } = useQuery(permissionQueries.refusal(needs.runAnySql, place))
  const { isLocked } = useProductionLock(ref)
  const statusReason = can('query', status)
    ? isBlank
      ? 'Write some SQL first'
      : undefined
    : `${statusLabels[status]}. SQL runs once the project is healthy.`

  // The header loads the branches.
  const { data: branches } = useQuery({ ...branchQueries.of(ref), enabled: false })
  const database = useSqlDatabase(ref, can('query', status))
  const reason = refusal ?? statusReason ?? database.reason
  const activityReason =
    writeRefusal ?? (can('query', status) ? undefined : `${statusLabels[status]}. No queries are running.`)

  const [limit, setLimit] = useRowLimit()
  const catalogue = useCatalogue(ref, refusal === undefined && can('query', status))
  const [isCompleting, setCompleting] = usePreference('sql-completion', aFlag, true)
  const [role, setRole] = useSqlRole(ref)
  const target: RunTarget = { role, database: database.replica }
  const { request, explain, preview, confirmation } = useRunRequest(ref, run, catalogue)
  const runWhenAllowed = (source: QuerySource | undefined) => {
    if (reason === undefined && source) request(source, limit, target)
  }
  const requestRun = () => runWhenAllowed(editor.current?.textToRun())
  const requestStatement = () => runWhenAllowed(editor.current?.statementAtCursor())
  const requestPlan = () => {
    const source = editor.current?.textToRun()
    if (reason === undefined && source)
      explain(source, target, isLocked || writeRefusal !== undefined).catch(
        toastFailure('Failed to explain the SQL'),
      )
  }
  const requestPreview = () => {
    const source = editor.current?.textToRun()
    if (reason === undefined && source)
      preview(source, target).catch(toastFailure('Failed to preview the SQL'))
  }
  const format = () => {
    editor.current?.format().catch(toastFailure('Failed to format the SQL'))
  }
  const page = useRunShortcut(requestRun)
  const runIfPending = useEffectEvent(() => {
    if (takePendingRun(document.id)) runWhenAllowed({ sql: initialText, from: 0 })
  })
  useEffect(() => runIfPending(), [])

  return (
    <div ref={page} className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-3 border-line border-b px-4">
        {title}
        {writeRefusal && !refusal && (
          <p className="flex min-w-0 items-center gap-2 text-ink-muted text-sm">
            <Badge icon={Eye}>Read-only</Badge>
            <span className="truncate max-md:sr-only">Your role can read data but not change it.</span>
          </p>
        )}
        {isLocked && !writeRefusal && (
          <p className="flex min-w-0 items-center gap-2 text-ink-muted text-sm">
            <Badge tone="warning" icon={Lock}>
              <span className="max-sm:sr-only">Locked</span>
            </Badge>
            <span className="truncate max-lg:sr-only">Production is locked, so SQL only reads.</span>
          </p>
        )}
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {tools}
          <Button
            variant="ghost"
            icon={Activity}
            reason={activityReason}
            onClick={() => onActivityOpenChange(true)}
          >
            <span className="max-lg:sr-only">Running queries</span>
          </Button>
          <RunBar
            projectRef={ref}
            database={database}
            newReplicaLink={newReplicaLink}
            role={role}
            onRolePick={setRole}
            roleReason={
              (writeRefusal && 'Your role is read-only and cannot run SQL as another role.') ??
              (isLocked ? 'Production is locked, so SQL runs as no other role.' : undefined)
            }
            control={{
              snapshot,
              hasSelection,
              reason,
              projectName:
                database.replica === undefined ? runPlace(name, ref, branches) : `a read replica of ${name}`,
              reasonLink: refusal || can('query', status) ? undefined : overviewLink,
              onRun: requestRun,
              onCancel: () => run.cancel(),
            }}
            menu={{
              isBlank,
              onExplainCode: assistance?.onExplainCode,
              reason,
              previewReason:
                reason ??
                writeRefusal ??
                (isLocked ? 'Production is locked.' : undefined) ??
                (database.replica && 'Read replicas accept no changes.'),
              isCompleting,
              onRunStatement: requestStatement,
              onExplain: requestPlan,
              onPreview: requestPreview,
              onFormat: format,
              edit: assistance && {
                reason: refusal ?? (document.isReadOnly ? 'Only the owner can edit this query' : undefined),
                onStart: () => editor.current?.editWithAi(),
              },
              onCompletingChange: setCompleting,
            }}
          />
        </div>
      </header>
      {notice}
      <ResizablePanels
        storageKey="sql-editor"
        direction="vertical"
        className="min-h-0 flex-1"
        panels={[
          {
            id: 'editor',
            defaultSize: 50,
            minSize: 30,
            content: (
              <LazySqlEditor
                ref={editor}
                initialText={initialText}
                cacheKey={document.id}
                takesFocus={focusesEditor}
                replacement={document.replacement}
                isReadOnly={document.isReadOnly}
                onTextChange={document.onTextChange}
                onStatusChange={setEditorStatus}
                onRun={requestRun}
                onRunStatement={requestStatement}
                onFormat={format}
                onAiEdit={document.isReadOnly ? undefined : assistance?.onAiEdit}
                catalogue={catalogue}
                isCompleting={isCompleting}
                errorLocation={errorLocation}
              />
            ),
          },
          {
            id: 'results',
            defaultSize: 50,
            minSize: 30,
            content: (
              <div className="flex h-full flex-col">
                {reason === undefined && writeRefusal === undefined && (
                  <OpenTablesNotice projectRef={ref} snapshot={snapshot} />
                )}
                <WaitingForBackup projectRef={ref} run={run} snapshot={snapshot} />
                <div className="min-h-0 flex-1">
                  <RunResults
                    projectRef={ref}
                    run={run}
                    snapshot={snapshot}
                    documentChart={document.chart}
                    onLimit={(source, next) => {
                      setLimit(next)
                      request(source, next, target)
                    }}
                    onPreviewAgain={(source) =>
                      preview(source, target).catch(toastFailure('Failed to preview the SQL'))
                    }
                    onSwitchToPrimary={() => {
                      database.pick()
                      run.clear()
                      editor.current?.focus()
                    }}
                    example={
                      isBlank && (
                        <Button onClick={() => editor.current?.replaceText(EXAMPLE)}>Use an example</Button>
                      )
                    }
                  />
                </div>
              </div>
            ),
          },
        ]}
      />
      <p role="status" className="sr-only">
        {runAnnouncement(snapshot)}
      </p>
      <ConfirmRun {...confirmation} />
      <RunningQueriesSheet
        projectRef={ref}
        replica={database.replica}
        isOpen={isActivityOpen && activityReason === undefined}
        onOpenChange={onActivityOpenChange}
      />
    </div>
  )
}
