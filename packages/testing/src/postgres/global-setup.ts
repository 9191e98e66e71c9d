import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import type { TestProject } from 'vitest/node'
import { makeRunDirectory, removeAbandonedRuns } from './run-directory.ts'
import { SERVER_SETTINGS, SUPERUSER, TEST_PORT_RANGE } from './server.rules.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the superuser at the PostgreSQL server that all test files of this run share. */
    postgresUrl: string
    /** The directory of that server's Unix socket, by which the platform connects to its instances. */
    postgresSocket: string
  }
}

/** Starts the server of a test run, and returns the function that removes it with all of its databases. */
export default async function startSharedPostgres(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedRuns()
  const dataDir = await makeRunDirectory()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: SUPERUSER,
    portRange: TEST_PORT_RANGE,
    settings: SERVER_SETTINGS,
    log: () => {},
  })
  const password = randomBytes(18).toString('base64url')
  await engine.create('shared', { superuserPassword: password })
  const { host, port, socket } = await engine.start('shared')
  if (socket === undefined)
    throw new Error(`${dataDir} is too long a path for a Unix socket, which these tests need: set TMPDIR`)
  project.provide('templatesDir', join(dataDir, 'shared-templates'))
  project.provide('postgresUrl', `postgres://${SUPERUSER}:${password}@${host}:${port}/postgres`)
  project.provide('postgresSocket', socket)
  return async () => {
    await engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
