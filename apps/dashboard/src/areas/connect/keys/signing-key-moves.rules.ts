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
  standby: 'Published and ready for rotation',
  in_use: 'Signs every new token',
  previously_used: 'No longer signs; its tokens are accepted',
  revoked: 'Its tokens are refused',
}

export interface MoveTexts {
  label: string
  title: string
  /** What happens, and whether it can be undone. */
  text: string
  tone: 'danger' | 'primary'
}

/** The button and confirmation texts of an action on a key. */
export function moveTexts({ status, id }: SigningKey, move: SigningKeyMove): MoveTexts {
  const isLegacy = id === LEGACY_SIGNING_KEY
  switch (move) {
    case 'in_use':
      return {
        label: status === 'standby' ? 'Rotate keys' : 'Use again',
        title: status === 'standby' ? 'Rotate keys' : 'Use this key again',
        text: 'New tokens are signed with this key. Nobody is signed out: tokens of the current key are accepted until they expire or the key is revoked. Programs that verify tokens know a new key after ten minutes at the latest.',
        tone: 'primary',
      }
    case 'revoked':
      return {
        label: 'Revoke',
        title: isLegacy ? 'Revoke the legacy JWT secret' : 'Revoke this key',
        text: 'Tokens signed with this key are refused at once: users who still hold one are signed out. Unless it has leaked, wait until the tokens have expired. You can restore the key.',
        tone: 'danger',
      }
    case 'previously_used':
      return {
        label: 'Restore',
        title: 'Restore this key',
        text: 'Unexpired tokens signed with this key are accepted again. Do not restore a key that has leaked.',
        tone: 'primary',
      }
    case 'delete':
      return {
        label: 'Delete',
        title: 'Delete this key',
        text:
          status === 'standby'
            ? 'It has not signed any tokens. This cannot be undone.'
            : 'Its tokens stay refused. This cannot be undone.',
        tone: 'danger',
      }
  }
}

const everyMove: readonly SigningKeyMove[] = ['in_use', 'previously_used', 'revoked', 'delete']

/** The actions for a key in its status. */
export const movesOf = ({ id, status }: SigningKey) =>
  everyMove.filter((move) =>
    move === 'delete' ? id !== LEGACY_SIGNING_KEY && isDeletable(status) : mayBecome(status, move),
  )

/** Why a key cannot be created; undefined when it can. */
export const standbyReason = (keys: readonly SigningKey[]) =>
  keys.some(({ status }) => status === 'standby')
    ? 'There is already a standby key. Rotate to it or delete it.'
    : undefined
