import { medianOf, report } from '../report.ts'
import { insertObjects, type StorageProject } from './storage-project.ts'

const FOLDER_FILES = 10_000
const TIMES = 3

/** Renames and deletes a folder of ten thousand objects. */
export async function benchFolders(project: StorageProject) {
  const { server, client, objects } = project
  await insertObjects(project, 'a/', 1, FOLDER_FILES)
  await client.query('vacuum analyze storage.objects')
  const byHand = (from: string, to: string) =>
    client.query(
      `update storage.objects set name = $2 || substr(name, length($1) + 1), updated_at = now()
       where bucket_id = 'bench' and name >= $1 and name < rtrim($1, '/') || '0'`,
      [from, to],
    )
  const move = (from: string, to: string) => server.json('POST', `${objects}/move`, { from, to })
  /** Renames the folder from `a/` to `b/` and back, so that each run has the same number of dead rows. */
  let current = 'a/'
  const backAndForth = (rename: (from: string, to: string) => Promise<unknown>) => async () => {
    const next = current === 'a/' ? 'b/' : 'a/'
    await rename(current, next)
    current = next
  }
  report({
    bench: `renaming a folder of ${FOLDER_FILES} objects`,
    unit: 'ms',
    value: await medianOf(TIMES, backAndForth(move)),
    yardstick: { what: 'one SQL UPDATE', value: await medianOf(TIMES, backAndForth(byHand)) },
    target: '≤ 2×',
  })
  const insertAgain = () => insertObjects(project, 'c/', 1, FOLDER_FILES)
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

/** The median duration of the work alone, after a preparation each time. */
async function afterEach(prepare: () => Promise<unknown>, work: () => Promise<unknown>) {
  const measured: number[] = []
  for (let count = 0; count < TIMES; count++) {
    await prepare()
    measured.push(await medianOf(1, work))
  }
  return measured.sort((one, other) => one - other)[Math.floor(TIMES / 2)]!
}
