import type { RowLimit } from '@basalt/contract/query/query.rules.ts'
import { useState } from 'react'
import { type RunIssue, runIssues, writeIssues } from '../analysis/finding-words.ts'
import { sqlReader } from '../analysis/sql-reader.ts'
import type { CatalogueIndex } from '../editor/catalogue-index.ts'
import { explainSource } from '../explain/explain-source.ts'
import { sayRefused } from '../failure/say-refused.ts'
import { previewSource } from '../preview/preview-source.ts'
import type { QueryRun } from './query-run.ts'
import type { QuerySource } from './query-source.ts'
import { limited } from './row-limit.ts'
import type { RunTarget } from './run-target.ts'

interface Question {
  readonly source: QuerySource
  readonly issues: readonly RunIssue[]
}

/**
 * Runs a text once it has been read: with a limit where one has its place, and after a question where it takes data
 * away or does what its words do not tell.
 */
export function useRunRequest(
  ref: string,
  run: QueryRun,
  catalogue: CatalogueIndex | undefined,
  /** Whether it asks before every write, and not only before those that take something away. */
  { asksForWrites = false } = {},
) {
  const [question, setQuestion] = useState<Question>()
  const [isAsking, setAsking] = useState(false)

  const start = async (chosen: QuerySource, limit: RowLimit, target: RunTarget) => {
    const analysis = await sqlReader.analyse(chosen.sql)
    const source = { ...limited(chosen, analysis, limit), leavesSetting: leavesSetting(analysis), ...target }
    const found = runIssues(analysis.statements, (name) => isHarmless(catalogue, name))
    const issues = asksForWrites ? [...found, ...writeIssues(analysis.statements)] : found
    if (issues.length === 0) return void run.start(ref, source)
    setQuestion({ source, issues })
    setAsking(true)
  }
  const request = (chosen: QuerySource, limit: RowLimit, target: RunTarget) =>
    void start(chosen, limit, target).catch(sayRefused('Failed to execute SQL'))

  /** Rejects, in words for the user, for what has no plan. */
  const explain = async (chosen: QuerySource, target: RunTarget, isReadOnly: boolean) => {
    const analysis = await sqlReader.analyse(chosen.sql)
    void run.start(ref, { ...explainSource(chosen, analysis, isReadOnly), ...target })
  }

  /** Rejects, in words for the user, for what cannot be previewed. */
  const preview = async (chosen: QuerySource, target: RunTarget) => {
    void run.start(ref, { ...previewSource(chosen, await sqlReader.analyse(chosen.sql)), ...target })
  }

  return {
    request,
    explain,
    preview,
    /** What the dialog needs; it keeps its words while it closes. */
    confirmation: {
      issues: question?.issues ?? [],
      isOpen: isAsking,
      onClose: () => setAsking(false),
      onConfirm: () => {
        if (question) void run.start(ref, question.source)
      },
    },
  }
}

/** `name` is as it was written, with a schema or without. */
function isHarmless(catalogue: CatalogueIndex | undefined, name: string): boolean {
  const [last = '', schema] = name.split('.').reverse()
  return catalogue?.isHarmless(last, schema) === true
}

/** Whether a script ends by setting something that ends with it. */
const leavesSetting = ({ statements }: Awaited<ReturnType<typeof sqlReader.analyse>>) => {
  const session = statements.at(-1)?.session
  return session === 'setting' || session === 'role'
}
