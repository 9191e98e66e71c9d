import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import { analyseWith, type SqlWork, type SqlWorkAnswer } from './sql-work.ts'

let parser: ReturnType<typeof loadParser> | undefined

/** What jsdom has no threads for: answers in this one, with the real parser. */
export class InProcessWorker extends EventTarget {
  postMessage({ id, script }: SqlWork) {
    parser ??= loadParser()
    void parser.then((parse) => {
      const data: SqlWorkAnswer = { id, analysis: analyseWith(parse, script) }
      this.dispatchEvent(new MessageEvent('message', { data }))
    })
  }

  terminate() {}
}
