import { expect, test } from 'vitest'
import { runSeed } from './run.ts'

const FIRST_SEED = 20_261_122
const SEEDS = 400
const SHARDS = 4

test.each(Array.from({ length: SHARDS }, (_, shard) => shard))(
  'every answer, row and place is right whatever is cut, delayed or broken: seeds of part %i',
  async (shard) => {
    let statements = 0
    for (let index = shard; index < SEEDS; index += SHARDS) {
      const report = await runSeed(FIRST_SEED + index)
      expect(report.violations, `seed ${report.seed}`).toEqual([])
      statements += report.statements
    }
    expect(statements).toBeGreaterThan(SEEDS)
  },
)

test.each([
  [1, 'the answers of one client went to another'],
  [11, 'a client broke off inside a message, and its places were lost'],
  [25, 'a connection was opened before the one in its place had closed'],
  [66, 'clients waited for a place that nobody had'],
  [100, 'two inserts in front of a Terminate were lost'],
  [149, 'an insert was lost because its client had closed its socket'],
  [161, 'a place was lost to a client that had left'],
  [172, 'answers never came'],
  [227, 'a session broke off inside a message, and its place was lost'],
  [500_000_128, 'the end of a COPY that had failed held up whatever drops statements'],
  [500_015_235, 'a setting that was set behind a RESET of it, written ahead, was lost'],
])('seed %i is right now: %s', async (seed) => {
  expect((await runSeed(seed)).violations).toEqual([])
})

test('a seed is one run', async () => {
  const [one, other] = [await runSeed(7), await runSeed(7)]
  expect(one).toEqual(other)
})
