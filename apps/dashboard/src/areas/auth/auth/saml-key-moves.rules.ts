import type { SamlKeyStatus } from '@basalt/contract/auth/saml.rules.ts'

export const samlKeyTones = {
  standby: 'brand',
  in_use: 'success',
  previously_used: 'neutral',
} as const satisfies Record<SamlKeyStatus, string>

export const samlKeyExplanations: Record<SamlKeyStatus, string> = {
  standby: 'In the metadata, ready for rotation',
  in_use: 'Signs every request',
  previously_used: 'Not in the metadata; still decrypts answers',
}

/** `rotate` puts the key on standby in the place of the one in use. */
export type SamlKeyMove = 'rotate' | 'delete standby' | 'delete previously_used'

export const samlKeyMoves: Record<SamlKeyStatus, readonly SamlKeyMove[]> = {
  standby: ['rotate', 'delete standby'],
  in_use: [],
  previously_used: ['delete previously_used'],
}

/** The button and confirmation texts of an action. */
export const samlKeyMoveTexts = {
  rotate: {
    label: 'Rotate keys',
    title: 'Rotate keys',
    text: 'Requests are signed with the standby key, and the metadata no longer have the current one. Identity providers that check requests must know the new certificate by then: those that read the metadata do, others need it entered. Answers for the current key are decrypted until you delete it.',
    tone: 'primary',
  },
  'delete standby': {
    label: 'Delete',
    title: 'Delete the standby key',
    text: 'Its certificate leaves the metadata. This cannot be undone.',
    tone: 'danger',
  },
  'delete previously_used': {
    label: 'Delete',
    title: 'Delete the previously used key',
    text: 'Answers that are encrypted for this key are refused: first give the new certificate to every identity provider that encrypts. This cannot be undone.',
    tone: 'danger',
  },
} as const satisfies Record<SamlKeyMove, object>

/** Why a key cannot be created; undefined when it can. */
export const samlStandbyReason = (keys: readonly { status: SamlKeyStatus }[]) =>
  keys.some(({ status }) => status === 'standby')
    ? 'There is already a standby key. Rotate to it or delete it.'
    : undefined

/** Why keys cannot be rotated; undefined when they can. */
export const samlRotationReason = (keys: readonly { status: SamlKeyStatus }[]) =>
  keys.some(({ status }) => status === 'previously_used')
    ? 'The previously used key still decrypts answers. Delete it first.'
    : undefined
