import { relyingPartyOf } from '@basalt/contract/auth/webauthn.rules.ts'
import { z } from 'zod'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import type { FactorKind } from './factor-kind.ts'
import { parseBody } from './request-bodies.ts'
import {
  CreatedCredential,
  creationOptions,
  requestOptions,
  UsedCredential,
  verifyCreation,
  verifyUse,
  type WebauthnKey,
  WebauthnRefusal,
} from './webauthn.ts'

/** A key in the column `web_authn_credential`, with the names and base64 of other installations. */
interface StoredKey {
  id: string
  publicKey: string
  transport: string[]
  flags: { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backupState: boolean }
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean }
}

const toStored = ({ id, publicKey, counter, transports, aaguid, ...key }: WebauthnKey): StoredKey => ({
  id: id.toString('base64'),
  publicKey: publicKey.toString('base64'),
  transport: transports,
  flags: {
    userPresent: true,
    userVerified: false,
    backupEligible: key.isBackupEligible,
    backupState: key.isBackedUp,
  },
  authenticator: {
    AAGUID: Buffer.from(aaguid.replaceAll('-', ''), 'hex').toString('base64'),
    signCount: counter,
    cloneWarning: false,
  },
})

/** Clients name the site that they are on; the settings decide. */
const Party = z.object({ rpId: z.string().nullish(), rp_id: z.string().nullish() })
const Answer = Party.extend({
  type: z.enum(['create', 'request']),
  credential_response: z.unknown().optional(),
})

function partyFor({ settings }: AuthCall, given: unknown) {
  const party = relyingPartyOf(settings)
  const { rpId, rp_id } = parseBody(Party, given ?? {})
  const asked = rpId ?? rp_id
  if (asked !== undefined && asked !== null && asked !== party.id)
    throw new AuthError(
      'validation_failed',
      `Security keys of this project are for ${party.id}, not for the site that asks. Set the domain under Sign In / Providers.`,
    )
  return party
}

/** Security keys and passkeys as a second factor (WebAuthn). */
export const webauthnFactor: FactorKind = {
  name: 'WebAuthn',
  mayEnroll: (settings) => settings.mfa_web_authn_enroll_enabled,
  mayVerify: (settings) => settings.mfa_web_authn_verify_enabled,
  refusals: { enroll: 'mfa_webauthn_enroll_not_enabled', verify: 'mfa_webauthn_verify_not_enabled' },
  method: 'mfa/webauthn',
  wrong: 'The security key did not prove that it is the one that was added',

  enroll: () => ({ answer: {} }),

  async challenge(_run, call, user, { factor, webauthn }) {
    const party = partyFor(call, webauthn)
    const stored = factor.web_authn_credential as StoredKey | null
    const isNew = factor.status === 'unverified' || stored === null
    const name = user.email || user.phone || user.id
    const options = isNew
      ? await creationOptions(
          party,
          { id: user.id, name, displayName: name },
          { existing: [], isPasskey: false },
        )
      : await requestOptions(party, {
          keys: [{ id: Buffer.from(stored.id, 'base64'), transports: stored.transport ?? [] }],
          isPasskey: false,
        })
    const type = isNew ? 'create' : 'request'
    return {
      web_authn_session_data: { challenge: options.challenge, type },
      answer: { webauthn: { type, credential_options: { publicKey: options } } },
    }
  },

  async judge(run, call, challenged, { webauthn }) {
    const { type, credential_response: given } = parseBody(Answer, webauthn)
    const party = partyFor(call, webauthn)
    const session = challenged.web_authn_session_data as { challenge: string; type: string } | null
    // An answer is tried once, so that none counts twice.
    await run('update auth.mfa_challenges set web_authn_session_data = null where id = $1', [
      challenged.challenge_id,
    ])
    if (session === null || session.type !== type) return { isRight: false }
    const store = (key: StoredKey, aaguid: string | null) =>
      run(
        `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = coalesce($3::uuid, web_authn_aaguid),
           updated_at = now() where id = $1`,
        [challenged.id, JSON.stringify(key), aaguid],
      )
    try {
      if (type === 'create') {
        const key = await verifyCreation(party, session.challenge, parseBody(CreatedCredential, given), {
          isPasskey: false,
        })
        await store(toStored(key), key.aaguid)
        return { isRight: true }
      }
      const stored = challenged.web_authn_credential as StoredKey
      const { counter, isBackedUp } = await verifyUse(
        party,
        session.challenge,
        parseBody(UsedCredential, given),
        {
          isPasskey: false,
          key: {
            id: Buffer.from(stored.id, 'base64'),
            publicKey: Buffer.from(stored.publicKey, 'base64'),
            counter: stored.authenticator.signCount,
          },
        },
      )
      const used = {
        ...stored,
        flags: { ...stored.flags, backupState: isBackedUp },
        authenticator: { ...stored.authenticator, signCount: counter },
      }
      await store(used, null)
      return { isRight: true }
    } catch (cause) {
      if (cause instanceof WebauthnRefusal) return { isRight: false, cause }
      throw cause
    }
  },
}
