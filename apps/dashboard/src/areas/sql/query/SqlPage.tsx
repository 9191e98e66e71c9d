import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusWords } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { Activity, Eye } from 'lucide-react'
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { usePreference } from '../../../lib/preference.ts'
import { aFlag } from '../../../lib/shape.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { ResizablePanels } from '../../../ui/layout/ResizablePanels.tsx'
import { Badge } from '../../../ui/text/Badge.tsx'
import { permissionQueries } from '../../organization/permissions/permissions.queries.ts'
import { sqlReader } from './analysis/sql-reader.ts'
import type { Assistance } from './assistance.ts'
import type { DocumentChart } from './chart/use-chart.ts'
import { useSqlDatabase } from './database/sql-database.ts'
import type { SqlEditorHandle } from './editor/SqlEditor.tsx'
import { sayRefused } from './failure/say-refused.ts'
import { useErrorPlace } from './failure/use-error-place.ts'
import { LazySqlEditor } from './LazySqlEditor.tsx'
import { ConfirmRun, OpenTablesNotice, RunningQueriesSheet } from './late-layers.ts'
import { prepareGrid } from './results/LateResults.tsx'
import { RunResults } from './results/RunResults.tsx'
import { runAnnouncement } from './results/result-words.ts'
import { useSqlRole } from './role/sql-role.ts'
import { takePendingRun } from './run/pending-runs.ts'
import { useQueryRun } from './run/query-run.queries.ts'
import type { QuerySource } from './run/query-source.ts'
import { RunBar } from './run/RunBar.tsx'
import { useRowLimit } from './run/row-limit.ts'
import type { RunTarget } from './run/run-target.ts'
import { useRunRequest } from './run/use-run-request.ts'
import { useRunShortcut } from './run/use-run-shortcut.ts'
import { useCatalogue } from './use-catalogue.ts'

const IsCompleting = aFlag
const EXAMPLE = 'select current_database(), current_user, version();\n'

/** The text that is written, and who keeps it. */
export interface SqlDocument {
  readonly id: string
  readonly initialText: string
  readonly isReadOnly?: boolean | undefined
  /** A text from elsewhere that takes the place of what is shown. */
  readonly replacement?: { readonly text: string } | undefined
  readonly onTextChange: (text: () => string) => void
  /** How its results are drawn. */
  readonly chart?: DocumentChart | undefined
}

/** Write SQL, run it on the project, look at what it brings. Give it the document's id as key. */
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
  /** Where a read replica is made; left out where none can be. */
  newReplicaLink?: ReactElement | undefined
  document: SqlDocument
  /** The name of what is written. */
  title: ReactNode
  /** What else can be done with it, before Run. */
  tools?: ReactNode
  /** What is to be known before writing, above the editor. */
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
  // A user who writes SQL is about to see rows, so the grid's code is fetched now and not after they arrive. The parser
  // too, or the first confirmation of a destructive statement would take seconds to appear.
  useEffect(() => {
    if (isBlank) return
    prepareGrid()
    return whenIdle(() => sqlReader.prepare())
  }, [isBlank])
  const errorPlace = useErrorPlace(snapshot)

  const place = { slug: project.organization_slug, ref }
  const { data: refusal } = useQuery(permissionQueries.refusal(needs.readWithSql, place))
  const { data: writeRefusal } = useQuery(permissionQueries.refusal(needs.runAnySql, place))
  const statusReason = can('query', status)
    ? isBlank
      ? 'Write some SQL first'
      : undefined
    : `${statusWords[status]}. SQL runs once it is healthy.`

  const database = useSqlDatabase(ref, can('query', status))
  const reason = refusal ?? statusReason ?? database.reason
  const activityReason =
    writeRefusal ?? (can('query', status) ? undefined : `${statusWords[status]}. Nothing runs.`)

  const [limit, setLimit] = useRowLimit()
  const catalogue = useCatalogue(ref, snapshot, refusal === undefined && can('query', status))
  const [isCompleting, setCompleting] = usePreference('sql-completion', IsCompleting, true)
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
      explain(source, target, writeRefusal !== undefined).catch(sayRefused('Failed to explain the SQL'))
  }
  const requestPreview = () => {
    const source = editor.current?.textToRun()
    if (reason === undefined && source) preview(source, target).catch(sayRefused('Failed to preview the SQL'))
  }
  const format = () => {
    editor.current?.format().catch(sayRefused('Failed to format the SQL'))
  }
  const page = useRunShortcut(requestRun)
  const runIfWanted = useEffectEvent(() => {
    if (takePendingRun(document.id)) runWhenAllowed({ sql: initialText, from: 0 })
  })
  useEffect(() => runIfWanted(), [])

  return (
    <div ref={page} className="flex min-h-0 flex-1 flex-col">
      <header className="flex h-12 shrink-0 items-center gap-3 border-line border-b px-4">
        {title}
        {writeRefusal && !refusal && (
          <p className="flex min-w-0 items-center gap-2 text-ink-muted text-sm">
            <Badge icon={Eye}>Read-only</Badge>
            <span className="truncate max-md:sr-only">
              Your role may only read: nothing you run changes data.
            </span>
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
            roleReason={writeRefusal && 'Your role may only read, and runs SQL as no other.'}
            control={{
              snapshot,
              hasSelection,
              reason,
              projectName: database.replica === undefined ? name : `a read replica of ${name}`,
              reasonLink: refusal || can('query', status) ? undefined : overviewLink,
              onRun: requestRun,
              onCancel: () => run.cancel(),
            }}
            menu={{
              isBlank,
              onExplainCode: assistance?.onExplainCode,
              reason,
              previewReason:
                reason ?? writeRefusal ?? (database.replica && 'A read replica takes no changes.'),
              isCompleting,
              onRunStatement: requestStatement,
              onExplain: requestPlan,
              onPreview: requestPreview,
              onFormat: format,
              assist: assistance && {
                reason: refusal ?? (document.isReadOnly ? 'Only its owner may edit this query' : undefined),
                onStart: () => editor.current?.assist(),
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
                memoryKey={document.id}
                takesFocus={focusesEditor}
                replacement={document.replacement}
                isReadOnly={document.isReadOnly}
                onTextChange={document.onTextChange}
                onStatusChange={setEditorStatus}
                onRun={requestRun}
                onRunStatement={requestStatement}
                onFormat={format}
                onAssist={document.isReadOnly ? undefined : assistance?.onAssist}
                catalogue={catalogue}
                isCompleting={isCompleting}
                errorPlace={errorPlace}
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
                      preview(source, target).catch(sayRefused('Failed to preview the SQL'))
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
