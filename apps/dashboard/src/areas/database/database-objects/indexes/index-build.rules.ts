import type { IndexBuild } from '@basalt/contract/database-objects/indexes/indexes.schema.ts'

export interface BuildProgress {
  /** Of the running phase, from 0 to 100; null when PostgreSQL does not count it. */
  percent: number | null
  /** What is counted: `1,200 of 8,000 blocks`. */
  detail: string | undefined
}

type Counts = Pick<
  IndexBuild,
  'lockers_total' | 'lockers_done' | 'blocks_total' | 'blocks_done' | 'tuples_total' | 'tuples_done'
>

/** How far the running phase of a build is. A phase counts blocks, rows, or transactions that it waits for. */
export function buildProgress(build: Counts & Pick<IndexBuild, 'phase'>): BuildProgress {
  if (build.phase?.startsWith('waiting for') === true)
    return part(build.lockers_done, build.lockers_total, 'transactions')
  const ofBlocks = part(build.blocks_done, build.blocks_total, 'blocks')
  return ofBlocks.percent === null || ofBlocks.percent >= 100
    ? { ...firstKnown(part(build.tuples_done, build.tuples_total, 'rows'), ofBlocks) }
    : ofBlocks
}

const firstKnown = (one: BuildProgress, other: BuildProgress) => (one.percent === null ? other : one)

function part(done: number | null, total: number | null, unit: string): BuildProgress {
  if (done === null || total === null || total === 0) return { percent: null, detail: undefined }
  return {
    percent: Math.min(100, (100 * done) / total),
    detail: `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${unit}`,
  }
}

/** What a build does, for its title: `Building by_name on shop.shirts`. */
export function buildTitle({
  sql,
  index,
  schema,
  table,
}: Pick<IndexBuild, 'sql' | 'index' | 'schema' | 'table'>) {
  const isRebuild = /^\s*reindex/i.test(sql)
  const verb = /^\s*drop/i.test(sql) ? 'Deleting' : isRebuild ? 'Rebuilding' : 'Building'
  return table === null
    ? `${verb} an index`
    : `${verb} ${isRebuild || index === null ? 'an index' : index} on ${schema}.${table}`
}

/** The phase as a sentence begins. */
export const phaseText = (phase: string | null) =>
  phase === null ? 'Waiting to begin' : `${phase[0]?.toUpperCase() ?? ''}${phase.slice(1)}`
