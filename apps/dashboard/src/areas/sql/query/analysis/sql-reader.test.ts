import { afterEach, expect, test, vi } from 'vitest'
import { InProcessWorker } from './in-process-worker.fixture.ts'
import { SqlReader } from './sql-reader.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a script is read by the parser in its own thread', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  const reader = new SqlReader()
  const [first, second] = await Promise.all([reader.analyse('select 1'), reader.analyse('selec')])
  expect(first.limitAt).toBe(8)
  expect(second.problems).toEqual([{ message: 'syntax error at or near "selec"', at: 0 }])
})

test('where there are no threads a script is read by its words', async () => {
  vi.stubGlobal('Worker', undefined)
  const { statements, limitAt } = await new SqlReader().analyse('select 1; drop table a')
  expect(statements.map(({ writes }) => writes)).toEqual([false, true])
  expect(limitAt).toBeUndefined()
})

test('a thread that fails to load keeps nobody waiting', async () => {
  class Broken extends EventTarget {
    postMessage() {
      this.dispatchEvent(new Event('error'))
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Broken)
  const reader = new SqlReader()
  expect((await reader.analyse('drop table a')).statements[0]?.writes).toBe(true)
  expect((await reader.analyse('select 1')).statements).toHaveLength(1)
})

test('SQL is laid out without a change of its words', async () => {
  const reader = new SqlReader()
  expect(await reader.format("select a,'B  c' from Users where id=1")).toBe(
    "select\n  a,\n  'B  c'\nfrom\n  Users\nwhere\n  id = 1",
  )
  await expect(reader.format("select 'abc")).rejects.toThrow()
})
