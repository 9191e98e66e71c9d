import { timingSafeEqual } from 'node:crypto'
import { SETUP_LINK_HOURS } from '@basalt/contract/access/access.rules.ts'
import { hashToken, newSessionToken } from '../../platform/ids.ts'

/** The one-time token that proves that the first owner has seen the terminal. It is valid until the process ends. */
export interface SetupLink {
  readonly token: string
  admits(token: string): boolean
}

export function createSetupLink(now: () => Date = () => new Date()): SetupLink {
  const token = newSessionToken()
  const end = now().getTime() + SETUP_LINK_HOURS * 3_600_000
  return {
    token,
    admits: (offered) => now().getTime() < end && timingSafeEqual(hashToken(offered), hashToken(token)),
  }
}
