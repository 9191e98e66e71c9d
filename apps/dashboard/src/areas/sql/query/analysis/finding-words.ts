import type { AnalysedStatement, Finding, FindingKind } from '@basalt/sql/analysis/script-analysis.ts'

/** What is asked about before a script runs: findings of one kind, and the statements they are in. */
export interface RunIssue {
  readonly kind: FindingKind | 'write'
  readonly title: string
  readonly statements: readonly string[]
}

const titles: Record<FindingKind, (name: string) => string> = {
  drop: () => 'Drops an object with everything in it',
  truncate: () => 'Empties a table',
  delete: () => 'Deletes rows',
  drop_column: () => 'Drops a column with its data',
  update_without_where: () => 'Updates every row: there is no WHERE',
  blocks_connections: (name) => `Lets nobody connect to ${name} any more`,
  destructive_words: () => 'Takes data away',
  code_block: () => 'Runs code whose effect is not known',
  unknown_function: (name) => `Runs ${name}(), whose effect is not known`,
}

const RUNS_CODE = new Set<RunIssue['kind']>(['code_block', 'unknown_function'])

/** Every kind of finding once, in the order of the script, functions by name without those known to be harmless. */
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

/** The statements that change something and have no finding of their own. */
export function writeIssues(statements: readonly AnalysedStatement[]): RunIssue[] {
  const found = statements.filter(({ writes, findings }) => writes && findings.length === 0)
  if (found.length === 0) return []
  return [{ kind: 'write', title: 'Changes data or definitions', statements: found.map(({ text }) => text) }]
}

const titleOf = ({ kind, name = '' }: Finding) => titles[kind](name)

/** The question of the dialog. */
export function questionOf(issues: readonly RunIssue[]): string {
  if (issues.length > 1) return `This query has ${issues.length} issues to check`
  const [only] = issues
  return only && RUNS_CODE.has(only.kind)
    ? 'This query involves running a function. Are you sure you want to execute it?'
    : 'This query contains write operations.'
}

export const CAUTION = 'Make sure you are not accidentally removing something important.'
