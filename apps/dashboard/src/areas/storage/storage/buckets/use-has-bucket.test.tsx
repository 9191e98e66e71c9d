import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '../../../../test/render-page.tsx'
import { aProject } from '../../../project/projects/a-project.fixture.ts'
import { projectQueries } from '../../../project/projects/projects.queries.ts'
import { useHasBucket } from './use-has-bucket.ts'

afterEach(() => void vi.unstubAllGlobals())

const HasBucket = () => <p>{useHasBucket('shop') ? 'has a bucket' : 'has none'}</p>

async function open(asleep_since: string | null, buckets: object[]) {
  const fetched = vi.fn(() => Promise.resolve(Response.json(buckets)))
  vi.stubGlobal('fetch', fetched)
  await renderPage(<HasBucket />, (client) =>
    client.setQueryData(projectQueries.detail('shop').queryKey, aProject({ ref: 'shop', asleep_since })),
  )
  return fetched
}

const bucket = {
  id: 'photos',
  name: 'photos',
  owner: null,
  public: false,
  file_size_limit: null,
  allowed_mime_types: null,
  created_at: '2026-01-02T03:04:05.000Z',
  updated_at: '2026-01-02T03:04:05.000Z',
}

test('a project with a bucket has one', async () => {
  await open(null, [bucket])
  expect(await screen.findByText('has a bucket')).toBeTruthy()
})

test('a project without buckets has none', async () => {
  const fetched = await open(null, [])
  await waitFor(() => expect(fetched).toHaveBeenCalledOnce())
  expect(screen.getByText('has none')).toBeTruthy()
})

test('the check does not wake a sleeping project', async () => {
  const fetched = await open('2026-01-02T03:04:05.000Z', [bucket])
  expect(await screen.findByText('has none')).toBeTruthy()
  expect(fetched).not.toHaveBeenCalled()
})
