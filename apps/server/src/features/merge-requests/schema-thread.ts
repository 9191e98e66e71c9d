import { Worker } from 'node:worker_threads'
import type { SchemaMerge } from '@basalt/merge/schema/schema-merge.ts'
import { AppError } from '../../http/app-error.ts'
import { COMPARISON_HEAP_MEBIBYTES, COMPARISON_THREAD_MS } from './merge-runs.rules.ts'
import type { BaseToAdvance, SchemasToMerge } from './schema-work.ts'

export type SchemaAnswer = { readonly result: SchemaMerge | string } | { readonly failure: string }

/**
 * `workOnSchemas` in a thread of its own: large schemas take seconds, in which the server would answer nobody. Throws `conflict`
 * when they are too large for the memory or the time that it may take.
 */
export function onThread(work: SchemasToMerge): Promise<SchemaMerge>
export function onThread(work: BaseToAdvance): Promise<string>
export function onThread(work: SchemasToMerge | BaseToAdvance): Promise<SchemaMerge | string> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./schema-worker.ts', import.meta.url), {
      workerData: work,
      resourceLimits: { maxOldGenerationSizeMb: COMPARISON_HEAP_MEBIBYTES },
    })
    const end = (error: Error) => {
      reject(error)
      void worker.terminate()
    }
    const timer = setTimeout(
      () => end(new AppError('conflict', 'The schemas could not be compared in time. Try again later.')),
      COMPARISON_THREAD_MS,
    )
    worker.on('message', (answer: SchemaAnswer) => {
      if ('failure' in answer) reject(new Error(answer.failure))
      else resolve(answer.result)
    })
    worker.on('error', (error) =>
      end(
        (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new AppError('conflict', 'The schemas are too large to be compared.', { cause: error })
          : error,
      ),
    )
    worker.on('exit', () => {
      clearTimeout(timer)
      // Nothing changes when it has answered.
      reject(new Error('The thread that compares schemas ended'))
    })
  })
}
