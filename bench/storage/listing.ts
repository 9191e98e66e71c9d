import { medianOf, report } from '../report.ts'
import { insertObjects, type StorageProject } from './storage-project.ts'

const PAGE = 200
const TIMES = 50
const WARM_UP = 10
const OFFSET_TIMES = 10
const COLUMNS = ['name', 'created_at', 'updated_at', 'last_accessed_at']

/** The first and last pages of one large folder, in every order. */
export async function benchListing(project: StorageProject, size: number) {
  const { server, client, objects } = project
  const { rows } = await client.query(
    "select count(*)::int as count from storage.objects where folder = 'large/'",
  )
  await insertObjects(project, 'large/', rows[0].count + 1, size)
  await client.query('vacuum analyze storage.objects')
  for (const column of COLUMNS)
    for (const position of ['first', 'last'] as const) {
      const after = position === 'last' ? await nearEnd(project, column, size) : undefined
      const list = () =>
        server.exchange('POST', `${objects}/list`, {
          path: 'large',
          options: { limit: PAGE, sortBy: { column, order: 'asc' }, ...(after && { after }) },
        })
      const byHand = () => client.query(scanOf(column, after))
      await medianOf(WARM_UP, list)
      await medianOf(WARM_UP, byHand)
      report({
        bench: `${position} page of ${size} objects by ${column}`,
        unit: 'ms',
        value: await medianOf(TIMES, list),
        yardstick: { what: 'an index range scan by hand', value: await medianOf(TIMES, byHand) },
        target: '≤ 5 ms, and flat in the number of objects',
      })
    }
  await benchOffsets(project, size)
  await benchSearch(project, size)
}

/** Pages by offset, as clients of the storage API request them, from the middle and from the end. */
async function benchOffsets({ client, service, headers }: StorageProject, size: number) {
  for (const column of ['name', 'created_at'])
    for (const [position, offset] of [
      ['middle', Math.floor(size / 2)],
      ['end', size - PAGE],
    ] as const) {
      const list = async () => {
        const reply = await fetch(`${service}/object/list/bench`, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify({ prefix: 'large', limit: PAGE, offset, sortBy: { column, order: 'asc' } }),
        })
        const { length } = (await reply.json()) as unknown[]
        if (length !== PAGE) throw new Error(`The page by offset has ${length} entries`)
      }
      const byHand = () =>
        client.query({
          name: `${column} by offset`,
          text: `select id, name, updated_at, created_at, last_accessed_at, metadata from storage.objects
            where bucket_id = 'bench' and folder = 'large/'
            order by folder, ${column === 'name' ? '' : `${column},`} name limit ${PAGE} offset $1`,
          values: [offset],
        })
      await medianOf(2, list)
      await medianOf(2, byHand)
      report({
        bench: `page by offset at the ${position} of ${size} objects by ${column}`,
        unit: 'ms',
        value: await medianOf(OFFSET_TIMES, list),
        yardstick: { what: 'LIMIT and OFFSET by hand', value: await medianOf(OFFSET_TIMES, byHand) },
        target: '< 1×: skipped rows are read from the index alone',
      })
    }
}

/** A search for a few hundred files of a large folder, as fast as if they were the whole folder. */
async function benchSearch({ server, client, objects }: StorageProject, size: number) {
  const search = '000007'
  for (const column of ['name', 'created_at']) {
    const found = () =>
      server.exchange('POST', `${objects}/list`, {
        path: 'large',
        options: { limit: PAGE, search, sortBy: { column, order: 'asc' } },
      })
    const byHand = () =>
      client.query({
        name: `search ${column}`,
        text: `select id, name, updated_at, created_at, last_accessed_at, metadata from storage.objects
          where bucket_id = 'bench' and folder = 'large/' and lower_name >= $1 and lower_name < $2
          order by ${column} limit ${PAGE}`,
        values: [`large/${search}`, 'large/000008'],
      })
    await medianOf(WARM_UP, found)
    await medianOf(WARM_UP, byHand)
    report({
      bench: `a search among ${size} objects by ${column}`,
      unit: 'ms',
      value: await medianOf(TIMES, found),
      yardstick: { what: 'an index range scan by hand', value: await medianOf(TIMES, byHand) },
      target: '≤ 5 ms, and flat in the number of objects',
    })
  }
}

interface Entry {
  id: string
  name: string
  value?: string
}

/** The entry before the last page. */
async function nearEnd({ client }: StorageProject, column: string, size: number): Promise<Entry> {
  const isByName = column === 'name'
  const { rows } = await client.query(
    `select id, substr(name, 7) as name, to_json(${isByName ? 'created_at' : column})#>>'{}' as value
     from storage.objects where bucket_id = 'bench' and folder = 'large/'
     order by ${isByName ? '' : `${column},`} name offset ${size - PAGE - 1} limit 1`,
  )
  const { id, name, value } = rows[0]
  return { id, name, ...(!isByName && { value }) }
}

/** A prepared query as written by someone who knows the indexes. */
function scanOf(column: string, after: Entry | undefined) {
  const isByName = column === 'name'
  const beyond = !after
    ? ''
    : isByName
      ? 'and (folder, name) > ($1, $2)'
      : `and (folder, ${column}, name) > ($1, $3::timestamptz, $2)`
  return {
    name: `${column} ${after ? 'last' : 'first'}`,
    text: `select id, name, updated_at, created_at, last_accessed_at, metadata from storage.objects
      where bucket_id = 'bench' and folder = 'large/' ${beyond}
      order by folder, ${isByName ? '' : `${column},`} name limit ${PAGE}`,
    values: after ? ['large/', `large/${after.name}`, ...(isByName ? [] : [after.value])] : [],
  }
}
