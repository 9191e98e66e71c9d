import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { freePort } from '@basalt/testing/free-port.ts'
import type { ThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newMetadataDatabase } from './test/metadata-database.ts'

const main = path.resolve(import.meta.dirname, 'main.ts')

interface Program {
  child: ChildProcess
  /** Resolves with the exit code. */
  ended: Promise<number>
  output(): string
}

let root: string
let database: ThrowawayDatabase
let running: Program[]
beforeEach(async () => {
  root = mkdtempSync(path.join(os.tmpdir(), 'basalt-main-'))
  chmodSync(root, 0o711)
  database = await newMetadataDatabase()
  running = []
})
afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  await database.drop()
  rmSync(root, { recursive: true, force: true })
})

/** Starts the program from its sources, on existing metadata, so that it is quick. */
function start(env: Record<string, string> = {}, stdio: StdioOptions = ['ignore', 'pipe', 'pipe']): Program {
  const child = spawn(process.execPath, [main], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      BASALT_DATA_DIR: path.join(root, 'data'),
      BASALT_METADATA_URL: database.url,
      ...env,
    },
    stdio,
  })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (text) => (output += text))
  const ended = once(child, 'close').then(([code]) => code as number)
  const program = { child, ended, output: () => output }
  running.push(program)
  return program
}

const isReady = (program: Program) => waitFor(() => program.output().includes('is ready at'))

/** A port on which this process listens. */
async function takenPort() {
  const port = await freePort()
  const server = net.createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { port, close: () => server.close() }
}

/** Starts a server that must refuse to start, and returns its one line of output. */
async function refusal(env: Record<string, string>) {
  const program = start(env)
  expect(await program.ended).toBe(1)
  const lines = program.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0]
}

test('a bad value in the environment is named', async () => {
  expect(await refusal({ BASALT_PORT: 'http' })).toBe(
    'Basalt cannot start: BASALT_PORT must be a number from 1 to 65535. Change or unset it and start again.',
  )
})

test('a taken port is named with a way out', async () => {
  const { port, close } = await takenPort()
  expect(await refusal({ BASALT_PORT: String(port) })).toContain(`BASALT_PORT=${port + 1} npm start`)
  close()
})

test('a data directory that is a file is named', async () => {
  writeFileSync(path.join(root, 'data'), '')
  expect(await refusal({ BASALT_PORT: '4999' })).toContain(`${root}/data cannot be written`)
})

test('a metadata database that does not answer is named', async () => {
  const port = await freePort()
  const line = await refusal({
    BASALT_PORT: '4999',
    BASALT_METADATA_URL: `postgresql://a:b@127.0.0.1:${port}/c`,
  })
  expect(line).toContain('The metadata database does not answer')
  expect(line).not.toContain('a:b')
})

test('a server that waits for its metadata database reports at once that it is alive and what it waits for', async () => {
  // It accepts connections and never answers.
  const silent = await takenPort()
  const port = await freePort()
  const program = start({
    BASALT_PORT: String(port),
    BASALT_METADATA_URL: `postgresql://a:b@127.0.0.1:${silent.port}/c`,
  })
  const request = (path: string, accept = '*/*') =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { accept } })
  await waitFor(async () => (await request('/health/live')).ok)
  for (const path of ['/health', '/health/ready', '/platform/projects']) {
    const reply = await request(path)
    expect(reply.status).toBe(503)
    expect(reply.headers.get('retry-after')).toBe('1')
    expect(await reply.json()).toMatchObject({ message: expect.stringContaining('is starting') })
  }
  expect(await (await request('/', 'text/html')).text()).toContain('Basalt is starting')
  expect(await program.ended).toBe(1)
  expect(program.output()).toContain('The metadata database does not answer')
  silent.close()
})

test('no connection is refused while the server takes over from the early server', async () => {
  const port = await freePort()
  const program = start({ BASALT_PORT: String(port) })
  const origin = `http://127.0.0.1:${port}`
  await waitFor(async () => (await fetch(`${origin}/health/live`)).ok)
  const statuses: number[] = []
  // It throws when a connection is refused or reset.
  while (statuses.at(-1) !== 200) statuses.push((await fetch(`${origin}/health/ready`)).status)
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set(statuses.length > 1 ? [503] : []))
  await isReady(program)
})

