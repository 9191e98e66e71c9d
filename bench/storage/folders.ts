import { medianOf, report } from '../report.ts'
import { type Ground, insertObjects } from './ground.ts'

const FOLDER_FILES = 10_000
const TIMES = 3

/** What happens to a folder of ten thousand objects. */
export async function benchFolders(ground: Ground) {
  const { server, client, objects } = ground
  await insertObjects(ground, 'a/', 1, FOLDER_FILES)
  await client.query('vacuum analyze storage.objects')
  const byHand = (from: string, to: string) =>
    client.query(
      `update storage.objects set name = $2 || substr(name, length($1) + 1), updated_at = now()
       where bucket_id = 'bench' and name >= $1 and name < rtrim($1, '/') || '0'`,
      [from, to],
    )
  const move = (from: string, to: string) => server.json('POST', `${objects}/move`, { from, to })
  /** There and back; each renames the folder from `a/` to `b/` or the other way round, on as many dead rows. */
  let place = 'a/'
  const toAndFro = (rename: (from: string, to: string) => Promise<unknown>) => async () => {
    const next = place === 'a/' ? 'b/' : 'a/'
    await rename(place, next)
    place = next
  }
  report({
    bench: `renaming a folder of ${FOLDER_FILES} objects`,
    unit: 'ms',
    value: await medianOf(TIMES, toAndFro(move)),
    yardstick: { what: 'one SQL UPDATE', value: await medianOf(TIMES, toAndFro(byHand)) },
    target: '≤ 2×',
  })
  const insertAgain = () => insertObjects(ground, 'c/', 1, FOLDER_FILES)
  const deleteByApi = await afterEach(insertAgain, () => server.json('POST', objects, { paths: ['c/'] }))
  const deleteByHand = await afterEach(insertAgain, () =>
    client.query("delete from storage.objects where bucket_id = 'bench' and name >= 'c/' and name < 'c0'"),
  )
  report({
    bench: `deleting a folder of ${FOLDER_FILES} objects`,
    unit: 'ms',
    value: deleteByApi,
    yardstick: { what: 'one SQL DELETE', value: deleteByHand },
    target: '≤ 2×: rows gone in one statement, bytes reclaimed in the background',
  })
}

/** The median of the work alone, each time after it was prepared. */
async function afterEach(prepare: () => Promise<unknown>, work: () => Promise<unknown>) {
  const measured: number[] = []
  for (let count = 0; count < TIMES; count++) {
    await prepare()
    measured.push(await medianOf(1, work))
  }
  return measured.sort((one, other) => one - other)[Math.floor(TIMES / 2)]!
}
