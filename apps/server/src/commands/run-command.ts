import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { type Config, ConfigError, readConfig } from '../config.ts'
import { holderOf } from '../platform/data-dir-lock.ts'
import { readKey } from '../platform/secrets/secrets.ts'
import { StartError, systemErrorMessage } from '../platform/start-error.ts'

const root = path.resolve(import.meta.dirname, '..', '..', '..', '..')

interface Command {
  args: readonly string[]
  config: Config
  /** The settings as they were with others of these. Throws ConfigError. */
  configWith(settings: Record<string, string>): Config
  /** Where npm was called; file names are relative to it. */
  folder: string
  /** The running server of the data directory, and its key. Throws StartError when none is running. */
  running(): Promise<{ origin: string; key: Buffer; publicUrl: string | undefined; dataDir: string }>
}

/** Runs a command with the server's settings. A failed command prints one line. */
export async function runCommand(run: (command: Command) => Promise<void>) {
  try {
    const config = readConfig(process.env, root)
    await run({
      args: process.argv.slice(2),
      config,
      configWith: (settings) => readConfig({ ...process.env, ...settings }, root),
      folder: process.env.INIT_CWD ?? process.cwd(),
      async running() {
        const address = existsSync(config.dataDir) ? await holderOf(config.dataDir) : undefined
        if (address === undefined)
          throw new StartError(
            `No Basalt runs on ${config.dataDir}. Start it with "npm start", or name its data directory in BASALT_DATA_DIR.`,
          )
        const dataDir = realpathSync(config.dataDir)
        return { origin: reachable(address), key: readKey(dataDir), publicUrl: config.publicUrl, dataDir }
      },
    })
  } catch (error) {
    const isExpected = error instanceof StartError || error instanceof ConfigError
    console.error(isExpected ? error.message : (systemErrorMessage(error) ?? error))
    process.exitCode = 1
  }
}

/** A server that listens on every address is also reachable on loopback. */
const reachable = (address: string) =>
  address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
