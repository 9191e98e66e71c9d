import { progressOf, replicaSteps } from '@basalt/contract/replicas/replicas.rules.ts'
import { expect, test } from 'vitest'
import {
  actionRefusals,
  isChanging,
  lagText,
  logText,
  replicaBadge,
  setUpProgress,
  stepEstimate,
} from './replica-state.rules.ts'

test.each([
  ['INIT_READ_REPLICA', 'Coming up', true],
  ['INIT_READ_REPLICA_FAILED', 'Init failed', false],
  ['ACTIVE_HEALTHY', 'Healthy', false],
  ['ACTIVE_UNHEALTHY', 'Unhealthy', false],
  ['RESTARTING', 'Restarting', true],
  ['GOING_DOWN', 'Going down', true],
  ['PROMOTING', 'Promoting', true],
] as const)('the status %s reads %s', (status, label, changes) => {
  expect([replicaBadge(status).label, isChanging({ status })]).toEqual([label, changes])
})

test('each step of a set-up is a part of the bar and says what happens', () => {
  const shown = replicaSteps.map((step) => setUpProgress(progressOf(step)))
  expect(shown.map(({ percent }) => percent)).toEqual([0, 17, 33, 50, 67, 83, 100])
  expect(shown[3]!.label).toBe('Downloading base backup')
})

test.each([
  [null, 'Unknown'],
  [{ bytes: 0, seconds: 0 }, 'Up to date'],
  [{ bytes: 2048, seconds: 0.01 }, '2 KB behind'],
  [{ bytes: 5 * 1024 * 1024, seconds: 12.34 }, '5 MB behind, 12.3 s'],
])('a lag of %j reads "%s"', (lag, text) => {
  expect(lagText(lag)).toBe(text)
})

const offered = (status: Parameters<typeof replicaBadge>[0], project = 'ACTIVE_HEALTHY', isFormer = false) =>
  Object.entries(
    actionRefusals({ status, is_former_primary: isFormer }, project as Parameters<typeof actionRefusals>[1]),
  )
    .filter(([, refusal]) => refusal === undefined)
    .map(([action]) => action)

test('a former primary is no healthy replica', () => {
  expect(replicaBadge('INACTIVE', true).label).toBe('Former primary')
  expect(offered('INACTIVE', 'ACTIVE_HEALTHY', true)).toEqual(['rebuild', 'drop'])
})

test.each([
  ['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY', ['connect', 'restart', 'rebuild', 'branch', 'drop']],
  ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', ['connect', 'restart', 'branch', 'failOver', 'drop']],
  ['ACTIVE_UNHEALTHY', 'RESTORE_FAILED', ['restart', 'branch', 'failOver', 'drop']],
  ['INIT_READ_REPLICA', 'ACTIVE_HEALTHY', ['drop']],
  ['INIT_READ_REPLICA_FAILED', 'ACTIVE_HEALTHY', ['rebuild', 'drop']],
  ['PROMOTING', 'ACTIVE_HEALTHY', []],
] as const)('a replica that is %s of a project that is %s offers %j', (status, project, actions) => {
  expect(offered(status, project)).toEqual(actions)
})

test.each([
  ['3_initiated', 'about 19 seconds'],
  ['4_downloaded', undefined],
  ['2_launched', undefined],
])('at %s, a set-up says how long that takes: %s', (progress, text) => {
  const estimations = { baseBackupDownloadEstimateSeconds: 19.2, walArchiveReplayEstimateSeconds: null }
  expect(stepEstimate({ progress, estimations })).toBe(text)
})

test('the log of a failed set-up has a line for each entry', () => {
  const entry = { time: '2026-01-01 10:15:04.120 UTC', severity: 'FATAL', message: 'could not connect' }
  expect(logText([entry, { ...entry, severity: 'LOG', message: 'database system is shut down' }])).toBe(
    '2026-01-01 10:15:04.120 UTC FATAL could not connect\n2026-01-01 10:15:04.120 UTC LOG database system is shut down',
  )
})
