import type { ChangePlan } from '@basalt/contract/schema-changes/schema-changes.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'

/** What others notice of a change, in sentences. */
export interface Consequence {
  tone: 'warning' | 'info'
  title: string
  reasons: string[]
}

/** Below this size, writing a table again takes a moment. */
const SMALL_BYTES = 10 * 1024 * 1024

export function consequencesOf({ statements, bytes }: ChangePlan): Consequence[] {
  const rewrites = statements.flatMap((statement) => statement.rewrites)
  const scans = statements.flatMap((statement) => statement.scans)
  const tone = bytes > SMALL_BYTES ? 'warning' : 'info'
  const found: Consequence[] = []
  if (rewrites.length > 0)
    found.push({
      tone,
      title: `This rewrites ${formatBytes(bytes)}. Readers and writers of the table wait until it is done.`,
      reasons: unique(rewrites),
    })
  else if (scans.length > 0)
    found.push({
      tone,
      title: `This reads the whole table, ${formatBytes(bytes)}. ${
        blocksEveryone(statements) ? 'Readers and writers wait meanwhile.' : 'Writers wait meanwhile.'
      }`,
      reasons: unique(scans),
    })
  for (const [table, blocks] of locksOf(statements))
    found.push({
      tone: 'info',
      title:
        blocks === 'everyone'
          ? `Readers and writers of ${table} wait until the change is done.`
          : `Writers of ${table} wait until the change is done.`,
      reasons: [],
    })
  return found
}

/** The costliest consequence in a few words; undefined when it takes a moment. */
export function warningOf(plan: ChangePlan): string | undefined {
  const [first] = consequencesOf(plan)
  if (first?.tone !== 'warning') return undefined
  const isRewrite = plan.statements.some(({ rewrites }) => rewrites.length > 0)
  return `${isRewrite ? 'Rewrites' : 'Reads'} ${formatBytes(plan.bytes)}`
}

const unique = (texts: readonly string[]) => [...new Set(texts)]

const blocksEveryone = (statements: ChangePlan['statements']) =>
  statements.some(({ locks }) => locks.some(({ blocks }) => blocks === 'everyone'))

/** Tables and whom their strongest lock keeps waiting. */
function locksOf(statements: ChangePlan['statements']) {
  const found = new Map<string, 'writers' | 'everyone'>()
  for (const { schema, name, blocks } of statements.flatMap(({ locks }) => locks)) {
    const table = `${schema}.${name}`
    if (found.get(table) !== 'everyone') found.set(table, blocks)
  }
  return found
}
