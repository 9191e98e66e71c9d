import { type ReleaseState, releaseState } from '@basalt/contract/releases/releases.rules.ts'
import type { CliRelease } from '@basalt/contract/releases/releases.schema.ts'
import type { Tone } from '../../../ui/text/tone.ts'

const looks: Record<ReleaseState, { label: string; tone: Tone }> = {
  latest: { label: 'Latest', tone: 'neutral' },
  update: { label: 'Update available', tone: 'success' },
  beta: { label: 'Beta', tone: 'warning' },
}

/** The version badge. Undefined for an unknown version; the plain version when the latest is unknown. */
export function versionBadge({ current, latest }: CliRelease): { label: string; tone: Tone } | undefined {
  if (current === undefined) return undefined
  const state = releaseState(current, latest)
  return state ? looks[state] : { label: current, tone: 'neutral' }
}

export const UPGRADE_COMMAND = 'git pull && npm start'
/** `tag` was validated as a version by the server, so it needs no shell quoting. */
export const betaCommand = (tag: string) => `git fetch --tags && git checkout ${tag} && npm start`
