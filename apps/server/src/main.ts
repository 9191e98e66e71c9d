import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { EngineError } from '@basalt/postgres-supervisor/engine.ts'
import { ConfigError, readConfig } from './config.ts'
import { startEarly } from './early-start.ts'
import { Shutdown } from './platform/shutdown.ts'
import { StartError, systemErrorMessage } from './platform/start-error.ts'

const root = path.resolve(import.meta.dirname, '..', '..', '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

let isStopRequested = false
const shutdown = new Shutdown({
  onError: (name, error) => console.error(`Closing ${name} failed:`, error),
  // A refused start prints only its one line.
  onSlow: (name) => isStopRequested && console.log(`Stopping: waiting for ${name} …`),
})

let isStopping = false
async function stop(exitCode: number) {
  if (isStopping) return
  isStopping = true
  isStopRequested = exitCode === 0
  await shutdown.run()
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(0))
// A closed terminal signals every process in it. With a bootstrap (scripts/up.mjs), that decides when to stop.
process.on('SIGHUP', () => process.connected || void stop(0))
// Writing to a closed terminal fails, which is no reason to stop.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
// The bootstrap holds the other end: without it, nobody is left to stop this process.
process.on('disconnect', () => void stop(0))
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection:', reason))

/** Turns of the event loop that it takes to accept, read and answer a request. */
const TURNS_PER_REQUEST = 3

/** Loads the program in parts. Loading blocks the event loop; the port answers between two parts. */
async function loadProgram() {
  const parts = [
    () => import('fastify'),
    () => import('./http-server.ts'),
    () => import('./features/access/access.slice.ts'),
    () => import('./features/members/members.slice.ts'),
    () => import('./features/storage/storage.slice.ts'),
    () => import('./features/data-api/data-api.slice.ts'),
    () => import('./features/poolers/poolers.slice.ts'),
    () => import('./features/query/query.slice.ts'),
    () => import('./app.ts'),
  ]
  await loadInParts(parts)
  return import('./start.ts')
}

/** Loads the code that opens the metadata database: first, so that PostgreSQL starts while the rest is loading. */
async function loadFoundation() {
  await loadInParts([() => import('pg'), () => import('kysely')])
  return import('./foundation.ts')
}

async function loadInParts(parts: (() => Promise<unknown>)[]) {
  for (const load of parts) {
    for (let turn = 0; turn < TURNS_PER_REQUEST; turn += 1) await setImmediate()
    await load()
  }
}

try {
  const config = readConfig(process.env, root)
  const early = await startEarly(config, version, shutdown)
  const { openFoundation } = await loadFoundation()
  const opening = openFoundation(config, shutdown, early)
  const [{ start }, foundation] = await Promise.all([loadProgram(), opening])
  const { address, setupUrl, notices } = await start(config, version, shutdown, early, foundation)
  console.log(`\n  Basalt ${version} is ready at ${address}`)
  if (setupUrl) console.log(`  Create the first account at ${setupUrl}\n  The link works once.`)
  for (const notice of notices) console.log(`  ${notice}`)
  console.log()
} catch (error) {
  const isExpected =
    error instanceof StartError || error instanceof ConfigError || error instanceof EngineError
  const message = isExpected ? error.message : systemErrorMessage(error)
  console.error(message === undefined ? error : `Basalt cannot start: ${message}`)
  await stop(1)
}
