import { expect, test } from 'vitest'
import { fileSizeCaps, isMimeTypeAllowed, isPassiveMimeType, isUploadTooSlow } from './limits.rules.ts'

test('the caps are 50 MB, 50 GB and 500 GB', () => {
  expect(fileSizeCaps).toEqual({
    free: 0x3200000,
    pro: 0xc80000000,
    team: 0x7d00000000,
    enterprise: 0x7d00000000,
  })
})

test.each<[string, string[] | null, boolean]>([
  ['image/png', null, true],
  ['image/png', [], true],
  ['image/png', ['image/*'], true],
  ['image/png', [' Image/PNG '], true],
  ['image/png;charset=x', ['image/png'], true],
  ['text/html', ['image/*', 'text/plain'], false],
  ['imagex/png', ['image/*'], false],
  ['anything/else', ['*/*'], true],
  ['', ['image/*'], false],
])('%j against %j is allowed: %s', (mimeType, allowed, expected) =>
  expect(isMimeTypeAllowed(mimeType, allowed)).toBe(expected),
)

test.each([
  ['image/png', true],
  ['application/pdf', true],
  ['video/mp4', true],
  ['text/plain; charset=utf-8', true],
  ['image/svg+xml', false],
  ['text/html', false],
  ['application/xhtml+xml', false],
  ['text/xml', false],
  ['image/png text/html', false],
])('%j contains nothing executable: %s', (mimeType, expected) =>
  expect(isPassiveMimeType(mimeType)).toBe(expected),
)

test.each([
  ['nothing after a second', 1000, 0, false],
  ['a byte a minute, before the first check', 119_000, 2, false],
  ['a byte a minute', 120_000, 2, true],
  ['256 bytes a second', 120_000, 30_720, false],
  ['one byte less', 120_000, 30_719, true],
  ['the same for longer', 180_000, 30_720, true],
  ['an old mobile network', 120_000, 120_000, false],
])('%s: judged by its average rate', (_upload, waitedMs, bytes, isTooSlow) =>
  expect(isUploadTooSlow(waitedMs, bytes)).toBe(isTooSlow),
)
