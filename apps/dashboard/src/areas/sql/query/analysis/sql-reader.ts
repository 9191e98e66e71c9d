import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import type { SqlWork, SqlWorkAnswer } from './sql-work.ts'

interface Waiting {
  readonly resolve: (answer: SqlWorkAnswer) => void
  readonly reject: (error: Error) => void
}

type Question = { kind: SqlWork['kind']; script: string }

/**
 * Reads SQL in a thread of its own, so that a script of megabytes does not stop the keyboard. Where there is no such
 * thread, or it could not be loaded, scripts are read here, by their words alone.
 */
export class SqlReader {
  #worker: Worker | undefined
  #isBroken = false
  #count = 0
  readonly #waiting = new Map<number, Waiting>()

  /** Rejects only when nothing that reads SQL can be loaded: a script that was not read must not run. */
  async analyse(script: string): Promise<ScriptAnalysis> {
    try {
      const answer = await this.#ask({ kind: 'analyse', script })
      if ('analysis' in answer) return answer.analysis
    } catch {
      // Without its thread a script is read below.
    }
    const { analyseWith } = await import('./sql-work.ts')
    return analyseWith(undefined, script)
  }

  /** Rejects for SQL that cannot be laid out, in words for the user. */
  async format(script: string): Promise<string> {
    if (!this.#canWork) return (await import('./format-sql.ts')).formatSql(script)
    const answer = await this.#ask({ kind: 'format', script })
    if ('text' in answer) return answer.text
    throw new Error('failure' in answer ? answer.failure : 'The text could not be read')
  }

  /** Begins to load, for the first answer to be quick. */
  prepare(): void {
    if (this.#canWork) this.#open()
  }

  get #canWork() {
    return !this.#isBroken && typeof Worker !== 'undefined'
  }

  #ask(question: Question): Promise<SqlWorkAnswer> {
    if (!this.#canWork) return Promise.reject(new Error('There is no thread to read SQL'))
    const id = this.#count++
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      this.#open().postMessage({ id, ...question })
    })
  }

  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./sql-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<SqlWorkAnswer>) => {
      this.#waiting.get(data.id)?.resolve(data)
      this.#waiting.delete(data.id)
    })
    worker.addEventListener('error', () => this.#giveUp(worker))
    this.#worker = worker
    return worker
  }

  #giveUp(worker: Worker) {
    worker.terminate()
    this.#worker = undefined
    this.#isBroken = true
    for (const { reject } of this.#waiting.values()) reject(new Error('The thread that reads SQL failed'))
    this.#waiting.clear()
  }
}

/** One for the page: its parser is large. */
export const sqlReader = new SqlReader()
