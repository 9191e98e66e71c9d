import { expect, test } from 'vitest'
import { runEventfulSeed } from './eventful-run.ts'
import { type Event, events, runSeed } from './run.ts'

const FIRST_SEED = 20_261_122
const SEEDS = 400
const SHARDS = 4

test.each(Array.from({ length: SHARDS }, (_, shard) => shard))(
  'replies, rows and connections are correct whatever is cut, delayed or broken: seeds of part %i',
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
  [1, 'the replies of one client went to another'],
  [11, 'a client broke off inside a message, and its connections were lost'],
  [25, 'a connection was opened before the one it replaced had closed'],
  [66, 'clients waited for a connection that none of them had'],
  [100, 'two inserts before a Terminate were lost'],
  [149, 'an insert was lost because its client had closed its socket'],
  [161, 'a connection was lost to a client that had disconnected'],
  [172, 'replies never came'],
  [227, 'a session broke off inside a message, and its connection was lost'],
  [500_000_128, 'the end of a COPY that had failed blocked DEALLOCATE and DISCARD'],
  [500_043_571, 'the end of a COPY that had failed kept the connection of a client that waited for it'],
  [700_043_835, 'RESET after an error restored the default of the server'],
  [500_024_344, 'the check took a known difference for a violation'],
  [910_003_689, 'an insert was lost because the Terminate after it came in two chunks'],
  [500_015_235, 'a setting that was set after its own RESET, sent ahead, was lost'],
])('seed %i no longer fails: %s', async (seed) => {
  expect((await runSeed(seed)).violations).toEqual([])
})

/** The number of seeds for an event; those with long messages take longest. */
const seedsOf = (event: Event) => (event === 'flood' ? 12 : 40)

test.each(events)('replies are correct when the event happens in the middle of a run: %s', async (event) => {
  for (let index = 0; index < seedsOf(event); index += 1) {
    const report = await runEventfulSeed(FIRST_SEED + index, event)
    expect(report.violations, `seed ${report.seed}`).toEqual([])
  }
})

test.each<[number, Event, string]>([
  [9, 'cancels', 'a cancel request hit the statement that its client sent next'],
  [43, 'cancels', 'a cancel request hit the next client of a connection'],
  [33, 'shutdown', 'an error was written into the middle of a row'],
  [920_017_639, 'flood', 'replies piled up for a client that sent statements and read nothing'],
  [960_014_137, 'flood', 'each statement that got its turn let in a whole chunk of later ones'],
  [51, 'flood', 'a client that read slowly lost its connection after SET'],
])('seed %i with %s no longer fails: %s', async (seed, event) => {
  expect((await runEventfulSeed(seed, event)).violations).toEqual([])
})

test('a seed always gives the same run', async () => {
  for (const run of [runSeed, runEventfulSeed]) expect(await run(7)).toEqual(await run(7))
})
