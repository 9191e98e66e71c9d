import { expect, test } from 'vitest'
import { fileSizeCaps, isMimeTypeAllowed, isPassiveMimeType } from './limits.rules.ts'

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
])('%j cannot run anything: %s', (mimeType, expected) => expect(isPassiveMimeType(mimeType)).toBe(expected))
