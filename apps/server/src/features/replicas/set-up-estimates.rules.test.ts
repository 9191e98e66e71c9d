import { expect, test } from 'vitest'
import { setUpEstimates } from './set-up-estimates.rules.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

test.each([
  ['without any set-up', [], null, null],
  ['while the first is copied', [{ reached: { initiated: at(1) } }], null, null],
  ['once one was set up', [{ reached: { initiated: at(1), downloaded: at(31), replayed: at(36) } }], 30, 5],
  [
    'by the newest one that got that far',
    [
      { reached: { initiated: at(1), downloaded: at(31), replayed: at(36) } },
      { reached: { initiated: at(40), downloaded: at(52) } },
    ],
    12,
    5,
  ],
  ['after the clock was set back', [{ reached: { initiated: at(31), downloaded: at(1) } }], 0, null],
])('%s, a set-up is estimated', (_when, setUps, download, replay) => {
  expect(setUpEstimates(setUps)).toEqual({
    baseBackupDownloadEstimateSeconds: download,
    walArchiveReplayEstimateSeconds: replay,
  })
})
