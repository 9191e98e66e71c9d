import { startOwnPostgres } from '@basalt/testing/postgres/own-postgres.ts'
import { newDataDir, removeDataDir } from '@basalt/testing/real-server.ts'
import { insertNotifications, insertProjects } from './metadata.ts'
import { makeOrganization } from './projects.ts'
import { medianOf, report } from './report.ts'
import { startServer } from './server.ts'

const PROJECTS = 5000
const NOTIFICATIONS = 100_000
const TIMES = 200
const PROJECT_COLUMNS = 'ref, name, status, failure, region, created_at, revision'

/** First and deep pages of huge lists, as the dashboard requests them, against the simplest SQL for the same rows. */
export async function benchLists() {
  const dataDir = newDataDir()
  const metadata = await startOwnPostgres()
  const server = await startServer(dataDir, { BASALT_METADATA_URL: metadata.url })
  const slug = await makeOrganization(server)
  await insertProjects(metadata, slug, PROJECTS)
  await insertNotifications(metadata, NOTIFICATIONS)
  await metadata.query('vacuum analyze')

  const compare = async (bench: string, url: string, what: string, plain: string) => {
    const request = () => server.exchange('GET', url)
    await medianOf(20, request)
    report({
      bench,
      unit: 'ms',
      value: await medianOf(TIMES, request),
      yardstick: { what, value: await medianOf(TIMES, () => metadata.query(plain)) },
      target: '≤ 5 ms more',
    })
  }
  const projects = `/platform/organizations/${slug}/projects?limit=96`
  const byName = `select ${PROJECT_COLUMNS} from projects order by organization_id, lower(name), ref limit 96`
  await compare(
    'first page of 5,000 projects, with their total number',
    projects,
    'an index range scan',
    byName,
  )
  await compare(
    'last page of 5,000 projects',
    `${projects}&offset=4904`,
    'the same scan with offset',
    `${byName} offset 4904`,
  )
  await compare(
    'search in 5,000 projects',
    `${projects}&search=project%204999`,
    'a scan for the text',
    `select ${PROJECT_COLUMNS} from projects where name ilike '%project 4999%'`,
  )
  const notifications = '/platform/notifications?status=new,seen&limit=10'
  const newest =
    "select * from notifications where status <> 'archived' order by user_id, inserted_at desc, id limit 10"
  await compare('first page of 100,000 notifications', notifications, 'an index range scan', newest)
  await compare(
    'page 1,000 of 100,000 notifications',
    `${notifications}&offset=10000`,
    'the same scan with offset',
    `${newest} offset 10000`,
  )
  await compare(
    'first page of the critical ones among 100,000',
    `${notifications}&priority=Critical`,
    'a lookup by index',
    "select * from notifications where user_id = (select id from users) and priority = 'Critical' and status <> 'archived'",
  )

  await server.stop()
  await metadata.close()
  removeDataDir(dataDir)
}
