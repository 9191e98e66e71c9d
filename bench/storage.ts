import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from './projects.ts'
import { medianOf, report } from './report.ts'
import { type BenchServer, startServer } from './server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
const SIZES = [100_000, 1_000_000]
const PAGE = 200
const TIMES = 50
const COLUMNS = ['name', 'created_at', 'updated_at', 'last_accessed_at']
const SMALL_FILES = 500
const AT_ONCE = 10
const FOLDER_FILES = 10_000
const LARGE_BYTES = 256 * 1024 ** 2
const CHUNK_BYTES = 50 * 1024 ** 2

interface Ground {
  server: BenchServer
  ref: string
  client: pg.Client
}

/** The storage of a project against plain SQL and plain files. */
export async function benchStorage() {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, user, database, password: PASSWORD })
  await client.connect()
  await server.send('POST', `/platform/storage/${ref}/buckets`, { id: 'bench' })
  const ground = { server, ref, client }
  await benchFolders(ground)
  await benchUploads(ground)
  for (const size of SIZES) await benchListing(ground, size)
  await client.end()
  await server.stop()
  removeDataDir(dataDir)
}

const objectsUrl = (ref: string) => `/platform/storage/${ref}/buckets/bench/objects`

const insertObjects = ({ client }: Ground, folder: string, first: number, last: number) =>
  client.query(
    `insert into storage.objects (bucket_id, name, version, metadata, created_at)
     select 'bench', $1 || lpad(n::text, 8, '0'), gen_random_uuid()::text, '{"size": 1}', now() - make_interval(secs => n)
     from generate_series($2::int, $3::int) n`,
    [folder, first, last],
  )

/** First and deep pages of one large folder, in every order. */
async function benchListing(ground: Ground, size: number) {
  const { server, ref, client } = ground
  const { rows } = await client.query(
    "select count(*)::int as count from storage.objects where folder = 'large/'",
  )
  await insertObjects(ground, 'large/', rows[0].count + 1, size)
  await client.query('vacuum analyze storage.objects')
  for (const column of COLUMNS) {
    const deepest = await client.query(
      `select id, substr(name, 7) as name, to_char(${column === 'name' ? 'created_at' : column}, 'YYYY-MM-DD"T"HH24:MI:SS.USTZH:TZM') as value
       from storage.objects where bucket_id = 'bench' and folder = 'large/'
       order by ${column === 'name' ? '' : `${column},`} name offset ${size - PAGE - 1} limit 1`,
    )
    const { id, name, value } = deepest.rows[0]
    const after = { id, name, ...(column !== 'name' && { value }) }
    for (const [where, more] of [
      ['first', {}],
      ['last', { after }],
    ] as const) {
      const list = () =>
        server.exchange('POST', `${objectsUrl(ref)}/list`, {
          path: 'large',
          options: { limit: PAGE, sortBy: { column, order: 'asc' }, ...more },
        })
      await medianOf(5, list)
      report({
        bench: `${where} page of ${size} objects by ${column}`,
        unit: 'ms',
        value: await medianOf(TIMES, list),
        yardstick: {
          what: 'an index range scan by hand',
          value: await medianOf(TIMES, () =>
            client.query(
              `select id, name, updated_at, created_at, last_accessed_at, metadata from storage.objects
               where bucket_id = 'bench' and folder = 'large/' order by name limit ${PAGE}`,
            ),
          ),
        },
        target: '≤ 5 ms more, and flat in the number of objects',
      })
    }
  }
}

/** What happens to a folder of ten thousand objects. */
async function benchFolders(ground: Ground) {
  const { server, ref, client } = ground
  await insertObjects(ground, 'folder/', 1, FOLDER_FILES)
  await client.query('analyze storage.objects')
  const byHand = (from: string, to: string) =>
    client.query(
      `update storage.objects set name = $2 || substr(name, length($1) + 1)
       where bucket_id = 'bench' and name >= $1 and name < rtrim($1, '/') || '0'`,
      [from, to],
    )
  const move = (from: string, to: string) => server.json('POST', `${objectsUrl(ref)}/move`, { from, to })
  report({
    bench: `renaming a folder of ${FOLDER_FILES} objects`,
    unit: 'ms',
    value: await medianOf(1, () => move('folder/', 'renamed/')),
    yardstick: { what: 'one SQL UPDATE', value: await medianOf(1, () => byHand('renamed/', 'again/')) },
    target: '≤ 2×',
  })
  report({
    bench: `deleting a folder of ${FOLDER_FILES} objects`,
    unit: 'ms',
    value: await medianOf(1, () => server.json('POST', objectsUrl(ref), { paths: ['again/'] })),
    target: 'rows gone in one statement',
  })
}

/** Many small files, and one large one in parts. */
async function benchUploads({ server, ref }: Ground) {
  const { api_key: key } = await server.json('GET', `/platform/projects/${ref}/api-keys/temporary`)
  const base = `${server.origin}/p/${ref}/storage/v1`
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/octet-stream' }
  const small = randomBytes(1024)
  const directory = mkdtempSync(path.join(os.tmpdir(), 'basalt-bench-files-'))
  mkdirSync(path.join(directory, 'small'))
  const tenAtOnce = async (work: (index: number) => Promise<unknown>) => {
    for (let start = 0; start < SMALL_FILES; start += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(start + index)))
  }
  report({
    bench: `${SMALL_FILES} files of 1 KB, ${AT_ONCE} at a time`,
    unit: 'ms',
    value: await medianOf(1, () =>
      tenAtOnce(async (index) =>
        (await fetch(`${base}/object/bench/small/${index}`, { method: 'POST', headers, body: small })).text(),
      ),
    ),
    yardstick: {
      what: 'writing the same files',
      value: await medianOf(1, () =>
        tenAtOnce((index) => writeFile(path.join(directory, 'small', String(index)), small)),
      ),
    },
    target: '≥ 500 files a second',
  })

  const large = path.join(directory, 'large')
  const bytes = randomBytes(LARGE_BYTES)
  writeFileSync(large, bytes)
  report({
    bench: `a resumable upload of 256 MB in parts of 50 MB`,
    unit: 'ms',
    value: await medianOf(1, () => uploadInParts(`${base}/upload/resumable`, key, bytes)),
    yardstick: {
      what: 'cp and sync',
      value: await medianOf(1, async () => {
        execFileSync('cp', [large, `${large}.copy`])
        execFileSync('sync', [`${large}.copy`])
      }),
    },
    target: '≤ 3.3×',
  })
  rmSync(directory, { recursive: true })
}

async function uploadInParts(url: string, key: string, bytes: Buffer) {
  const headers = { authorization: `Bearer ${key}`, 'tus-resumable': '1.0.0' }
  const metadata = Object.entries({ bucketName: 'bench', objectName: 'large.bin' })
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
  const begun = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(bytes.length), 'upload-metadata': metadata },
  })
  const place = new URL(begun.headers.get('location') ?? '', url)
  for (let offset = 0; offset < bytes.length; offset += CHUNK_BYTES) {
    const reply = await fetch(place, {
      method: 'PATCH',
      headers: {
        ...headers,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      },
      body: new Uint8Array(bytes.subarray(offset, offset + CHUNK_BYTES)),
    })
    if (!reply.ok) throw new Error(`a part was refused: ${await reply.text()}`)
  }
}
