import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../test/render-page.tsx'
import { aMergeRequest, mergeChanges } from './a-merge-request.fixture.ts'
import { FilesCard } from './FilesCard.tsx'

const ref = 'f'.repeat(20)
const fetchMock = vi.fn<(url: string, init: RequestInit) => Promise<Response>>()
beforeEach(() => {
  fetchMock.mockReset().mockImplementation(() => new Promise(() => undefined))
  vi.stubGlobal('fetch', fetchMock)
})
afterEach(() => vi.unstubAllGlobals())

const objects = {
  schema: 'storage',
  name: 'objects',
  problem: null,
  inserted: 1,
  updated: 1,
  deleted: 1,
  conflicts: 0,
  undecided: 0,
  outdated: 0,
  is_chosen: false,
} as const

const show = (over: Partial<Parameters<typeof FilesCard>[0]> = {}) =>
  renderPage(
    <FilesCard
      projectRef={ref}
      request={aMergeRequest()}
      changes={mergeChanges({
        tables: [objects],
        files: [
          { bucket: 'photos', path: 'new.png', kind: 'added' },
          { bucket: 'photos', path: 'old.png', kind: 'removed' },
        ],
        more_files: 1_234,
      })}
      refusal={undefined}
      {...over}
    />,
  )

test('files are listed with what happened to them and how many more there are, and are merged when that is chosen', async () => {
  await show()
  const files = within(screen.getByRole('list', { name: 'Changed files' })).getAllByRole('listitem')
  expect(files.map(({ textContent }) => textContent)).toEqual([
    'Addedphotos/new.png',
    'Removedphotos/old.png',
  ])
  expect(screen.getByText('And 1,234 more.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Review/ })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Merge files' }))
  await waitFor(() =>
    expect(fetchMock.mock.calls.map(([, { method, body }]) => [method, JSON.parse(String(body))])).toEqual([
      ['PATCH', { includes_files: true }],
    ]),
  )
})

test('files that both sides changed are reviewed, and who may not change the request cannot choose', async () => {
  await show({
    changes: mergeChanges({ tables: [{ ...objects, conflicts: 2, undecided: 2 }] }),
    request: aMergeRequest({ includes_files: true }),
    refusal: 'Only developers may',
  })
  expect(screen.getByText('2 undecided')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Review files' })).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Merge files' }))
  expect(fetchMock.mock.calls.filter(([, { method }]) => method === 'PATCH')).toEqual([])
})

test('without changed files there is no card', async () => {
  await show({ changes: mergeChanges() })
  expect(screen.queryByText('Files')).toBeNull()
})
