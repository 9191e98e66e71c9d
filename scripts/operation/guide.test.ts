import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { signIn } from '@basalt/contract/access/access.endpoints.ts'
import { DUMP_END } from '@basalt/contract/dump/dump.rules.ts'
import { streamEvents } from '@basalt/contract/events/events.endpoints.ts'
import { getInstallationConfig } from '@basalt/contract/installation/installation.endpoints.ts'
import { listApiKeys } from '@basalt/contract/keys/keys.endpoints.ts'
import { createOrganization } from '@basalt/contract/organizations/organizations.endpoints.ts'
import { createProject, getProject, updateProject } from '@basalt/contract/projects/projects.endpoints.ts'
import { freePort } from '@basalt/testing/free-port.ts'
import { newDataDir, type RealServer, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { waitFor } from '@basalt/testing/wait-for.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, call, signedIn } from '../api-client.ts'
import { inRepository } from '../repository.ts'

/** Follows the operator's guide to the letter, except for names, ports and certificates. */

const run = promisify(execFile)
const EMAIL = 'owner@example.com'
const PASSWORD = 'correct horse battery'
const LARGE = 100 * 1024 * 1024

let dataDir: string
let folder: string
let port: number
let server: RealServer
let owner: Caller
let ref: string
beforeAll(async () => {
  dataDir = newDataDir()
  folder = mkdtempSync(path.join(tmpdir(), 'basalt-proxy-'))
  port = await freePort()
  server = await startServer(dataDir, {
    BASALT_OWNER_EMAIL: EMAIL,
    BASALT_OWNER_PASSWORD: PASSWORD,
    // As the guide says. The server's own certificate contains this name.
    BASALT_TRUSTED_PROXIES: '127.0.0.1',
    BASALT_PUBLIC_URL: `https://localhost:${port}`,
  })
  const site = { origin: server.origin, headers: { origin: `https://localhost:${port}` } }
  owner = await signedIn(site, EMAIL, PASSWORD)
  const { slug } = await call(owner, createOrganization, { body: { name: 'Acme' } })
  ref = (await call(owner, createProject, { body: { organization_slug: slug, name: 'Shop' } })).ref
  const params = { ref }
  await waitFor(async () => (await call(owner, getProject, { params })).status === 'ACTIVE_HEALTHY', {
    timeoutMs: 60_000,
  })
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
  removeDataDir(dataDir)
})

const certificate = () => path.join(dataDir, 'keys', 'pooler.crt')
const privateKey = () => path.join(dataDir, 'keys', 'pooler.key')

/** The guide's code block in this language. */
function blockOfGuide(language: string) {
  const guide = readFileSync(inRepository('docs', 'guides', 'operate.md'), 'utf8')
  const [, block] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide) ?? []
  if (block === undefined) throw new Error(`The guide has no block of ${language}`)
  return block
}

/** Replaces values that each installation chooses; throws when the guide no longer contains one. */
function withOwnValues(block: string, values: Record<string, string>) {
  return Object.entries(values).reduce((changed, [example, own]) => {
    if (!changed.includes(example)) throw new Error(`The guide does not contain ${example}`)
    return changed.replaceAll(example, own)
  }, block)
}

function nginx() {
  const site = path.join(folder, 'basalt.conf')
  writeFileSync(
    site,
    withOwnValues(blockOfGuide('nginx'), {
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      'db.example.com;': 'localhost;',
      '/etc/ssl/certs/db.example.com.pem': certificate(),
      '/etc/ssl/private/db.example.com.key': privateKey(),
      '127.0.0.1:4000': `127.0.0.1:${server.port}`,
    }),
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((kind) => `${kind}_temp_path ${folder}/${kind};`)
    .join(' ')
  const main = path.join(folder, 'nginx.conf')
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  writeFileSync(
    main,
    `${user} daemon off; pid ${folder}/nginx.pid; error_log stderr; events {}\nhttp { access_log off; ${temporary} include ${site}; }\n`,
  )
  return spawn('nginx', ['-c', main, '-p', folder, '-e', 'stderr'], { stdio: 'inherit' })
}

function caddy() {
  const file = path.join(folder, 'Caddyfile')
  const site = withOwnValues(blockOfGuide('caddy'), {
    'db.example.com {': `https://localhost:${port} {\n  tls ${certificate()} ${privateKey()}`,
    '127.0.0.1:4000': `127.0.0.1:${server.port}`,
  })
  // Without a grace period Caddy only stops once every connection has ended.
  writeFileSync(file, `{\n  admin off\n  auto_https disable_redirects\n  grace_period 1s\n}\n${site}`)
  return spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  })
}

interface Send {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
}

