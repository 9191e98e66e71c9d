import type { LogEvent } from '@basalt/contract/logs/logs.schema.ts'
import { expect, test } from 'vitest'
import { SYSLOG_MESSAGE_BYTES_MAX } from './drain.rules.ts'
import { httpPayload, rejectedByOtlp } from './http-payloads.ts'
import { syslogFrames, syslogMessage } from './syslog-messages.ts'

const event = (over: Partial<LogEvent> = {}): LogEvent => ({
  id: '1000000007',
  source: 'edge_logs',
  timestamp: '2026-03-01T12:00:00.123Z',
  event_message: 'GET /rest/v1/notes 500',
  level: 'error',
  fields: { status: 500, duration_ms: 1.5, path: '/rest/v1/notes' },
  ...over,
})
const warning = event({
  id: '8',
  source: 'postgres_logs',
  level: 'warning',
  event_message: 'two\nlines “ü”',
  fields: {},
})

test('JSON lines have one object for each event', () => {
  const { contentType, body } = httpPayload('http', 'shop', [event(), warning])
  expect(contentType).toBe('application/x-ndjson')
  expect(body.endsWith('\n')).toBe(true)
  expect(
    body
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      id: '1000000007',
      project: 'shop',
      source: 'edge_logs',
      timestamp: '2026-03-01T12:00:00.123Z',
      level: 'error',
      event_message: 'GET /rest/v1/notes 500',
      status: 500,
      duration_ms: 1.5,
      path: '/rest/v1/notes',
    },
    {
      id: '8',
      project: 'shop',
      source: 'postgres_logs',
      timestamp: '2026-03-01T12:00:00.123Z',
      level: 'warning',
      event_message: 'two\nlines “ü”',
    },
  ])
})

test('OpenTelemetry gets log records as its JSON encoding prescribes', () => {
  const { contentType, body } = httpPayload('otlp', 'shop', [event()])
  expect(contentType).toBe('application/json')
  expect(JSON.parse(body)).toEqual({
    resourceLogs: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'basalt' } },
            { key: 'basalt.project', value: { stringValue: 'shop' } },
          ],
        },
        scopeLogs: [
          {
            scope: { name: 'basalt' },
            logRecords: [
              {
                timeUnixNano: '1772366400123000000',
                severityNumber: 17,
                severityText: 'ERROR',
                body: { stringValue: 'GET /rest/v1/notes 500' },
                attributes: [
                  { key: 'status', value: { intValue: '500' } },
                  { key: 'duration_ms', value: { doubleValue: 1.5 } },
                  { key: 'path', value: { stringValue: '/rest/v1/notes' } },
                  { key: 'log.record.uid', value: { stringValue: '1000000007' } },
                  { key: 'basalt.source', value: { stringValue: 'edge_logs' } },
                ],
              },
            ],
          },
        ],
      },
    ],
  })
})

test.each([
  [null, undefined],
  ['not JSON', undefined],
  ['{}', undefined],
  ['{"partialSuccess":{}}', undefined],
  [
    '{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"too old"}}',
    { count: 2, message: 'too old' },
  ],
  ['{"partialSuccess":{"rejectedLogRecords":1}}', { count: 1, message: '' }],
])('of the response %j, %j is rejected', (response, expected) => {
  expect(rejectedByOtlp(response)).toEqual(expected)
})

test('Loki gets one stream for each source and level', () => {
  const { streams } = JSON.parse(httpPayload('loki', 'shop', [event(), warning, event({ id: '9' })]).body)
  expect(streams).toMatchObject([
    {
      stream: { service_name: 'basalt', project: 'shop', source: 'edge_logs', level: 'error' },
      values: [
        ['1772366400123000000', expect.stringContaining('"id":"1000000007"')],
        ['1772366400123000000', expect.stringContaining('"id":"9"')],
      ],
    },
    {
      stream: { source: 'postgres_logs', level: 'warning' },
      values: [[expect.any(String), expect.any(String)]],
    },
  ])
})

test('a syslog message has its fields as structured data', () => {
  expect(syslogMessage('shop', event({ fields: { path: 'a"]\\b' } }))).toBe(
    '<131>1 2026-03-01T12:00:00.123Z shop edge_logs - 1000000007 [event@32473 id="1000000007" project="shop" path="a\\"\\]\\\\b"] \ufeffGET /rest/v1/notes 500',
  )
  expect(syslogMessage('shop', warning)).toMatch(/^<132>1 .*\ufefftwo\nlines “ü”$/s)
})

test('lengths in front of syslog messages count bytes', () => {
  const frames = syslogFrames('shop', [warning, warning]).toString()
  const message = syslogMessage('shop', warning)
  const length = Buffer.byteLength(message)
  expect(length).toBeGreaterThan(message.length)
  expect(frames).toBe(`${length} ${message}${length} ${message}`)
})

test.each([
  ['a long message', event({ event_message: 'é'.repeat(50_000) })],
  ['long fields', event({ fields: { path: 'x'.repeat(9_000), user_agent: 'short' } })],
  ['both', event({ event_message: '😀'.repeat(9_000), fields: { path: 'y'.repeat(3_000) } })],
])('%s is cut to what receivers have to accept', (_what, long) => {
  const message = syslogMessage('shop', long)
  expect(Buffer.byteLength(message)).toBeLessThanOrEqual(SYSLOG_MESSAGE_BYTES_MAX)
  expect(message.isWellFormed()).toBe(true)
  expect(message).not.toContain('\ufffd')
})
