import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aBackupOverview } from '../../database/backups/a-backup-overview.fixture.ts'
import { aMergeRequest } from './a-merge-request.fixture.ts'
import { MergeWayBack } from './MergeWayBack.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (onChange: (isBackedUp: boolean) => void = () => undefined) =>
  renderPage(<MergeWayBack request={aMergeRequest()} isBackedUp onChange={onChange} />)

test.each([
  ['restore_point', /^A restore point of .* is made first/],
  ['backup', /^Back up .* first/],
  ['none', /^This cannot be undone/],
] as const)('with the way back %s the question before a merge says so', async (way_back, words) => {
  vi.stubGlobal('fetch', async () => Response.json(aBackupOverview({ way_back })))
  await show()
  expect(await screen.findByText(words)).toBeTruthy()
})

test('people may merge without a backup', async () => {
  vi.stubGlobal('fetch', async () => Response.json(aBackupOverview({ way_back: 'backup' })))
  const chosen = vi.fn()
  await show(chosen)
  await userEvent.click(await screen.findByRole('checkbox', { name: /^Back up .* first$/ }))
  expect(chosen).toHaveBeenCalledWith(false)
})
