import { type ReleaseState, releaseState } from '@basalt/contract/releases/releases.rules.ts'
import type { CliRelease } from '@basalt/contract/releases/releases.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

const looks: Record<ReleaseState, { label: string; tone: Tone }> = {
  latest: { label: 'Latest', tone: 'neutral' },
  update: { label: 'Update available', tone: 'success' },
  beta: { label: 'Beta', tone: 'warning' },
}

/** What the badge says; nothing while it is not known what runs, and the bare version while only that is. */
export function versionBadge({ current, latest }: CliRelease): { label: string; tone: Tone } | undefined {
  if (current === undefined) return undefined
  const state = releaseState(current, latest)
  return state ? looks[state] : { label: current, tone: 'neutral' }
}

export const UPGRADE_COMMAND = 'git pull && npm start'
/** A tag that the server has read as a version, and so has no sign that a shell knows. */
export const betaCommand = (tag: string) => `git fetch --tags && git checkout ${tag} && npm start`
