import { aNumber, aText, listOf, objectOf, type Shape, shape, type ValueOf } from '../../../../lib/shape.ts'

/**
 * The fields of a step in EXPLAIN (FORMAT JSON) that are read here. The actual numbers are present only with ANALYZE.
 */
const StepFields = objectOf(
  { 'Node Type': aText },
  {
    /** What ModifyTable does: Insert, Update, Delete, Merge. */
    Operation: aText,
    'Join Type': aText,
    'Relation Name': aText,
    Alias: aText,
    'Index Name': aText,
    'CTE Name': aText,
    'Function Name': aText,
    'Subplan Name': aText,
    Filter: aText,
    'Index Cond': aText,
    'Hash Cond': aText,
    'Merge Cond': aText,
    'Join Filter': aText,
    'Sort Key': listOf(aText),
    'Group Key': listOf(aText),
    'Rows Removed by Filter': aNumber,
    'Actual Rows': aNumber,
    'Actual Loops': aNumber,
    'Actual Total Time': aNumber,
    'Total Cost': aNumber,
    'Plan Rows': aNumber,
    'Shared Hit Blocks': aNumber,
    'Shared Read Blocks': aNumber,
    'Temp Written Blocks': aNumber,
    'Workers Launched': aNumber,
  },
)
const noNumbers = {
  'Total Cost': 0,
  'Plan Rows': 0,
  'Shared Hit Blocks': 0,
  'Shared Read Blocks': 0,
  'Temp Written Blocks': 0,
}
type RawStep = ValueOf<typeof StepFields> & typeof noNumbers & { Plans: RawStep[] }

const RawStep: Shape<RawStep> = shape((value) => {
  const fields = StepFields.safeParse(value)
  if (!fields.success) return undefined
  const below = listOf(RawStep).safeParse((value as { Plans?: unknown }).Plans ?? [])
  return below.success ? { ...noNumbers, ...fields.data, Plans: below.data } : undefined
})

const RawPlan = objectOf({ Plan: RawStep }, { 'Execution Time': aNumber, 'Planning Time': aNumber })

export type StepKind = 'sequential' | 'index' | 'join' | 'hash' | 'other'

/** One step of a plan. Times are wall-clock milliseconds over all loops; a block has 8 kB. */
export interface PlanStep {
  /** In the order of execution, from 1. */
  readonly number: number
  readonly depth: number
  readonly title: string
  readonly kind: StepKind
  readonly details: readonly string[]
  /** Wall-clock time of this step alone, without the steps below it. Undefined when nothing was measured. */
  readonly ownMs: number | undefined
  readonly cost: number
  readonly rowsEstimated: number
  /** All loops together; undefined when nothing was measured or the step was never reached. */
  readonly rowsActual: number | undefined
  readonly loops: number | undefined
  readonly blocksHit: number
  readonly blocksRead: number
  /** Its share of the total time, from 0 to 1; of the total cost when nothing was measured. */
  readonly share: number
  /** Whether it is one of the slowest steps. */
  readonly isSlow: boolean
}

export interface Plan {
  /** Depth-first: each step before its children. */
  readonly steps: readonly PlanStep[]
  readonly executionMs: number | undefined
  readonly planningMs: number | undefined
  /** Whether the plan has sequential scans and uses no index. */
  readonly hasOnlySequentialScans: boolean
}

/** Parses the output of EXPLAIN (FORMAT JSON); undefined for any other text. */
export function readPlan(text: string): Plan | undefined {
  const raw = RawPlan.safeParse(onlyElement(text))
  if (!raw.success) return undefined
  const { Plan: root, ...times } = raw.data
  const weights = ownWeights(root)
  const sum = [...weights.values()].reduce((all, weight) => all + weight, 0)
  const slow = slowest(weights, sum, totalMs(root, 1) !== undefined)
  const steps: PlanStep[] = []
  let count = 0
  const visit = (step: RawStep, depth: number, processes: number) => {
    const position = steps.push(undefined as never) - 1
    // The hashed side of a hash join is listed second but runs first.
    const isJoin = kindOf(step) === 'join'
    const order = isJoin && step.Plans.length === 2 ? [1, 0] : step.Plans.map((_, index) => index)
    const subtrees = step.Plans.map((child) => ({ child, steps: [] as PlanStep[] }))
    for (const index of order) {
      const before = steps.length
      visit(subtrees[index]!.child, depth + 1, processesBelow(step, processes))
      subtrees[index]!.steps = steps.splice(before)
    }
    for (const subtree of subtrees) steps.push(...subtree.steps)
    count += 1
    const share = sum > 0 ? (weights.get(step) ?? 0) / sum : 0
    steps[position] = stepOf(step, { depth, number: count, processes, share, isSlow: slow.has(step) })
  }
  visit(root, 0, 1)
  return {
    steps,
    executionMs: times['Execution Time'],
    planningMs: times['Planning Time'],
    hasOnlySequentialScans:
      steps.some(({ kind }) => kind === 'sequential') && !steps.some(({ kind }) => kind === 'index'),
  }
}

