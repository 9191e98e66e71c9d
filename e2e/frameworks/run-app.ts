import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Guide, GuideFile, GuideValues } from '@basalt/contract/connect/guides/guide.ts'
import type { Orm, OrmUrls } from '@basalt/contract/connect/guides/orms.ts'
import { freePort } from '@basalt/testing/free-port.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import type { Browser, Page } from '@playwright/test'
import { servePages } from '../serve-pages.ts'
import type { FrameworkApp } from './framework-apps.ts'

const run = promisify(execFile)
const COMMAND_LIMIT_MS = 15 * 60_000
const START_LIMIT_MS = 120_000

/** The first row that every guide of the Connect dialog reads. */
export const FIRST_ROW = 'Make a table'

/** Disables the telemetry of frameworks. */
const quiet = {
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  CHECKPOINT_DISABLE: '1',
  // Prisma downloads it from its own host; it is for migrations, and the client works without it.
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CI: 'false',
  // The parent process may be a test; the application is not.
  NODE_ENV: undefined,
}

function aFolder(files: readonly GuideFile[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'basalt-framework-'))
  for (const { name, code } of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
    writeFileSync(path.join(folder, name), code)
  }
  const environment = {
    ...process.env,
    ...quiet,
    PATH: `${path.join(folder, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH}`,
  }
  return {
    path: folder,
    environment,
    /** Runs a shell command. @throws Error with the end of its output */
    async command(line: string) {
      try {
        const { stdout } = await run('sh', ['-c', line], {
          cwd: folder,
          env: environment,
          timeout: COMMAND_LIMIT_MS,
          maxBuffer: 100_000_000,
        })
        return stdout
      } catch (cause) {
        const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
        throw new Error(`${line} failed:\n${`${stdout}\n${stderr}`.trim().slice(-1500)}`)
      }
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

const manifest = (dependencies: Record<string, string>): GuideFile => ({
  name: 'package.json',
  code: JSON.stringify({ name: 'app', private: true, type: 'module', dependencies }),
})

const QUIET_INSTALL = 'npm install --no-audit --no-fund --loglevel=error'

/** Creates an application with a guide's files, builds it, and checks that a browser shows what is expected. */
export async function runApp(
  app: FrameworkApp,
  guide: Guide,
  values: GuideValues,
  browser: Browser,
  isShown: (page: Page) => Promise<unknown> = (page) => page.getByText(FIRST_ROW).first().waitFor(),
) {
  const starter = Object.entries(app.files).map(([name, code]) => ({ name, code }))
  using folder = aFolder([manifest(app.dependencies), ...starter, ...guide.files(values)])
  if (app.isPython) await folder.command(`python3 -m venv .venv && .venv/bin/${guide.install} --quiet`)
  else {
    await folder.command(QUIET_INSTALL)
    await folder.command(guide.install.replaceAll('npm install', QUIET_INSTALL))
    await folder.command(app.build.join(' '))
  }
  await using site = app.start
    ? await started(folder, app.start)
    : await servePages(path.join(folder.path, app.dist ?? 'dist'))
  const page = await browser.newPage()
  try {
    await page.goto(site.origin)
    await isShown(page)
  } finally {
    await page.close()
  }
}

/** Creates a folder with the dialog's files for an ORM, and runs it. */
export async function runOrm(orm: Orm, urls: OrmUrls) {
  using folder = aFolder([manifest({}), ...orm.files(urls)])
  await folder.command(orm.install.replaceAll('npm install', QUIET_INSTALL))
  const said = await folder.command(orm.run)
  if (!said.includes(FIRST_ROW)) throw new Error(`It said: ${said.slice(-500)}`)
}

async function started(
  { path: cwd, environment }: ReturnType<typeof aFolder>,
  start: NonNullable<FrameworkApp['start']>,
) {
  const port = await freePort()
  const { args, env } = start(port)
  const [program = '', ...rest] = args
  const [command, parameters] = /\.m?js$/.test(program)
    ? [process.execPath, args]
    : [path.join(cwd, program.includes('/') ? '' : 'node_modules/.bin', program), rest]
  const child = spawn(command, parameters, {
    cwd,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, because a starter's children outlive it.
    detached: true,
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => void output.push(data.toString()))
  const origin = `http://127.0.0.1:${port}`
  const site = { origin, [Symbol.asyncDispose]: () => stopGroup(child) }
  try {
    const answers = () =>
      fetch(origin).then(
        () => true,
        () => child.exitCode !== null,
      )
    await waitFor(answers, { timeoutMs: START_LIMIT_MS })
    if (child.exitCode !== null) throw new Error(`It ended:\n${output.join('').slice(-1500)}`)
    return site
  } catch (error) {
    await stopGroup(child)
    throw error
  }
}

async function stopGroup(child: ChildProcess) {
  if (child.exitCode !== null || child.pid === undefined) return
  const ended = once(child, 'exit')
  process.kill(-child.pid, 'SIGKILL')
  await ended
}
