import { readFileSync } from 'node:fs'
import path from 'node:path'
import { EngineError } from '@basalt/postgres-supervisor/engine.ts'
import { ConfigError, readConfig } from './config.ts'
import { Shutdown } from './platform/shutdown.ts'
import { StartError } from './platform/start-error.ts'
import { start } from './start.ts'

const root = path.resolve(import.meta.dirname, '..', '..', '..')
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }

const shutdown = new Shutdown((name, error) => console.error(`Closing ${name} failed:`, error))

let isStopping = false
async function stop(exitCode: number) {
  if (isStopping) return
  isStopping = true
  await shutdown.run()
  process.exit(exitCode)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
// The bootstrap holds the other end: when it is gone, nobody is left to stop this process.
process.on('disconnect', () => void stop(0))
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection:', reason))

try {
  const { address, setupUrl, notice } = await start(readConfig(process.env, root), version, shutdown)
  console.log(`\n  Basalt ${version} is ready at ${address}`)
  if (setupUrl) console.log(`  Make the first account at ${setupUrl}\n  The link works once.`)
  if (notice) console.log(`  ${notice}`)
  console.log()
} catch (error) {
  const isExpected =
    error instanceof StartError || error instanceof ConfigError || error instanceof EngineError
  console.error(isExpected ? `Basalt cannot start: ${error.message}` : error)
  await stop(1)
}
