import { expect, test } from 'vitest'
import { requestUrl } from './request-url.ts'

test.each([
  [{}, '/a/'],
  [{ params: { id: 'x/y' } }, '/a/x%2Fy'],
  [
    { params: { id: '1' }, query: { search: 'x y&z', limit: 2, none: undefined } },
    '/a/1?search=x%20y%26z&limit=2',
  ],
  [{ params: { id: '1' }, query: { statuses: ['NEW', 'OLD'] } }, '/a/1?statuses=NEW&statuses=OLD'],
])('%j makes %s', (parts, url) => {
  expect(requestUrl({ path: '/a/:id' }, parts)).toBe(url)
})
