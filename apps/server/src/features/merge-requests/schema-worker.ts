import { parentPort, workerData } from 'node:worker_threads'
import type { SchemaAnswer } from './schema-thread.ts'
import { type BaseToAdvance, type SchemasToMerge, workOnSchemas } from './schema-work.ts'

/** The thread behind `onThread`. */

const answer = (found: SchemaAnswer) => parentPort!.postMessage(found)

try {
  answer({ result: await workOnSchemas(workerData as SchemasToMerge | BaseToAdvance) })
} catch (error) {
  answer({ failure: (error as Error).message })
}
