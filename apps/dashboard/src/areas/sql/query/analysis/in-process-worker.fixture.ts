import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { analyseWith, type SqlWorkerRequest, type SqlWorkerResponse } from './sql-worker-protocol.ts'

let parser: ReturnType<typeof loadParser> | undefined

/** Replaces the web worker, which jsdom lacks, by the real parser in this thread. */
export class InProcessWorker extends EventTarget {
  postMessage({ id, script }: SqlWorkerRequest) {
    parser ??= loadParser()
    void parser.then((parse) => {
      const data: SqlWorkerResponse = { id, analysis: analyseWith(parse, script) }
      this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }

  terminate() {}
}