/** A request through the proxy over TLS, verified by the certificate that the guide configures. */
async function through(address: string, { method = 'GET', headers = {}, body }: Send = {}) {
  const outgoing = request({
    host: 'localhost',
    port,
    path: address,
    method,
    headers,
    ca: readFileSync(certificate()),
  })
  outgoing.end(body)
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage]
  return reply
}

const json = (body: unknown): Send => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', origin: `https://localhost:${port}` },
  body: JSON.stringify(body),
})

const isInstalledHere = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )

test('the guide lists everything in the data directory', () => {
  const guide = readFileSync(inRepository('docs', 'guides', 'operate.md'), 'utf8')
  const table = guide.split('## The data directory')[1]!.split('\n## ')[0]!
  const found = readdirSync(dataDir, { withFileTypes: true }).map(
    (entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}`,
  )
  expect(found.length).toBeGreaterThan(4)
  expect(found.filter((name) => !table.includes(`| \`${name}`))).toEqual([])
})

test('npm run dump writes a complete database to a file, and no file when it fails', async () => {
  const dump = (...args: string[]) =>
    run(process.execPath, [inRepository('apps/server/src/commands/dump.ts'), ...args], {
      env: { PATH: process.env.PATH, BASALT_DATA_DIR: dataDir, INIT_CWD: folder },
    })
  const { stdout } = await dump(ref)
  const [, file] = /is in (\S+\.sql)$/m.exec(stdout) ?? []
  expect(path.dirname(file!)).toBe(folder)
  const sql = readFileSync(file!, 'utf8')
  expect(sql).toContain('CREATE TABLE storage.objects')
  expect(sql.endsWith(`\n${DUMP_END}\n`)).toBe(true)
  await expect(dump('b'.repeat(20), 'other.sql')).rejects.toMatchObject({
    stderr: expect.stringContaining('does not exist'),
  })
  await expect(dump()).rejects.toMatchObject({ stderr: expect.stringContaining('npm run dump -- ') })
  expect(readdirSync(folder).filter((name) => name.includes('.sql'))).toEqual([path.basename(file!)])
})

const proxies: [name: string, isInstalled: () => Promise<boolean>, start: () => ChildProcess][] = [
  ['nginx', () => isInstalledHere('nginx', '-v'), nginx],
  ['caddy', () => isInstalledHere('caddy', 'version'), caddy],
]

test.for(proxies)(
  'behind %s configured as in the guide: signing in on another port over TLS, a file of 100 MB, and events as they happen',
  async ([name, isInstalled, start], { skip }) => {
    skip(!(await isInstalled()), `${name} is not installed`)
    const proxy = start()
    const ended = once(proxy, 'exit')
    try {
      await waitFor(async () => {
        const reply = await through(getInstallationConfig.path)
        reply.resume()
        return reply.statusCode === 200
      })

      const entered = await through(signIn.path, json({ email: EMAIL, password: PASSWORD }))
      expect([entered.statusCode, await text(entered)]).toEqual([200, expect.stringContaining(EMAIL)])
      const cookies = entered.headers['set-cookie'] ?? []
      expect(cookies.find((cookie) => cookie.startsWith('basalt_session='))).toMatch(/; Secure/)
      const cookie = cookies.map((one) => one.split(';')[0]).join('; ')

      const key = (await call(owner, listApiKeys, { params: { ref } })).find(
        (one) => one.name === 'service_role',
      )!.api_key!
      const headers = { authorization: `Bearer ${key}`, apikey: key }
      const storage = `/p/${ref}/storage/v1`
      const bucket = await through(`${storage}/bucket`, {
        ...json({ name }),
        headers: { ...headers, 'content-type': 'application/json' },
      })
      expect([bucket.statusCode, await text(bucket)]).toEqual([200, expect.stringContaining(name)])
      const bytes = randomBytes(LARGE)
      const uploaded = await through(`${storage}/object/${name}/large`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/octet-stream' },
        body: bytes,
      })
      expect([uploaded.statusCode, await text(uploaded)]).toEqual([200, expect.any(String)])
      const downloaded = await through(`${storage}/object/authenticated/${name}/large`, { headers })
      const hash = createHash('sha256')
      for await (const chunk of downloaded) hash.update(chunk)
      expect(hash.digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'))

      const events = await through(streamEvents.path, { headers: { cookie, accept: 'text/event-stream' } })
      expect(events.statusCode).toBe(200)
      let received = ''
      events.setEncoding('utf8').on('data', (chunk: string) => {
        received += chunk
      })
      const renamed = `Shop behind ${name}`
      await call(owner, updateProject, { params: { ref }, body: { name: renamed } })
      await waitFor(() => received.includes(renamed))
      events.destroy()
    } finally {
      proxy.kill('SIGTERM')
      await ended
    }
  },
)
