import type { SupportBundle } from '@basalt/contract/support/support.schema.ts'

export const aBundle = (over: Partial<SupportBundle> = {}): SupportBundle => ({
  generated_at: '2026-03-01T12:00:00.000Z',
  installation: {
    version: '0.1.0',
    commit: 'a1b2c3',
    edition: 'platform',
    node: 'v24.21.0',
    os: 'Linux 6.1 x64',
    processors: 2,
    memory_bytes: 8_000_000_000,
    memory_free_bytes: 1_000_000_000,
    disk_free_bytes: null,
    uptime_seconds: 3600,
    metadata: 'embedded',
    disabled_features: [],
  },
  project: {
    ref: 'a'.repeat(20),
    status: 'ACTIVE_HEALTHY',
    failure: null,
    region: 'eu-central-1',
    created_at: '2026-01-01T00:00:00.000Z',
    postgres: { version: '18.4', state: 'running', disk_bytes: 1, started_at: null },
    log: [{ time: '2026-03-01T11:00:00.000Z', severity: 'LOG', sqlstate: null, message: 'ready' }],
  },
  server_log: [{ time: '2026-03-01T11:00:00.000Z', level: 'info', message: 'request completed' }],
  server_errors: [],
  ...over,
})
