import type { IndexDraft } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'
import { WORTHWHILE_FACTOR } from '@basalt/contract/index-advice/index-advice.rules.ts'
import type {
  AdvisedPlan,
  IndexAdvice,
  IndexAdviceReport,
  TriedIndex,
} from '@basalt/contract/index-advice/index-advice.schema.ts'
import { formatBytes } from '../../../lib/bytes.ts'
import { copyProgress, durationOf } from '../rehearsals/copy-report.rules.ts'

/** The progress bar of advice that is worked out. */
export const adviceProgress = (advice: IndexAdvice) =>
  copyProgress(advice, { label: 'Building indexes and running the query', value: null })

/** How many times less time, or estimated cost, the query takes with an index; undefined when that is not known. */
export function factorOf(before: AdvisedPlan, { after, is_used }: TriedIndex): number | undefined {
  if (!after || !is_used) return undefined
  const [was, is] =
    before.ms !== null && after.ms !== null ? [before.ms, after.ms] : [before.cost, after.cost]
  return is > 0 ? was / is : undefined
}

/** What was found out about an index, in a sentence. */
export function verdictOf(before: AdvisedPlan, index: TriedIndex): { text: string; isWorthwhile: boolean } {
  if (index.error !== null) return { text: `PostgreSQL refused it: ${index.error}`, isWorthwhile: false }
  if (!index.is_used) return { text: 'PostgreSQL does not use it for this query.', isWorthwhile: false }
  const factor = factorOf(before, index) ?? 1
  const isWorthwhile = factor >= WORTHWHILE_FACTOR
  const times = factor >= 10 ? Math.round(factor).toLocaleString('en') : factor.toFixed(1)
  const what = before.ms === null ? 'estimated cost' : 'time'
  return {
    text: isWorthwhile
      ? `${times} times less ${what}: ${planText(before)} before, ${planText(index.after!)} after.`
      : `It is used and changes little: ${planText(before)} before, ${planText(index.after!)} after.`,
    isWorthwhile,
  }
}

const planText = ({ ms, cost }: AdvisedPlan) =>
  ms === null ? cost.toLocaleString('en', { maximumFractionDigits: 0 }) : durationOf(ms)

/** What an index costs: its size, and how long it took to build. */
export const costOf = ({ bytes, build_ms }: TriedIndex): string =>
  bytes === null || build_ms === null ? '' : `${formatBytes(bytes)}, built in ${durationOf(build_ms)}`

/** What there is to say when no index helps. */
export const noAdvice = ({ indexes }: Pick<IndexAdviceReport, 'indexes'>): string =>
  indexes.length === 0
    ? 'The conditions and sorts of this query are served by the indexes that are there, or its tables are small.'
    : 'None of the indexes that were tried makes this query much faster.'

/** PostgreSQL keeps 63 bytes of a name. */
const NAME_MAX = 63

/** The index as the form of the page Indexes would create it: concurrently. */
export const draftOf = ({ schema, table, columns }: TriedIndex): IndexDraft => ({
  schema,
  table,
  name: `${[table, ...columns.map(({ name }) => name)].join('_').slice(0, NAME_MAX - '_idx'.length)}_idx`,
  comment: null,
  method: 'btree',
  is_unique: false,
  nulls_not_distinct: false,
  keys: columns.map(({ name, is_descending }) => ({
    column: name,
    expression: null,
    is_descending,
    is_nulls_first: is_descending,
    operator_class: null,
    collation: null,
  })),
  include: [],
  where: null,
  parameters: [],
  concurrently: true,
})
