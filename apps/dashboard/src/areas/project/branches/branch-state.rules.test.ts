import type { Branch } from '@basalt/contract/branches/branches.schema.ts'
import { expect, test } from 'vitest'
import { aBranch } from './a-branch.fixture.ts'
import { busyReason, copyProgress, diskText, expiryText, filesText, originOf } from './branch-state.rules.ts'

test.each([
  [
    { progress: null, copied_at: null },
    { label: 'Copying data', percent: null, text: '' },
  ],
  [
    { progress: null, copied_at: '2026-01-01T00:00:00.000Z' },
    { label: 'Starting', percent: null, text: '' },
  ],
  [
    { progress: { copied_bytes: 1024 ** 2, total_bytes: 4 * 1024 ** 2 }, copied_at: null },
    { label: 'Copying data', percent: 25, text: '1 MB of 4 MB' },
  ],
  [
    { progress: { copied_bytes: 0, total_bytes: 0 }, copied_at: null },
    { label: 'Copying data', percent: null, text: '' },
  ],
])('the copy of %j is shown as %j', (branch, shown) => {
  expect(copyProgress(branch)).toEqual(shown)
})

const main = { project_ref: 'trunk', name: 'main' }
test.each<[Partial<Branch>, string | undefined]>([
  [{ is_default: true }, undefined],
  [{ source_project_ref: 'trunk' }, 'main'],
  [{ source_project_ref: 'trunk', with_data: false }, 'main, schema only'],
  [{ source_project_ref: null }, 'a branch that was deleted'],
])('a branch with %j is from %s', (over, origin) => {
  expect(originOf(aBranch(over), [main])).toBe(origin)
})

test.each<[Partial<Branch>, string]>([
  [{ persistent: true, expires_after_days: 7 }, 'never'],
  [{ expires_after_days: null }, 'never'],
  [{ expires_after_days: 1 }, 'after 1 day without use'],
  [{ expires_after_days: 7 }, 'after 7 days without use'],
])('a branch with %j expires: %s', (over, text) => {
  expect(expiryText(aBranch(over))).toBe(text)
})

test('a branch that changes its status has to be waited for', () => {
  expect(busyReason({ status: 'COMING_UP' })).toMatch(/Wait/)
  expect(busyReason({ status: 'ACTIVE_HEALTHY' })).toBeUndefined()
})

const MB = 1024 ** 2
test.each([
  [{ database: { own_bytes: 2 * MB, shared_bytes: 38 * MB } }, '2 MB own, 38 MB shared'],
  [{ database: { own_bytes: 40 * MB, shared_bytes: 0 } }, '40 MB, nothing shared'],
  [{ database: null }, '45 MB'],
  [undefined, '45 MB'],
])('with %j, a branch of 45 MB takes: %s', (disk, text) => {
  expect(diskText(45 * MB, disk)).toBe(text)
})

test.each([
  [{ own_bytes: 3, shared_bytes: 2048 }, '3 bytes own, 2 KB shared'],
  [{ own_bytes: 0, shared_bytes: 0 }, undefined],
])('files of %j are shown as: %s', (files, text) => {
  expect(filesText({ files })).toBe(text)
})
