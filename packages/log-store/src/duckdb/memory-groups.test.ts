import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openMemoryGroups } from './memory-groups.ts'
import { queryProcesses } from './query-processes.ts'

const HUNGRY = 'select list_sum(list_transform(range(1000000000), x -> x + 1))'
const NOT_OFFERED = 'The system offers this process no control group for memory'

const contained = (sql: string) =>
  ({ kind: 'contained', sql, views: [], files: [], account: undefined, rowsMax: 5 }) as const

/** Groups of this process. */
const groupsIn = async (parent: string) =>
  (await readdir(parent)).filter((name) => name.startsWith(`basalt-query-${process.pid}-`))

test('a query whose memory is not measured in time is ended by the system, in words, and no other is', async ({
  skip,
}) => {
  const groups = await openMemoryGroups()
  skip(groups === undefined, NOT_OFFERED)
  const { run, close } = queryProcesses({ memoryMb: 300, memoryCheckMs: 3_600_000 })
  const [hungry, modest] = await Promise.allSettled([
    run(contained(HUNGRY)),
    run(contained('select sum(range) as sum from range(1000000)')),
  ])
  expect(hungry).toMatchObject({
    status: 'rejected',
    reason: { code: 'too_much_memory', message: expect.stringContaining('more than 300 MB') },
  })
  expect(modest).toMatchObject({ value: { rows: [['499999500000']] } })
  await close()
  expect(await groupsIn(groups!.parent)).toEqual([])
})

test('what a killed server left is removed, and what runs is not', async ({ skip }) => {
  const groups = await openMemoryGroups()
  skip(groups === undefined, NOT_OFFERED)
  // Larger than every process id.
  const left = path.join(groups!.parent, 'basalt-query-999999999-1')
  await mkdir(left)
  const own = (await groups!.make(300 * 1024 * 1024))!
  const running = await groupsIn(groups!.parent)
  await openMemoryGroups()
  const names = await readdir(groups!.parent)
  expect(names).not.toContain(path.basename(left))
  expect(names).toEqual(expect.arrayContaining(running))
  expect(await own.remove()).toBe(false)
})

/** Folders as version 2 has them, without the system behind them. */
async function aSystem({ own = '/unit/server', folders = [] as string[], controllers = 'cpu memory' } = {}) {
  const root = await mkdtemp(path.join(tmpdir(), 'basalt-groups-'))
  onTestFinished(() => rm(root, { recursive: true }))
  for (const folder of ['unit/server', ...folders]) await mkdir(path.join(root, folder), { recursive: true })
  await writeFile(path.join(root, 'unit', 'cgroup.controllers'), controllers)
  await writeFile(path.join(root, 'cgroup'), `0::${own}\n`)
  await writeFile(
    path.join(root, 'mountinfo'),
    `30 23 0:26 / ${root} rw,nosuid,relatime shared:4 - cgroup2 cgroup2 rw,nsdelegate\n`,
  )
  return root
}

test('in version 2, a group is made beside that of the server, which was delegated to it', async () => {
  const root = await aSystem({ folders: ['unit/.control', 'unit/basalt-query-999999999-7'] })
  const groups = (await openMemoryGroups(root))!
  expect(groups.parent).toBe(path.join(root, 'unit'))
  expect(await readFile(path.join(root, 'unit', 'cgroup.subtree_control'), 'utf8')).toBe('+memory')
  expect(await readdir(groups.parent)).not.toContain('basalt-query-999999999-7')
  const group = (await groups.make(1000))!
  await group.add(4321)
  const [name] = await groupsIn(groups.parent)
  const textOf = (file: string) => readFile(path.join(groups.parent, name!, file), 'utf8')
  expect(await textOf('memory.max')).toBe('1000')
  expect(await textOf('cgroup.procs')).toBe('4321')
  await writeFile(
    path.join(groups.parent, name!, 'memory.events'),
    'max 40\noom 1\noom_kill 1\noom_group_kill 0\n',
  )
  expect(await group.remove()).toBe(true)
})

test.each([
  ['its own has other groups beside it', { folders: ['unit/another.service'] }],
  ['the parent has no memory to share', { controllers: 'cpu io' }],
  ['it sees only its own', { own: '/' }],
  ['its own is elsewhere', { own: '/../elsewhere' }],
])('no group is offered when %s', async (_why, system) => {
  expect(await openMemoryGroups(await aSystem(system))).toBeUndefined()
})

test('no group is offered where there is no description of the process', async () => {
  expect(await openMemoryGroups('/nowhere')).toBeUndefined()
})
