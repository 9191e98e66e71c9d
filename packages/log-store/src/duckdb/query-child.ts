// The program of a process that runs queries, one at a time. It is a process of its own because DuckDB's limits hold neither
// its memory nor its time: the parent ends it instead.
import { writeFileSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance, type DuckDBResult } from '@duckdb/node-api'
import { DUCKDB_MEMORY_MB, RESULT_BYTES_MAX } from '../log-store.rules.ts'
import type { Answer, ContainedJob, Job, TrustedJob } from './query-messages.ts'
import { refusalOf } from './select-gate.ts'
import { quoteLiteral, quoteName } from './sql-text.ts'

// When memory runs out, the system ends this process before any other.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {
  // Only Linux has it.
}

const instance = await DuckDBInstance.create(':memory:', {
  memory_limit: `${DUCKDB_MEMORY_MB}MB`,
  threads: '1',
  temp_directory: '',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
})

async function read(result: DuckDBResult, rowsMax: number): Promise<Answer> {
  const columns = result.columnNames().map((name, n) => ({ name, type: result.columnType(n).toString() }))
  const rows: unknown[][] = []
  let bytes = 0
  for await (const some of result.yieldRowsJson()) {
    for (const row of some) {
      if (rows.length >= rowsMax) return { result: { columns, rows, isCut: true } }
      bytes += JSON.stringify(row).length
      if (bytes > RESULT_BYTES_MAX) return { tooLarge: true }
      rows.push(row)
    }
  }
  return { result: { columns, rows, isCut: false } }
}

async function runTrusted(connection: DuckDBConnection, { sql, params }: TrustedJob): Promise<Answer> {
  const prepared = await connection.prepare(sql)
  for (const [n, value] of params.entries()) {
    if (typeof value === 'string') prepared.bindVarchar(n + 1, value)
    else if (Number.isSafeInteger(value)) prepared.bindBigInt(n + 1, BigInt(value))
    else prepared.bindDouble(n + 1, value)
  }
  return read(await prepared.stream(), Number.POSITIVE_INFINITY)
}

async function runContained(connection: DuckDBConnection, job: ContainedJob): Promise<Answer> {
  const { sql, views, files, account, rowsMax } = job
  if (account) {
    process.setgroups!([])
    process.setgid!(account.gid)
    process.setuid!(account.uid)
  }
  const tree = await connection.runAndReadAll(`select json_serialize_sql(${quoteLiteral(sql)}) as tree`)
  const refused = refusalOf(
    String(tree.getRowObjectsJson()[0]!.tree),
    views.map(({ name }) => name),
  )
  if (refused !== undefined) return { refused }
  await connection.run(`set allowed_paths = [${files.map(quoteLiteral).join(', ')}]`)
  await connection.run('set enable_external_access = false')
  await connection.run('set lock_configuration = true')
  for (const view of views) await connection.run(`create view ${quoteName(view.name)} as ${view.sql}`)
  return read(await connection.stream(sql), rowsMax)
}

async function answer(job: Job): Promise<Answer> {
  const connection = await instance.connect()
  try {
    return job.kind === 'trusted' ? await runTrusted(connection, job) : await runContained(connection, job)
  } catch (error) {
    return { refused: (error as Error).message }
  } finally {
    connection.closeSync()
  }
}

process.on('message', (job: Job) => void answer(job).then((answered) => process.send!(answered)))
process.on('disconnect', () => process.exit())
