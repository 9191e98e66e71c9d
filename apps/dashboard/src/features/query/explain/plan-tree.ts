import { aNumber, aText, listOf, objectOf, type Shape, shape, type ValueOf } from '../../../lib/shape.ts'

/** What EXPLAIN (FORMAT JSON) says of a step; only what is read here. Numbers of ANALYZE are missing without it. */
const StepFacts = objectOf(
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
  },
)
const noNumbers = {
  'Total Cost': 0,
  'Plan Rows': 0,
  'Shared Hit Blocks': 0,
  'Shared Read Blocks': 0,
  'Temp Written Blocks': 0,
}
type RawStep = ValueOf<typeof StepFacts> & typeof noNumbers & { Plans: RawStep[] }

const RawStep: Shape<RawStep> = shape((value) => {
  const facts = StepFacts.safeParse(value)
  if (!facts.success) return undefined
  const below = listOf(RawStep).safeParse((value as { Plans?: unknown }).Plans ?? [])
  return below.success ? { ...noNumbers, ...facts.data, Plans: below.data } : undefined
})

const RawPlan = objectOf({ Plan: RawStep }, { 'Execution Time': aNumber, 'Planning Time': aNumber })

export type StepKind = 'sequential' | 'index' | 'join' | 'hash' | 'other'

/** One step of a plan. Times are milliseconds over all loops, blocks are of 8 kB. */
export interface PlanStep {
  /** In the order of execution, from 1. */
  readonly number: number
  readonly depth: number
  readonly title: string
  readonly kind: StepKind
  readonly details: readonly string[]
  /** Of its own, without the steps below it. Undefined when nothing was measured. */
  readonly ownMs: number | undefined
  readonly cost: number
  readonly rowsEstimated: number
  /** All loops together; undefined when nothing was measured or the step was never reached. */
  readonly rowsActual: number | undefined
  readonly loops: number | undefined
  readonly blocksHit: number
  readonly blocksRead: number
  /** Whether most of the time passes on the way through it. */
  readonly isHot: boolean
}

export interface Plan {
  /** As a tree is read: each step before the steps below it. */
  readonly steps: readonly PlanStep[]
  readonly executionMs: number | undefined
  readonly planningMs: number | undefined
  /** A table is read from end to end, and no index is used at all. */
  readonly hasOnlySequentialScans: boolean
}

/** The plan in the text of EXPLAIN (FORMAT JSON); undefined when it is no such text. */
export function readPlan(text: string): Plan | undefined {
  const raw = RawPlan.safeParse(onlyOneOf(text))
  if (!raw.success) return undefined
  const { Plan: root, ...times } = raw.data
  const hot = hotPath(root)
  const steps: PlanStep[] = []
  let count = 0
  const visit = (step: RawStep, depth: number) => {
    const place = steps.push(undefined as never) - 1
    // The side of a hash join that is hashed runs first, and stands second.
    const isJoin = kindOf(step) === 'join'
    const order = isJoin && step.Plans.length === 2 ? [1, 0] : step.Plans.map((_, index) => index)
    const blocks = step.Plans.map((child) => ({ child, made: [] as PlanStep[] }))
    for (const index of order) {
      const before = steps.length
      visit(blocks[index]!.child, depth + 1)
      blocks[index]!.made = steps.splice(before)
    }
    for (const { made } of blocks) steps.push(...made)
    count += 1
    steps[place] = stepOf(step, depth, count, hot.has(step))
  }
  visit(root, 0)
  return {
    steps,
    executionMs: times['Execution Time'],
    planningMs: times['Planning Time'],
    hasOnlySequentialScans:
      steps.some(({ kind }) => kind === 'sequential') && !steps.some(({ kind }) => kind === 'index'),
  }
}

/** The one thing in a JSON list of one. */
function onlyOneOf(text: string): unknown {
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.length === 1 ? list[0] : undefined
  } catch {
    return undefined
  }
}

const totalMs = (step: RawStep) =>
  step['Actual Total Time'] === undefined
    ? undefined
    : step['Actual Total Time'] * (step['Actual Loops'] ?? 1)

function ownMs(step: RawStep): number | undefined {
  const total = totalMs(step)
  if (total === undefined) return undefined
  const below = step.Plans.reduce((sum, child) => sum + (totalMs(child) ?? 0), 0)
  return Math.max(0, total - below)
}

/** From the root always on to where most time goes, down to the step that spends it itself. */
function hotPath(root: RawStep): Set<RawStep> {
  const path = new Set<RawStep>()
  for (let step: RawStep | undefined = root; step && totalMs(step) !== undefined; ) {
    path.add(step)
    const slowest: RawStep | undefined = step.Plans.toSorted(
      (a, b) => (totalMs(b) ?? 0) - (totalMs(a) ?? 0),
    )[0]
    step = slowest && (totalMs(slowest) ?? 0) > (ownMs(step) ?? 0) ? slowest : undefined
  }
  return path
}

const stepOf = (step: RawStep, depth: number, number: number, isHot: boolean): PlanStep => {
  const loops = step['Actual Loops']
  return {
    number,
    depth,
    title: titleOf(step),
    kind: kindOf(step),
    details: detailsOf(step),
    ownMs: ownMs(step),
    cost: step['Total Cost'],
    rowsEstimated: step['Plan Rows'],
    rowsActual: loops ? Math.round((step['Actual Rows'] ?? 0) * loops) : undefined,
    loops,
    blocksHit: step['Shared Hit Blocks'],
    blocksRead: step['Shared Read Blocks'],
    isHot,
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
      ['Temporary blocks written: ', step['Temp Written Blocks'] || undefined],
    ] as const
  ).flatMap(([name, value]) => (value === undefined ? [] : `${name}${value}`))
