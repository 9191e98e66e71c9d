import { createEmbeddedEngine } from '@basalt/postgres-supervisor/embedded/embedded-engine.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import pg from 'pg'

const PASSWORD = 'k7Rw2pXq-MzTd9'

/** A PostgreSQL of our own for the platform's metadata, so that rows can be put into it by hand. */
export async function openMetadata() {
  const dataDir = newDataDir()
  const engine = await createEmbeddedEngine({
    dataDir,
    superuser: 'basalt_admin',
    portRange: { first: 58100, last: 58199 },
    log: () => undefined,
  })
  await engine.create('metadata', { superuserPassword: PASSWORD })
  const { host, port } = await engine.start('metadata')
  const url = `postgres://basalt_admin:${PASSWORD}@${host}:${port}/postgres`
  const client = new pg.Client({ connectionString: url, options: '-c search_path=basalt' })
  await client.connect()
  return {
    url,
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    async close() {
      await client.end()
      await engine.close()
      removeDataDir(dataDir)
    },
  }
}

type BenchMetadata = Awaited<ReturnType<typeof openMetadata>>

/** Projects without instances. */
export async function insertProjects({ query }: BenchMetadata, slug: string, count: number) {
  await query(
    `insert into projects (ref, organization_id, name, status, region, created_at)
    select substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 20), organizations.id, 'Project ' || n,
      case when n % 3 = 0 then 'INACTIVE' else 'ACTIVE_HEALTHY' end, 'local', now() - make_interval(secs => n)
    from organizations, generate_series(1, $2::int) n where slug = $1`,
    [slug, count],
  )
}

/** Unread notifications of the only user. */
export async function insertNotifications({ query }: BenchMetadata, count: number) {
  await query(
    `insert into notifications (user_id, name, status, priority, title, message, actions, inserted_at)
    select users.id, 'custom', 'new', 'Info', 'Nightly backup ' || n, 'It took a moment.', '[]',
      now() - make_interval(secs => n)
    from users, generate_series(1, $1::int) n`,
    [count],
  )
}
