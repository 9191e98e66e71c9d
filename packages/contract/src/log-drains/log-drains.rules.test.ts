import { expect, test } from 'vitest'
import { drainUrl, isHost } from './log-drains.rules.ts'

test.each([
  ['http', 'https://logs.example.com', 'https://logs.example.com/'],
  ['otlp', 'https://otel.example.com:4318', 'https://otel.example.com:4318/v1/logs'],
  ['otlp', 'https://otel.example.com/custom?key=1', 'https://otel.example.com/custom?key=1'],
  ['loki', 'http://loki:3100/', 'http://loki:3100/loki/api/v1/push'],
  ['loki', 'http://loki:3100/loki/api/v1/push', 'http://loki:3100/loki/api/v1/push'],
] as const)('%s events for %s are posted to %s', (kind, text, url) => {
  expect(drainUrl(kind, text)).toBe(url)
})

test.each([
  ['logs.example.com', true],
  ['localhost', true],
  ['192.0.2.7', true],
  ['2001:db8::1', true],
  ['a_b', false],
  ['-a', false],
  ['a..b', false],
  ['a b', false],
  ['https://a', false],
  ['', false],
  [`${'a'.repeat(64)}.com`, false],
])('%s is a host: %s', (text, expected) => {
  expect(isHost(text)).toBe(expected)
})
