import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aBackupOverview } from '../../database/backups/a-backup-overview.fixture.ts'
import { aMergeRequest } from './a-merge-request.fixture.ts'
import { MergeWayBack } from './MergeWayBack.tsx'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['restore_point', /^A restore point of .* is made first/],
  ['backup', /is backed up first/],
  ['none', /^This cannot be undone/],
] as const)('with the way back %s the question before a merge says so', async (way_back, words) => {
  vi.stubGlobal('fetch', async () => Response.json(aBackupOverview({ way_back })))
  await renderPage(<MergeWayBack request={aMergeRequest()} />)
  expect(await screen.findByText(words)).toBeTruthy()
})
