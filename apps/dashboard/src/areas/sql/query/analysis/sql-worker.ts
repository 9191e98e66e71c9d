import type { ParseSql } from '@basalt/sql/parser/parsed-statement.ts'
import { loadParser } from '@basalt/sql/parser/postgres-parser.ts'
import wasmUrl from 'libpg-query/wasm/libpg-query.wasm?url'
import { formatSql } from './format-sql.ts'
import { analyseWith, type SqlWork, type SqlWorkAnswer } from './sql-work.ts'

/** Without the parser, as where a browser may compile none, scripts are read by their words. */
let parser: Promise<ParseSql | undefined> = load()

function load() {
  return loadParser(wasmUrl).catch(() => undefined)
}

addEventListener('message', async ({ data }: MessageEvent<SqlWork>) => {
  postMessage(await answer(data))
})

async function answer(work: SqlWork): Promise<SqlWorkAnswer> {
  const { id, script } = work
  try {
    if (work.kind === 'format') return { id, text: formatSql(script) }
    return { id, analysis: analyseWith(await parser, script) }
  } catch (error) {
    parser = load()
    return { id, failure: String(error instanceof Error ? error.message : error) }
  }
}
