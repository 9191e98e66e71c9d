import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'
import { makeOrganization, makeProject } from '../projects.ts'
import { type BenchServer, startServer } from '../server.ts'

const PASSWORD = 'k7Rw2pXq-MzTd9'
/** The maximum lifetime of a temporary key, in seconds. */
const LONGEST_BENCH_SECONDS = 3600

/** A project with a bucket, accessed through the API and by SQL. */
export interface StorageProject {
  server: BenchServer
  dataDir: string
  ref: string
  /** The user's own connection to the database. */
  client: pg.Client
  /** The path of the bucket's objects in the dashboard's API. */
  objects: string
  /** The base URL of the storage API, and the headers that authorize its clients. */
  service: string
  headers: { authorization: string }
}

export async function withStorageProject(work: (project: StorageProject) => Promise<void>) {
  const dataDir = newDataDir()
  const server = await startServer(dataDir)
  const ref = await makeProject(server, await makeOrganization(server), PASSWORD)
  const { host, port, user, database } = await server.json('GET', `/platform/projects/${ref}/instance`)
  const client = new pg.Client({ host, port, user, database, password: PASSWORD })
  await client.connect()
  await server.send('POST', `/platform/storage/${ref}/buckets`, { id: 'bench' })
  const { api_key: key } = await server.json(
    'GET',
    `/platform/projects/${ref}/api-keys/temporary?authorization_exp=${LONGEST_BENCH_SECONDS}`,
  )
  await work({
    server,
    dataDir,
    ref,
    client,
    objects: `/platform/storage/${ref}/buckets/bench/objects`,
    service: `${server.origin}/p/${ref}/storage/v1`,
    headers: { authorization: `Bearer ${key}` },
  })
  await client.end()
  await server.stop()
  removeDataDir(dataDir)
}

/** Inserts rows without bytes by SQL. Each column that lists are sorted by has a different order. */
export const insertObjects = ({ client }: StorageProject, folder: string, first: number, last: number) =>
  client.query(
    `insert into storage.objects (bucket_id, name, version, metadata, created_at, updated_at, last_accessed_at)
     select 'bench', $1 || lpad(n::text, 8, '0'), gen_random_uuid()::text, '{"size": 1}',
       now() - make_interval(secs => n), now() - make_interval(secs => n * 7919 % 1000003), now() - make_interval(secs => n % 997)
     from generate_series($2::bigint, $3::bigint) n`,
    [folder, first, last],
  )
