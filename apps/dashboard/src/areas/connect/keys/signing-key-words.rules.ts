import {
  isDeletable,
  LEGACY_SIGNING_KEY,
  mayBecome,
  type SigningKeyStatus,
} from '@basalt/contract/keys/signing-keys.rules.ts'
import type { SigningKey } from '@basalt/contract/keys/signing-keys.schema.ts'
import type { SigningKeyMove } from './signing-keys.queries.ts'

export const statusTones = {
  standby: 'brand',
  in_use: 'success',
  previously_used: 'neutral',
  revoked: 'critical',
} as const satisfies Record<SigningKeyStatus, string>

export const statusExplanations: Record<SigningKeyStatus, string> = {
  standby: 'Published, and ready to take over',
  in_use: 'Signs every new token',
  previously_used: 'Signs no more; its tokens are accepted',
  revoked: 'Its tokens are refused',
}

export interface MoveWords {
  label: string
  title: string
  /** What happens, and whether it can be undone. */
  text: string
  tone: 'danger' | 'primary'
}

/** What somebody is asked before a key changes. */
export function wordsOf({ status, id }: SigningKey, move: SigningKeyMove): MoveWords {
  const isLegacy = id === LEGACY_SIGNING_KEY
  switch (move) {
    case 'in_use':
      return {
        label: status === 'standby' ? 'Rotate keys' : 'Use again',
        title: status === 'standby' ? 'Rotate keys' : 'Use this key again',
        text: 'New tokens are signed with it from now on. Nobody is signed out: tokens of the key that is in use now are accepted until they expire, or until that key is revoked. Programs that check tokens themselves know a key ten minutes after it was made, at the latest.',
        tone: 'primary',
      }
    case 'revoked':
      return {
        label: 'Revoke',
        title: isLegacy ? 'Revoke the legacy JWT secret' : 'Revoke this key',
        text: 'Every token that it signed is refused at once: users who still hold one are signed out. Unless it has leaked, wait until those tokens have expired. You can restore it.',
        tone: 'danger',
      }
    case 'previously_used':
      return {
        label: 'Restore',
        title: 'Restore this key',
        text: 'Tokens that it signed, and that have not expired, are accepted again. Do not restore a key that has leaked.',
        tone: 'primary',
      }
    case 'delete':
      return {
        label: 'Delete',
        title: 'Delete this key',
        text:
          status === 'standby'
            ? 'It has signed nothing yet. It cannot be brought back.'
            : 'Its tokens stay refused. It cannot be brought back.',
        tone: 'danger',
      }
  }
}

const everyMove: readonly SigningKeyMove[] = ['in_use', 'previously_used', 'revoked', 'delete']

/** What can be done with a key in its state. */
export const movesOf = ({ id, status }: SigningKey) =>
  everyMove.filter((move) =>
    move === 'delete' ? id !== LEGACY_SIGNING_KEY && isDeletable(status) : mayBecome(status, move),
  )

/** Why a key cannot be made now; undefined when it can. */
export const standbyReason = (keys: readonly SigningKey[]) =>
  keys.some(({ status }) => status === 'standby')
    ? 'A key stands by already. Rotate to it, or delete it.'
    : undefined
