/** What is tried of each table, in the order of their columns. */
export const matrixActions = ['select', 'insert', 'update', 'delete'] as const
export type MatrixAction = (typeof matrixActions)[number]

/**
 * What became of the rows that were tried: all of them, some, none without an error, `refused` by PostgreSQL, or `unknown`
 * because something else stopped the attempt.
 */
export const matrixOutcomes = ['all', 'some', 'none', 'refused', 'unknown'] as const
export type MatrixOutcome = (typeof matrixOutcomes)[number]

/** Roles and users of one run. */
export const MATRIX_ACTORS_MAX = 10
export const MATRIX_ACTOR_NAME_MAX = 100
export const MATRIX_TABLES_MAX = 50

/** Expectations of a project, of all schemas. */
export const EXPECTED_CELLS_MAX = 10_000

/** Rows of a table that are read, changed and deleted. */
export const MATRIX_ROWS = 100
/** Rows of a table that are inserted once more, or written one at a time because constraints refuse some of them. */
export const MATRIX_SINGLE_ROWS = 10
/** How long one attempt may take. */
export const MATRIX_ATTEMPT_SECONDS = 5

/** The outcome of an attempt that PostgreSQL did not refuse. */
export function outcomeOf(rows: number, tried: number): MatrixOutcome {
  if (tried === 0) return 'unknown'
  if (rows === 0) return 'none'
  return rows >= tried ? 'all' : 'some'
}

/** Identifies a cell over runs: oids differ after a restore. */
export const cellKey = (cell: { actor: string; schema: string; table: string; action: MatrixAction }) =>
  JSON.stringify([cell.actor, cell.schema, cell.table, cell.action])

interface Expected {
  readonly actor: string
  readonly schema: string
  readonly table: string
  readonly action: MatrixAction
  readonly outcome: MatrixOutcome
}

/** How many cells something is expected of. */
export function comparedCells(
  cells: readonly Omit<Expected, 'outcome'>[],
  expected: readonly Expected[],
): number {
  const known = new Set(expected.map(cellKey))
  return cells.filter((cell) => known.has(cellKey(cell))).length
}

interface Expectations<Actor extends { name: string }> {
  readonly actors: readonly Actor[]
  readonly cells: readonly Expected[]
}

/** What the expectations of a run take the place of: all of its schemas, or only of the tables that were tried. */
export const replacedParts = ['schemas', 'tables'] as const
export type ReplacedPart = (typeof replacedParts)[number]

/**
 * Expectations with those of a new run, which replace what was expected of its schemas or tables, and the actors of the same
 * names. Actors of whom nothing is expected any more are gone.
 */
export function mergeExpectations<Actor extends { name: string }>(
  before: Expectations<Actor>,
  saved: Expectations<Actor>,
  replaces: ReplacedPart = 'schemas',
): { actors: Actor[]; cells: Expected[] } {
  const partOf = ({ schema, table }: Expected) =>
    replaces === 'schemas' ? schema : JSON.stringify([schema, table])
  const parts = new Set(saved.cells.map(partOf))
  const cells = [...before.cells.filter((cell) => !parts.has(partOf(cell))), ...saved.cells]
  const names = new Set(saved.actors.map(({ name }) => name))
  const used = new Set(cells.map(({ actor }) => actor))
  const kept = before.actors.filter(({ name }) => !names.has(name) && used.has(name))
  return { actors: [...saved.actors, ...kept], cells }
}

/** The cells whose outcome is another one than expected, with what was expected. What was not expected is no difference. */
export function unexpectedCells(
  cells: readonly Expected[],
  expected: readonly Expected[],
): Map<string, MatrixOutcome> {
  const known = new Map(expected.map((cell) => [cellKey(cell), cell.outcome]))
  const found = new Map<string, MatrixOutcome>()
  for (const cell of cells) {
    const before = known.get(cellKey(cell))
    if (before !== undefined && before !== cell.outcome) found.set(cellKey(cell), before)
  }
  return found
}
