import { afterEach, expect, test, vi } from 'vitest'
import { InProcessWorker } from './in-process-worker.fixture.ts'
import { SqlWorkerClient } from './sql-worker-client.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a worker parses scripts', async () => {
  vi.stubGlobal('Worker', InProcessWorker)
  const client = new SqlWorkerClient()
  const [first, second] = await Promise.all([client.analyse('select 1'), client.analyse('selec')])
  expect(first.limitAt).toBe(8)
  expect(second.problems).toEqual([{ message: 'syntax error at or near "selec"', at: 0 }])
})

test('without workers a script is analysed by its keywords', async () => {
  vi.stubGlobal('Worker', undefined)
  const { statements, limitAt } = await new SqlWorkerClient().analyse('select 1; drop table a')
  expect(statements.map(({ writes }) => writes)).toEqual([false, true])
  expect(limitAt).toBeUndefined()
})

test('a worker that fails to load blocks no caller', async () => {
  class Broken extends EventTarget {
    postMessage() {
      this.dispatchEvent(new Event('error'))
    }
    terminate() {}
  }
  vi.stubGlobal('Worker', Broken)
  const client = new SqlWorkerClient()
  expect((await client.analyse('drop table a')).statements[0]?.writes).toBe(true)
  expect((await client.analyse('select 1')).statements).toHaveLength(1)
})

test('SQL is formatted without changing its words', async () => {
  const client = new SqlWorkerClient()
  expect(await client.format("select a,'B  c' from Users where id=1")).toBe(
    "select\n  a,\n  'B  c'\nfrom\n  Users\nwhere\n  id = 1",
  )
  await expect(client.format("select 'abc")).rejects.toThrow()
})