test('a second server on the same data directory reports the address of the first', async () => {
  const port = await freePort()
  const first = start({ BASALT_PORT: String(port) })
  await isReady(first)
  expect(await refusal({ BASALT_PORT: String(await freePort()) })).toContain(`at http://127.0.0.1:${port}`)
})

test('a key file that does not fit the database, or a database of a newer version, is refused before anything is served', async () => {
  const port = await freePort()
  const env = { BASALT_PORT: String(port) }
  const first = start(env)
  await isReady(first)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const keyFile = path.join(root, 'data', 'keys', 'secrets.key')
  writeFileSync(keyFile, `${'0'.repeat(64)}\n`)
  expect(await refusal(env)).toContain('does not fit the database')

  const client = new pg.Client(database.url)
  await client.connect()
  await client.query("insert into basalt.migrations (version, name) values (999, 'future')")
  await client.end()
  expect(await refusal(env)).toContain('is at version 999')
})

test('damaged keys, or a file in place of their folder, are named in one line', async () => {
  const keys = path.join(root, 'data', 'keys')
  mkdirSync(path.join(root, 'data'), { mode: 0o711 })
  writeFileSync(keys, '')
  expect(await refusal({ BASALT_PORT: '4999' })).toContain(`${keys} is a file where a folder is needed`)
  rmSync(keys)
  mkdirSync(keys)
  writeFileSync(path.join(keys, 'secrets.key'), `${'0'.repeat(64)}x\n`)
  expect(await refusal({ BASALT_PORT: '4999' })).toContain(`${keys}/secrets.key is damaged`)
  rmSync(path.join(keys, 'secrets.key'))
  for (const name of ['pooler.key', 'pooler.crt']) writeFileSync(path.join(keys, name), 'nonsense')
  expect(await refusal({ BASALT_PORT: '4999' })).toContain(`${keys}/pooler.key is damaged`)
})

test('a closed terminal stops a server that was started in it, unless the bootstrap decides', async () => {
  const alone = start({ BASALT_PORT: String(await freePort()) })
  await isReady(alone)
  alone.child.kill('SIGHUP')
  expect(await alone.ended).toBe(0)

  const port = await freePort()
  const supervised = start({ BASALT_PORT: String(port) }, ['ignore', 'pipe', 'pipe', 'ipc'])
  await isReady(supervised)
  // Nobody reads its output any more, as after a terminal has closed.
  supervised.child.stdout!.destroy()
  supervised.child.stderr!.destroy()
  supervised.child.kill('SIGHUP')
  expect((await fetch(`http://127.0.0.1:${port}/health`)).status).toBe(200)
  supervised.child.kill('SIGTERM')
  expect(await supervised.ended).toBe(0)
})

test('an idle connection does not keep a server from stopping', async () => {
  const port = await freePort()
  const program = start({ BASALT_PORT: String(port) })
  await isReady(program)
  const silent = net.connect(port, '127.0.0.1').on('error', () => undefined)
  await once(silent, 'connect')
  program.child.kill('SIGTERM')
  expect(await program.ended).toBe(0)
  silent.destroy()
})

test('the set-up link leads to the public address, where writes are accepted', async () => {
  const program = start({
    BASALT_PORT: String(await freePort()),
    BASALT_PUBLIC_URL: 'https://db.example.com:8443',
  })
  // The link is printed after the line that says that the server is ready.
  await waitFor(() => program.output().includes('The link works once'))
  expect(program.output()).toMatch(/account at https:\/\/db\.example\.com:8443\/setup#token=\S+\n/)
})

test('a first owner from the environment needs no set-up link', async () => {
  const port = await freePort()
  const program = start({
    BASALT_PORT: String(port),
    BASALT_OWNER_EMAIL: 'Owner@Example.com',
    BASALT_OWNER_PASSWORD: 'correct horse battery',
  })
  await isReady(program)
  expect(program.output()).not.toContain('setup')
  const reply = await fetch(`http://127.0.0.1:${port}/platform/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'owner@example.com', password: 'correct horse battery' }),
  })
  expect(reply.status).toBe(200)
})
