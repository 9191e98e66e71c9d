import { execFileSync } from 'node:child_process'
import { mkdir, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { sharedTemplatesDir } from '@basalt/testing/postgres/shared-templates.ts'
import { portsOfWorker } from '@basalt/testing/worker-ports.ts'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Endpoint, Engine, InstanceEvent } from '../engine.ts'
import { postgresProcessesIn } from '../process/working-directories.ts'
import { makeTemporaryDirectory, temporaryDirectory } from '../temporary-directory.fixture.ts'
import { createEmbeddedEngine } from './embedded-engine.ts'
import type { EmbeddedEngineOptions } from './embedded-options.ts'

export const SUPERUSER = 'basalt_admin'
export const PASSWORD = 'correct horse battery staple'

export const engineOptions = (dataDir: string): EmbeddedEngineOptions => ({
  dataDir,
  superuser: SUPERUSER,
  portRange: portsOfWorker({ first: 21_000, last: 29_999 }, 100),
  settings: { fsync: 'off' },
  log: () => {},
})

let seeding: Promise<void> | undefined

/** A data directory that already contains the default template, so that tests need not wait for it. */
export async function seededDataDirectory(): Promise<string> {
  seeding ??= makeTemplate()
  await seeding
  const dataDir = await temporaryDirectory()
  await mkdir(join(dataDir, 'templates'))
  for (const name of await readdir(sharedTemplatesDir()))
    await symlink(join(sharedTemplatesDir(), name), join(dataDir, 'templates', name))
  return dataDir
}

async function makeTemplate(): Promise<void> {
  const dataDir = await makeTemporaryDirectory()
  try {
    const engine = await createEmbeddedEngine({
      ...engineOptions(dataDir),
      templatesDir: sharedTemplatesDir(),
    })
    await engine.create('first', { superuserPassword: PASSWORD })
    await engine.close()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Opens an engine that is closed when the test ends. */
export async function openEngine(
  overrides: Partial<EmbeddedEngineOptions> = {},
): Promise<{ engine: Engine; dataDir: string }> {
  const dataDir = overrides.dataDir ?? (await seededDataDirectory())
  const engine = await createEmbeddedEngine({ ...engineOptions(dataDir), ...overrides })
  onTestFinished(() => engine.close())
  return { engine, dataDir }
}

/** Creates an instance with the default password and starts it. */
export async function startedInstance(engine: Engine, id: string): Promise<Endpoint> {
  await engine.create(id, { superuserPassword: PASSWORD })
  return engine.start(id)
}

/** Runs one statement as the superuser and returns its rows. */
export async function query(endpoint: Endpoint, sql: string, password = PASSWORD): Promise<unknown[]> {
  const client = new pg.Client({ user: SUPERUSER, ...endpoint, password, database: 'postgres' })
  // A killed server closes its connections; the query itself fails too.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

/** Runs statements one after another while this process waits, and returns the rows of the last one. */
export function queryInOtherProcess(endpoint: Endpoint, statements: readonly string[]): unknown[] {
  const login = { ...endpoint, user: SUPERUSER, password: PASSWORD, database: 'postgres' }
  const program = `
    const client = new (require('pg').Client)(${JSON.stringify(login)})
    const run = async () => {
      await client.connect()
      let rows
      for (const statement of ${JSON.stringify(statements)}) ({ rows } = await client.query(statement))
      console.log(JSON.stringify(rows))
      await client.end()
    }
    run()`
  return JSON.parse(
    execFileSync(process.execPath, ['-e', program], { cwd: import.meta.dirname, encoding: 'utf8' }),
  )
}

/** Whether the statement returns a row. */
export const isFound = async (endpoint: Endpoint, sql: string): Promise<boolean> =>
  (await query(endpoint, sql)).length > 0

/** The next event that matches. */
export function nextEvent(engine: Engine, fits: (event: InstanceEvent) => boolean): Promise<InstanceEvent> {
  return new Promise((resolve) => {
    const unsubscribe = engine.subscribe((event) => {
      if (!fits(event)) return
      unsubscribe()
      resolve(event)
    })
  })
}

/** Records every later state of the engine's instances, in order. */
export function recordStates(engine: Engine): string[] {
  const states: string[] = []
  engine.subscribe(({ state }) => states.push(state))
  return states
}

/** The processes of every cluster in a data directory, including unfinished ones. */
export async function postgresProcessesUnder(dataDir: string): Promise<number[]> {
  const kinds = ['instances', 'templates', 'unfinished']
  const folders = await Promise.all(
    kinds.map(async (kind) => {
      const names = await readdir(join(dataDir, kind)).catch(() => [])
      return names.map((name) => join(dataDir, kind, name, 'data'))
    }),
  )
  return (await Promise.all(folders.flat().map(postgresProcessesIn))).flat()
}
