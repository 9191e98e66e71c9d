import type {
  ImportEvent,
  ImportResult,
  TableImport,
} from '@basalt/contract/table-transfer/table-transfer.schema.ts'
import { AppError } from '../../../http/app-error.ts'
import { isConnectionLost } from '../../../platform/project-databases/project-connection.ts'
import type { Member } from '../../../platform/project-databases/sql/member-lease.ts'
import type { MemberTransaction } from '../../../platform/project-databases/sql/member-transaction.ts'
import type { RecordedChange } from '../../ledger/ledger.port.ts'
import { ofPostgres } from '../transfer-errors.ts'
import {
  notesOf,
  type PreparedImport,
  prepareImport,
  Refused,
  settingsOf,
  writeImport,
} from './import-program.ts'

export interface ImportOwner {
  readonly ref: string
  readonly userId: string
  readonly email: string
}

interface Options {
  readonly transaction: MemberTransaction
  readonly recorded: RecordedChange
  readonly owner: ImportOwner
  readonly member: Member
  readonly request: TableImport
  /** Seconds without a part after which it is given up. */
  readonly idleSeconds: number
}

const CANCELLED = 'The import was cancelled. Nothing was imported.'
const GIVEN_UP = 'The import was given up, because no more rows arrived. Nothing was imported.'

/**
 * One import, from its start to its end, over several requests: one transaction, which rows are added to part by part.
 * However it ends, unless it succeeds, nothing of it stays.
 */
export class ImportRun {
  readonly id = crypto.randomUUID()
  readonly owner: ImportOwner
  /** Resolves once rows can be sent. */
  readonly started: Promise<{ readonly hasLineNumbers: boolean }>
  /** Resolves when the transaction has ended. */
  readonly over: Promise<unknown>
  isOver = false
  readonly #options: Options
  readonly #stop = new AbortController()
  readonly #prepared = Promise.withResolvers<PreparedImport>()
  readonly #ending = Promise.withResolvers<number>()
  readonly #outcome: Promise<ImportResult>
  readonly #progress: number[] = []
  #onProgress: (() => void) | undefined
  #parts = 0
  #isReceiving = false
  #isEnding = false
  #reason: AppError | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: Options) {
    this.#options = options
    this.owner = options.owner
    this.#outcome = this.#run()
    this.over = this.#outcome
      .catch(() => undefined)
      .then(() => {
        this.isOver = true
      })
    this.started = this.#prepared.promise.then(({ isStaged }) => ({ hasLineNumbers: isStaged }))
    for (const promise of [this.started, this.#ending.promise]) promise.catch(() => undefined)
    this.#rest()
  }

  /** Adds the next part. Throws what PostgreSQL refused, and `conflict` for a part that is not the next one. */
  async receive(part: number, chunks: readonly Buffer[]): Promise<void> {
    const { copy } = await this.#unless(this.#prepared.promise)
    // The answer to a part was lost, and it is sent again.
    const isRepeated = part === this.#parts - 1
    if (isRepeated && this.#isEnding) return
    if (!(isRepeated || part === this.#parts) || this.#isReceiving || this.#isEnding)
      throw new AppError('conflict', `Part ${this.#parts} of this import is next, not ${part}.`)
    this.#isReceiving = true
    clearTimeout(this.#timer)
    try {
      await this.#unless(copy.writeOwned(isRepeated ? [] : chunks))
      if (!isRepeated) this.#parts += 1
    } catch (error) {
      this.stop()
      throw error
    } finally {
      this.#isReceiving = false
      this.#rest()
    }
  }

  /** Writes what was received. The last event says how it ended, also when its answer was lost and it is called again. */
  async *finish(parts: number, badElsewhere: number): AsyncGenerator<ImportEvent> {
    if (this.#isEnding) return yield* this.#events()
    await this.#unless(this.#prepared.promise)
    if (parts !== this.#parts || this.#isReceiving) {
      this.stop()
      throw new AppError(
        'conflict',
        `The import has received ${this.#parts} parts, not ${parts}. Nothing was imported.`,
      )
    }
    this.#isEnding = true
    clearTimeout(this.#timer)
    this.#ending.resolve(badElsewhere)
    yield { type: 'writing', rows: 0 }
    yield* this.#events()
  }

  async *#events(): AsyncGenerator<ImportEvent> {
    let isOver = false
    void this.over.then(() => {
      isOver = true
      this.#onProgress?.()
    })
    for (;;) {
      const rows = this.#progress.splice(0).at(-1)
      if (rows !== undefined) yield { type: 'writing', rows }
      else if (isOver) break
      else
        await new Promise<void>((resolve) => {
          this.#onProgress = resolve
        })
    }
    yield await this.#outcome.then(
      (result): ImportEvent => ({ type: 'done', result }),
      (error: unknown): ImportEvent => {
        if (error instanceof Refused) return { type: 'done', result: error.result }
        if (!(error instanceof AppError)) throw error
        const { details, sql } = error.options
        return {
          type: 'failed',
          code: error.code,
          message: error.message,
          ...(sql && { sqlstate: sql.sqlstate }),
          ...(details?.outcome === 'unknown' && { is_outcome_unknown: true }),
        }
      },
    )
  }

  /** Ends the import and its backend, unless it is over. */
  stop(reason: AppError = new AppError('gone', CANCELLED)) {
    this.#reason ??= reason
    this.#stop.abort()
  }

  async #run(): Promise<ImportResult> {
    const { transaction, recorded, owner, member, request } = this.#options
    const call = { ref: owner.ref, email: owner.email, member, signal: this.#stop.signal }
    try {
      return await recorded(call, 'import', (note) =>
        transaction(
          owner.ref,
          member,
          { access: 'read write', signal: this.#stop.signal, settings: settingsOf(request) },
          async (run, client, signal) => {
            const prepared = await prepareImport(run, client, request)
            note(notesOf(prepared, request))
            const refuse = () => prepared.copy.refuse(CANCELLED)
            signal.addEventListener('abort', refuse, { once: true })
            // The signal may have been aborted meanwhile.
            if (signal.aborted) refuse()
            this.#prepared.resolve(prepared)
            const failed = prepared.copy.done.then(() => new Promise<never>(() => undefined))
            const badElsewhere = await Promise.race([this.#ending.promise, failed])
            const result = await writeImport(run, prepared, request, badElsewhere, (rows) => {
              this.#progress.push(rows)
              this.#onProgress?.()
            })
            note({ ...notesOf(prepared, request), rows: result.inserted + result.updated })
            return result
          },
        ),
      )
    } catch (error) {
      // What PostgreSQL says about a cancelled statement is not the reason.
      const known = this.#reason ?? ofPostgres(error)
      if (known instanceof AppError) this.#reason = known
      this.#prepared.reject(known)
      throw known
    } finally {
      clearTimeout(this.#timer)
    }
  }

  /** Throws at once when the import ends meanwhile. */
  async #unless<T>(work: Promise<T>): Promise<T> {
    const ended = this.#outcome.then((): never => {
      throw new AppError('gone', 'This import is over.')
    })
    return Promise.race([work, ended]).catch(async (error: unknown) => {
      if (this.#reason) throw this.#reason
      // Its transaction ends with the connection, and says so in words.
      if (isConnectionLost(error)) await ended
      throw ofPostgres(error)
    })
  }

  #rest() {
    clearTimeout(this.#timer)
    if (this.#isEnding || this.#stop.signal.aborted) return
    this.#timer = setTimeout(
      () => this.stop(new AppError('gone', GIVEN_UP)),
      this.#options.idleSeconds * 1000,
    )
    this.#timer.unref()
  }
}
