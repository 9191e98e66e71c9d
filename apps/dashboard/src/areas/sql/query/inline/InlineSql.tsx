import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { Project } from '@basalt/contract/projects/projects.schema.ts'
import { can, statusLabels } from '@basalt/contract/projects/status.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { permissionQueries } from '../../../organization/permissions/permissions.queries.ts'
import { aiQueries } from '../../ai/ai.queries.ts'
import type { SqlEditorHandle } from '../editor/SqlEditor.tsx'
import { FailureHelp } from '../failure/failure-help.ts'
import { toastFailure } from '../failure/toast-failure.ts'
import { useErrorLocation } from '../failure/use-error-location.ts'
import { LazySqlEditor } from '../LazySqlEditor.tsx'
import { ConfirmRun } from '../lazy-layers.ts'
import { LazyResults } from '../results/LazyResults.tsx'
import { runAnnouncement } from '../results/result-labels.ts'
import { useQueryRun } from '../run/query-run.queries.ts'
import { RunControl } from '../run/RunControl.tsx'
import { useRunRequest } from '../run/use-run-request.ts'
import { useRunShortcut } from '../run/use-run-shortcut.ts'
import { useCatalogue } from '../use-catalogue.ts'
import { readInlineText, storeInlineText } from './inline-editor.state.ts'

const LIMIT = 100
const STORE_DELAY_MS = 300

/** An editor that runs SQL with at most 100 rows, and asks for confirmation before every write. */
export function InlineSql({
  ref: editor,
  project,
  onDebug,
}: {
  ref: RefObject<SqlEditorHandle | null>
  project: Project
  /** Asks the assistant why the SQL failed. */
  onDebug: (sql: string, error: string) => void
}) {
  const { ref, name, status } = project
  const runKey = `inline:${ref}`
  const { run, snapshot } = useQueryRun(ref, runKey)
  const [initialText] = useState(() => readInlineText(ref))
  const [{ isBlank, hasSelection }, setEditorStatus] = useState({
    isBlank: initialText.trim() === '',
    hasSelection: false,
  })
  const storeText = useStoredText(ref)
  const { data: refusal } = useQuery(
    permissionQueries.refusal(needs.readWithSql, { slug: project.organization_slug, ref }),
  )
  const isUp = can('query', status)
  const reason =
    refusal ??
    (isUp
      ? isBlank
        ? 'Write some SQL first'
        : undefined
      : `${statusLabels[status]}. SQL runs once the project is healthy.`)
  const catalogue = useCatalogue(ref, refusal === undefined && isUp)
  const { request, confirmation } = useRunRequest(ref, run, catalogue, { confirmsWrites: true })
  const requestRun = () => {
    const source = editor.current?.textToRun()
    if (reason === undefined && source) request(source, LIMIT, {})
  }
  const requestStatement = () => {
    const source = editor.current?.statementAtCursor()
    if (reason === undefined && source) request(source, LIMIT, {})
  }
  const errorLocation = useErrorLocation(snapshot)
  const body = useRunShortcut(requestRun)
  const { data: level } = useQuery(aiQueries.level(project.organization_slug))
  const { source: ran } = snapshot
  const debug =
    ran && level !== undefined && level !== 'disabled'
      ? (error: string) => onDebug(ran.sql, error)
      : undefined
  return (
    <div ref={body} className="flex min-h-0 flex-1 flex-col">
      <div className="h-2/5 min-h-32 border-line border-b">
        <LazySqlEditor
          ref={editor}
          initialText={initialText}
          cacheKey={runKey}
          takesFocus
          onTextChange={storeText}
          onStatusChange={setEditorStatus}
          onRun={requestRun}
          onRunStatement={requestStatement}
          onFormat={() => void editor.current?.format().catch(toastFailure('Failed to format the SQL'))}
          catalogue={catalogue}
          isCompleting
          errorLocation={errorLocation}
        />
      </div>
      <div className="flex h-12 shrink-0 items-center justify-end border-line border-b px-3">
        <RunControl
          snapshot={snapshot}
          projectName={name}
          hasSelection={hasSelection}
          reason={reason}
          reasonLink={undefined}
          onRun={requestRun}
          onCancel={() => run.cancel()}
        />
      </div>
      <div className="min-h-0 flex-1">
        <FailureHelp value={debug}>
          <LazyResults
            snapshot={snapshot}
            example={undefined}
            onEndPreview={(how) => void run.endHeld(how)}
            onPreviewAgain={() => undefined}
          />
        </FailureHelp>
      </div>
      <p role="status" className="sr-only">
        {runAnnouncement(snapshot)}
      </p>
      <ConfirmRun {...confirmation} />
    </div>
  )
}

/** Stores the text in this browser: after a pause in typing, and when the editor unmounts. */
function useStoredText(ref: string): (text: () => string) => void {
  const pending = useRef<(() => string) | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [flush] = useState(() => () => {
    clearTimeout(timer.current)
    if (pending.current) storeInlineText(ref, pending.current())
    pending.current = undefined
  })
  useEffect(() => {
    addEventListener('pagehide', flush)
    return () => {
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
  return (text) => {
    pending.current = text
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, STORE_DELAY_MS)
  }
}
