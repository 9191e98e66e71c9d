import type { Project } from '@basalt/contract/projects/projects.schema.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
let made = 0

/** A project for tests, healthy by default, with a unique ref. */
export const aProject = (differences: Partial<Project> = {}): Project => {
  made += 1
  return {
    ref: `${LETTERS[made % 26]}${LETTERS[Math.floor(made / 26) % 26]}`.padEnd(20, 'q'),
    name: 'Shop',
    organization_slug: 'acme',
    status: 'ACTIVE_HEALTHY',
    failure: null,
    asleep_since: null,
    locked_at: null,
    unlocked_until: null,
    region: 'eu-west-1',
    created_at: '2026-01-02T03:04:05.000Z',
    revision: 1,
    ...differences,
  }
}
