import { expect, test } from 'vitest'
import { aBranch } from './a-branch.fixture.ts'
import {
  BranchFields,
  BranchSettings,
  branchCall,
  branchChange,
  newBranchFields,
  settingsOf,
} from './branch-fields.schema.ts'

const created = (over: Partial<BranchFields>) =>
  branchCall(BranchFields.parse({ ...newBranchFields('source'), branch_name: 'feature', ...over }))

test('a new branch is a preview for a week with all data, unless something else is chosen', () => {
  expect(created({})).toEqual({
    ref: 'source',
    branch_name: 'feature',
    with_data: true,
    persistent: false,
    expires_after_days: 7,
  })
  expect(created({ git_branch: ' fix/cart ', expires_after_days: '', data: 'schema' })).toMatchObject({
    git_branch: 'fix/cart',
    with_data: false,
    expires_after_days: null,
  })
  const persistent = created({ kind: 'persistent' })
  expect(persistent).toMatchObject({ persistent: true })
  expect(persistent).not.toHaveProperty('expires_after_days')
})

test('a branch begins at a time, a restore point or a backup', () => {
  const past = (moment: string, time = '') => created({ data: 'past', moment, time })
  expect(past('time', '2026-01-01T12:00:30')).toMatchObject({
    with_data: true,
    moment: { recovery_time_target: new Date(2026, 0, 1, 12, 0, 30).toISOString() },
  })
  expect(past('point 1-2').moment).toEqual({ restore_point: '1-2' })
  expect(past('backup 3-4').moment).toEqual({ id: '3-4' })
  expect(created({ moment: 'backup 3-4' })).not.toHaveProperty('moment')
  const missing = (fields: object) =>
    BranchFields.safeParse({
      ...newBranchFields('source'),
      branch_name: 'x',
      data: 'past',
      ...fields,
    }).error?.issues.map(({ path, message }) => [path[0], message])
  expect(missing({})).toEqual([['moment', 'Choose a moment']])
  expect(missing({ moment: 'time' })).toEqual([['time', 'Enter a date and a time']])
})

test.each(['0', '366', '1.5', '-1', 'x'])('%s is no number of days', (expires_after_days) => {
  const { error } = BranchSettings.safeParse({
    ...newBranchFields('source'),
    branch_name: 'x',
    expires_after_days,
  })
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['expires_after_days', 'Enter a number from 1 to 365, or nothing'],
  ])
})

test('what is not edited of a branch stays as it is', () => {
  for (const branch of [
    aBranch({ git_branch: 'main', expires_after_days: 3 }),
    aBranch({ expires_after_days: null }),
    aBranch({ persistent: true, expires_after_days: 30 }),
  ]) {
    const change = branchChange(branch, settingsOf(branch))
    expect({ ...branch, ...change }).toEqual({ ...branch, branch_name: branch.name })
  }
})

test('the default branch has a name and a git branch, but no lifetime', () => {
  const main = aBranch({ is_default: true, persistent: true, expires_after_days: null })
  expect(branchChange(main, { ...settingsOf(main), git_branch: 'trunk' })).toEqual({
    branch_name: 'feature',
    git_branch: 'trunk',
  })
})

test('a persistent branch becomes a preview for the days that are chosen', () => {
  const branch = aBranch({ persistent: true, expires_after_days: null })
  const settings = settingsOf(branch)
  expect(settings.expires_after_days).toBe('7')
  expect(branchChange(branch, { ...settings, kind: 'preview', expires_after_days: '14' })).toMatchObject({
    persistent: false,
    expires_after_days: 14,
  })
})
