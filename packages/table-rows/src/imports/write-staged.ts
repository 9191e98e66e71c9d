import type { Statement, TextRow } from '../statement.ts'
import type { ImportTarget } from './import-target.ts'
import {
  type BadLine,
  badLines,
  checkTypes,
  INDEX_STAGED,
  markBad,
  nextLines,
  readBadLines,
  STAGED_LINES,
  stagedValue,
  writeLines,
} from './staging.ts'

/** Runs a statement within the transaction of the import; its rows are texts. Rejects with what PostgreSQL said. */
export type Run = (statement: Statement) => Promise<readonly TextRow[]>

/** An error of PostgreSQL. */
interface ServerError extends Error {
  readonly code: string
  readonly column?: string
  readonly detail?: string
}

export interface StagedResult {
  readonly inserted: number
  readonly updated: number
  /** Their key was taken. */
  readonly skipped: number
  readonly badLines: readonly BadLine[]
  /** How many lines do not fit; `badLines` has the first of them. */
  readonly badLineCount: number
}

/** Too many lines were refused one by one. */
export class TooManyRefused extends Error {
  override readonly name = 'TooManyRefused'
  readonly badLines: readonly BadLine[]
  readonly badLineCount: number

  constructor(badLines: readonly BadLine[], badLineCount: number) {
    super('Too many lines were refused.')
    this.badLines = badLines
    this.badLineCount = badLineCount
  }
}

export interface WriteOptions {
  /** How many bad lines are named. */
  readonly badLinesMax: number
  /** How many lines may be refused by the table itself, each of which is tried alone. */
  readonly refusedMax: number
  /** Called with the number of rows that were tried so far. */
  onProgress(rows: number): void
}

const BATCH_ROWS_MIN = 1000
const BATCH_ROWS_MAX = 50_000

/**
 * Writes the staged rows that fit. At first types are checked, for all rows at once, then all are written by one
 * statement, as COPY would. When the table refuses a row, rows are written in batches, and a refused batch in halves, so
 * that each bad line is found with PostgreSQL's own reason.
 */
export async function writeStaged(
  run: Run,
  target: ImportTarget,
  options: WriteOptions,
): Promise<StagedResult> {
  await run({ text: INDEX_STAGED, values: [] })
  const check = checkTypes(target)
  // A type of an extension may fail harder than the check can tell. Its rows are then refused one by one.
  if (check) await inSavepoint(run, () => run(check))
  const [[count, last] = []] = await run(STAGED_LINES)
  const rows = Number(count)
  const total = { written: 0, inserted: 0 }
  const write = async (after: number, upTo: number) => {
    const [[written, inserted] = []] = await run(writeLines(target, { after, upTo }))
    return { written: Number(written), inserted: Number(inserted) }
  }
  const add = (part: typeof total) => {
    total.written += part.written
    total.inserted += part.inserted
  }
  const whole = await inSavepoint(run, () => write(0, Number(last)))
  let refused = 0
  if ('result' in whole) add(whole.result)
  else {
    const found = async () => readBadLines(await run(badLines(options.badLinesMax)))
    /** Returns whether the rows were all written. */
    const writeRange = async (after: number, upTo: number, size: number): Promise<boolean> => {
      const outcome = await inSavepoint(run, () => write(after, upTo))
      if ('result' in outcome) {
        add(outcome.result)
        return true
      }
      if (size === 1) {
        refused += 1
        await mark(run, target, upTo, outcome.error)
        if (refused > options.refusedMax) {
          const { lines, count: bad } = await found()
          throw new TooManyRefused(lines, bad)
        }
        return false
      }
      const half = Math.floor(size / 2)
      const [[middle] = []] = await run(nextLines(after, half))
      await writeRange(after, Number(middle), half)
      await writeRange(Number(middle), upTo, size - half)
      return false
    }
    let size = BATCH_ROWS_MIN
    let tried = 0
    for (let after = 0; after < Number(last); ) {
      const [[upTo, batch] = []] = await run(nextLines(after, size))
      const isWhole = await writeRange(after, Number(upTo), Number(batch))
      size = isWhole ? Math.min(size * 2, BATCH_ROWS_MAX) : BATCH_ROWS_MIN
      after = Number(upTo)
      tried += Number(batch)
      options.onProgress(tried)
    }
  }
  const { lines, count: badLineCount } = readBadLines(await run(badLines(options.badLinesMax)))
  return {
    inserted: total.inserted,
    updated: total.written - total.inserted,
    skipped: rows - refused - total.written,
    badLines: lines,
    badLineCount,
  }
}

async function mark(run: Run, target: ImportTarget, line: number, { message, detail, column }: ServerError) {
  const known = target.columns.some(({ name }) => name === column) ? column! : null
  const [[value] = []] = known === null ? [] : await run(stagedValue(target, line, known))
  await run(markBad(line, known, value ?? null, detail === undefined ? message : `${message} ${detail}`))
}

/** Runs work, and takes it back when PostgreSQL refuses its rows. Throws any other error. */
async function inSavepoint<T>(
  run: Run,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | { readonly error: ServerError }> {
  await run({ text: 'savepoint basalt_import', values: [] })
  try {
    const result = await work()
    await run({ text: 'release savepoint basalt_import', values: [] })
    return { result }
  } catch (error) {
    if (!isAboutRows(error)) throw error
    await run({ text: 'rollback to savepoint basalt_import; release savepoint basalt_import', values: [] })
    return { error }
  }
}

/** Classes of errors that no other row would have avoided: resources, locks, shutdown, and the statement itself. */
const NOT_ABOUT_ROWS = /^(?:08|25|40|42|53|54|55|57|58|F0|XX)/
const ROW_LEVEL_SECURITY = /row-level security/

const isServerError = (error: unknown): error is ServerError =>
  error instanceof Error && 'code' in error && /^[\dA-Z]{5}$/.test(String(error.code))

/** Did PostgreSQL refuse the data, and not the statement? */
export const isAboutRows = (error: unknown): error is ServerError =>
  isServerError(error) &&
  (!NOT_ABOUT_ROWS.test(error.code) || (error.code === '42501' && ROW_LEVEL_SECURITY.test(error.message)))
