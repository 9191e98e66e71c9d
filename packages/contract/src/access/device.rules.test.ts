import { expect, test } from 'vitest'
import { deviceName, isHandheld } from './device.rules.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome on Linux', false],
  [
    `${mozilla} (iPhone; CPU iPhone OS 26_0 like Mac OS X) ${webkit} CriOS/142.0 Mobile Safari/604.1`,
    'Chrome on iPhone',
    true,
  ],
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux', false],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge on Windows',
    false,
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15`,
    'Safari on macOS',
    false,
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
    true,
  ],
  [
    `${mozilla} (Linux; Android 15; Pixel 9) ${webkit} Chrome/142.0.0.0 Mobile Safari/537.36`,
    'Chrome on Android',
    true,
  ],
  ['curl/8.14.1', 'curl', false],
  ['backup-script/2.1 (nightly)', 'backup-script', false],
  ['Mozilla/5.0', 'Unknown device', false],
  ['<script>', 'Unknown device', false],
  ['', 'Unknown device', false],
])('%j is %s', (userAgent, name, handheld) => {
  expect(deviceName(userAgent)).toBe(name)
  expect(isHandheld(userAgent)).toBe(handheld)
})