/** The only element of a JSON array with one element. */
function onlyElement(text: string): unknown {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.length === 1 ? list[0] : undefined
  } catch {
    return undefined
  }
}

/**
 * The number of processes that share the steps below this one. PostgreSQL counts the loops of all of them and averages
 * the time per loop: one second in each of three processes is reported as three loops of one second.
 */
const processesBelow = (step: RawStep, processes: number) =>
  step['Workers Launched'] === undefined ? processes : processes * (step['Workers Launched'] + 1)

/** Wall-clock time including the steps below; undefined when nothing was measured. */
const totalMs = (step: RawStep, processes: number) =>
  step['Actual Total Time'] === undefined
    ? undefined
    : (step['Actual Total Time'] * (step['Actual Loops'] ?? 1)) /
      Math.min(processes, Math.max(step['Actual Loops'] ?? 1, 1))

function ownMs(step: RawStep, processes: number): number | undefined {
  const total = totalMs(step, processes)
  if (total === undefined) return undefined
  const below = processesBelow(step, processes)
  return Math.max(0, total - step.Plans.reduce((sum, child) => sum + (totalMs(child, below) ?? 0), 0))
}

/** The time of each step without its children, in milliseconds; or its cost when nothing was measured. */
function ownWeights(root: RawStep): Map<RawStep, number> {
  const weights = new Map<RawStep, number>()
  const visit = (step: RawStep, processes: number) => {
    const costBelow = step.Plans.reduce((sum, child) => sum + child['Total Cost'], 0)
    weights.set(step, ownMs(step, processes) ?? Math.max(0, step['Total Cost'] - costBelow))
    for (const child of step.Plans) visit(child, processesBelow(step, processes))
  }
  visit(root, 1)
  return weights
}

/** Marks at most this many steps, and only those with at least this share of the time. */
const SLOW_STEPS_MAX = 2
const SLOW_SHARE_MIN = 0.2

function slowest(weights: ReadonlyMap<RawStep, number>, sum: number, isMeasured: boolean): Set<RawStep> {
  if (!isMeasured || weights.size < 2) return new Set()
  return new Set(
    [...weights]
      .filter(([, weight]) => weight / sum >= SLOW_SHARE_MIN)
      .sort(([, one], [, other]) => other - one)
      .slice(0, SLOW_STEPS_MAX)
      .map(([step]) => step),
  )
}

interface StepContext {
  number: number
  depth: number
  /** How many processes share the step. */
  processes: number
  share: number
  isSlow: boolean
}

const stepOf = (step: RawStep, { number, depth, processes, share, isSlow }: StepContext): PlanStep => {
  const loops = step['Actual Loops']
  return {
    number,
    depth,
    title: titleOf(step),
    kind: kindOf(step),
    details: detailsOf(step),
    ownMs: ownMs(step, processes),
    cost: step['Total Cost'],
    rowsEstimated: step['Plan Rows'],
    rowsActual: loops ? Math.round((step['Actual Rows'] ?? 0) * loops) : undefined,
    loops,
    blocksHit: step['Shared Hit Blocks'],
    blocksRead: step['Shared Read Blocks'],
    share,
    isSlow,
  }
}

function titleOf(step: RawStep): string {
  const join =
    step['Join Type'] && step['Join Type'] !== 'Inner' ? ` (${step['Join Type'].toLowerCase()})` : ''
  const object = step['Relation Name'] ?? step['CTE Name'] ?? step['Function Name']
  const alias = step.Alias && step.Alias !== object ? ` ${step.Alias}` : ''
  const index = step['Index Name'] ? ` using ${step['Index Name']}` : ''
  const name = step['Node Type'] === 'ModifyTable' ? (step.Operation ?? 'Modify') : step['Node Type']
  return `${name}${join}${index}${object ? ` on ${object}${alias}` : ''}`
}

function kindOf({ 'Node Type': type }: RawStep): StepKind {
  if (type === 'Seq Scan') return 'sequential'
  if (/Index|Bitmap/.test(type)) return 'index'
  if (/Join|Nested Loop/.test(type)) return 'join'
  return type.includes('Hash') ? 'hash' : 'other'
}

const detailsOf = (step: RawStep): string[] =>
  (
    [
      ['', step['Subplan Name']],
      ['Index condition: ', step['Index Cond']],
      ['Join condition: ', step['Hash Cond'] ?? step['Merge Cond'] ?? step['Join Filter']],
      ['Filter: ', step.Filter],
      ['Rows removed by filter: ', step['Rows Removed by Filter']?.toLocaleString('en')],
      ['Sorted by: ', step['Sort Key']?.join(', ')],
      ['Grouped by: ', step['Group Key']?.join(', ')],
      ['Parallel workers: ', step['Workers Launched']?.toLocaleString('en')],
      ['Temporary blocks written: ', step['Temp Written Blocks'] || undefined],
    ] as const
  ).flatMap(([name, value]) => (value === undefined ? [] : `${name}${value}`))
