import type { AnalysedStatement, Finding, FindingKind } from '@basalt/sql/analysis/script-analysis.ts'

/** An issue to confirm before a script runs, and the statements that have it. */
export interface RunIssue {
  readonly kind: FindingKind | 'write'
  readonly title: string
  readonly statements: readonly string[]
}

const titles: Record<FindingKind, (name: string) => string> = {
  drop: () => 'Drops an object and everything in it',
  truncate: () => 'Empties a table',
  delete: () => 'Deletes rows',
  drop_column: () => 'Drops a column with its data',
  update_without_where: () => 'Updates every row (no WHERE clause)',
  blocks_connections: (name) => `Blocks all connections to ${name}`,
  destructive_words: () => 'Removes data',
  code_block: () => 'Runs code that may have side effects',
  unknown_function: (name) => `Runs ${name}(), which may have side effects`,
}

const REMOVES_DATA = new Set<RunIssue['kind']>([
  'drop',
  'truncate',
  'delete',
  'drop_column',
  'update_without_where',
  'destructive_words',
])

/** Whether a script with these issues removes or overwrites data. */
export const removesData = (issues: readonly RunIssue[]) => issues.some(({ kind }) => REMOVES_DATA.has(kind))

const RUNS_CODE = new Set<RunIssue['kind']>(['code_block', 'unknown_function'])

/** Each kind of finding once, in script order; functions by name, except those known to be harmless. */
export function runIssues(
  statements: readonly AnalysedStatement[],
  isHarmless: (functionName: string) => boolean = () => false,
): RunIssue[] {
  const issues = new Map<string, { kind: FindingKind; title: string; statements: string[] }>()
  for (const { text, findings } of statements)
    for (const finding of findings) {
      if (finding.kind === 'unknown_function' && isHarmless(finding.name ?? '')) continue
      const title = titleOf(finding)
      const issue = issues.get(title) ?? { kind: finding.kind, title, statements: [] }
      issues.set(title, issue)
      if (issue.statements.at(-1) !== text) issue.statements.push(text)
    }
  return [...issues.values()]
}

/** One issue for all statements that write and have no finding of their own. */
export function writeIssues(statements: readonly AnalysedStatement[]): RunIssue[] {
  const found = statements.filter(({ writes, findings }) => writes && findings.length === 0)
  if (found.length === 0) return []
  return [{ kind: 'write', title: 'Changes data or definitions', statements: found.map(({ text }) => text) }]
}

const titleOf = ({ kind, name = '' }: Finding) => titles[kind](name)

/** The title of the confirmation dialog. */
export function confirmationTitle(issues: readonly RunIssue[]): string {
  if (issues.length > 1) return `This query has ${issues.length} issues to check`
  const [only] = issues
  return only && RUNS_CODE.has(only.kind)
    ? 'This query involves running a function. Are you sure you want to execute it?'
    : 'This query contains write operations.'
}

export const CAUTION = 'Make sure you are not accidentally removing something important.'
