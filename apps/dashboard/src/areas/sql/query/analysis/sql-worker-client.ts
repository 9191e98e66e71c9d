import type { ScriptAnalysis } from '@basalt/sql/analysis/script-analysis.ts'
import type { SqlWorkerRequest, SqlWorkerResponse } from './sql-worker-protocol.ts'

interface Pending {
  readonly resolve: (answer: SqlWorkerResponse) => void
  readonly reject: (error: Error) => void
}

type Task = { kind: SqlWorkerRequest['kind']; script: string }

/**
 * Analyses and formats SQL in a worker, so that a script of megabytes does not block the page. Without a worker, or
 * when it failed to load, scripts are analysed here by their keywords alone.
 */
export class SqlWorkerClient {
  #worker: Worker | undefined
  #isBroken = false
  #count = 0
  readonly #pending = new Map<number, Pending>()

  /** Rejects only when no analysis code can be loaded: a script that was not analysed must not run. */
  async analyse(script: string): Promise<ScriptAnalysis> {
    try {
      const answer = await this.#post({ kind: 'analyse', script })
      if ('analysis' in answer) return answer.analysis
    } catch {
      // Without a worker the script is analysed below.
    }
    const { analyseWith } = await import('./sql-worker-protocol.ts')
    return analyseWith(undefined, script)
  }

  /** Rejects with a message for the user when the SQL cannot be formatted. */
  async format(script: string): Promise<string> {
    if (!this.#isAvailable) return (await import('./format-sql.ts')).formatSql(script)
    const answer = await this.#post({ kind: 'format', script })
    if ('text' in answer) return answer.text
    throw new Error('failure' in answer ? answer.failure : 'The SQL could not be formatted')
  }

  /** Starts loading the worker, so that the first response is quick. */
  prepare(): void {
    if (this.#isAvailable) this.#open()
  }

  get #isAvailable() {
    return !this.#isBroken && typeof Worker !== 'undefined'
  }

  #post(task: Task): Promise<SqlWorkerResponse> {
    if (!this.#isAvailable) return Promise.reject(new Error('The SQL worker is not available'))
    const id = this.#count++
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve, reject })
      this.#open().postMessage({ id, ...task })
    })
  }

  #open(): Worker {
    if (this.#worker) return this.#worker
    const worker = new Worker(new URL('./sql-worker.ts', import.meta.url), { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<SqlWorkerResponse>) => {
      this.#pending.get(data.id)?.resolve(data)
      this.#pending.delete(data.id)
    })
    worker.addEventListener('error', () => this.#fail(worker))
    this.#worker = worker
    return worker
  }

  #fail(worker: Worker) {
    worker.terminate()
    this.#worker = undefined
    this.#isBroken = true
    for (const { reject } of this.#pending.values()) reject(new Error('The SQL worker failed'))
    this.#pending.clear()
  }
}

/** Shared by the page, because its parser is large. */
export const sqlWorker = new SqlWorkerClient()
