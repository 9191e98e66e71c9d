import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import wasmUrl from 'libpg-query/wasm/libpg-query.wasm?url'
import { formatSql } from './format-sql.ts'
import { analyseWith, type SqlWorkerRequest, type SqlWorkerResponse } from './sql-worker-protocol.ts'

/** Undefined when the browser cannot compile WebAssembly; scripts are then analysed by their keywords. */
let parser: Promise<ParseSql | undefined> = load()

function load() {
  return loadParser(wasmUrl).catch(() => undefined)
}

addEventListener('message', async ({ data }: MessageEvent<SqlWorkerRequest>) => {
  postMessage(await respond(data))
})

async function respond(work: SqlWorkerRequest): Promise<SqlWorkerResponse> {
  const { id, script } = work
  try {
    if (work.kind === 'format') return { id, text: formatSql(script) }
    return { id, analysis: analyseWith(await parser, script) }
  } catch (error) {
    parser = load()
    return { id, failure: String(error instanceof Error ? error.message : error) }
  }
}
