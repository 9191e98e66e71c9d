import { medianOf, report } from '../report.ts'
import { type Ground, insertObjects } from './ground.ts'

const PAGE = 200
const TIMES = 50
const WARM_UP = 10
const OFFSET_TIMES = 10
const COLUMNS = ['name', 'created_at', 'updated_at', 'last_accessed_at']

/** First and last pages of one large folder, in every order. */
export async function benchListing(ground: Ground, size: number) {
  const { server, client, objects } = ground
  const { rows } = await client.query(
    "select count(*)::int as count from storage.objects where folder = 'large/'",
  )
  await insertObjects(ground, 'large/', rows[0].count + 1, size)
  await client.query('vacuum analyze storage.objects')
  for (const column of COLUMNS)
    for (const place of ['first', 'last'] as const) {
      const after = place === 'last' ? await nearEnd(ground, column, size) : undefined
      const list = () =>
        server.exchange('POST', `${objects}/list`, {
          path: 'large',
          options: { limit: PAGE, sortBy: { column, order: 'asc' }, ...(after && { after }) },
        })
      const byHand = () => client.query(scanOf(column, after))
      await medianOf(WARM_UP, list)
      await medianOf(WARM_UP, byHand)
      report({
        bench: `${place} page of ${size} objects by ${column}`,
        unit: 'ms',
        value: await medianOf(TIMES, list),
        yardstick: { what: 'an index range scan by hand', value: await medianOf(TIMES, byHand) },
        target: '≤ 5 ms, and flat in the number of objects',
      })
    }
  await benchOffsets(ground, size)
  await benchSearch(ground, size)
}

/** Pages by their number, as clients of the service ask for them, from the middle and from the end. */
async function benchOffsets({ client, service, headers }: Ground, size: number) {
  for (const column of ['name', 'created_at'])
    for (const [place, offset] of [
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
        bench: `page by offset at the ${place} of ${size} objects by ${column}`,
        unit: 'ms',
        value: await medianOf(OFFSET_TIMES, list),
        yardstick: { what: 'LIMIT and OFFSET by hand', value: await medianOf(OFFSET_TIMES, byHand) },
        target: '< 1×: what is skipped is read in the index alone',
      })
    }
}

/** What a search for a few hundred of the files of a large folder takes, as if it were the whole folder. */
async function benchSearch({ server, client, objects }: Ground, size: number) {
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

/** The entry after which the last page begins. */
async function nearEnd({ client }: Ground, column: string, size: number): Promise<Entry> {
  const isByName = column === 'name'
  const { rows } = await client.query(
    `select id, substr(name, 7) as name, to_json(${isByName ? 'created_at' : column})#>>'{}' as value
     from storage.objects where bucket_id = 'bench' and folder = 'large/'
     order by ${isByName ? '' : `${column},`} name offset ${size - PAGE - 1} limit 1`,
  )
  const { id, name, value } = rows[0]
  return { id, name, ...(!isByName && { value }) }
}

/** What somebody who knows the indexes would write, prepared. */
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
