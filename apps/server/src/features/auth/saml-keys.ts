import { X509Certificate } from 'node:crypto'
import type { SamlKey } from '@basalt/contract/auth/auth.schema.ts'
import type { RemovableSamlKey, SamlKeyStatus } from '@basalt/contract/auth/saml.rules.ts'
import { AppError, notFound } from '../../http/app-error.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { OpenSecrets, SamlKeyName } from './changed-auth-settings.ts'
import { newSamlIdentity, type SamlIdentity } from './saml-identity.ts'

/** The keys of a project by their status; none before SAML was used. */
type Keys = Partial<Record<SamlKeyStatus, SamlIdentity>>

/** The order in which they are listed. */
const names = {
  in_use: 'saml',
  standby: 'saml standby',
  previously_used: 'saml previously_used',
} as const satisfies Record<SamlKeyStatus, SamlKeyName>
const statuses = Object.keys(names) as SamlKeyStatus[]

export type SamlKeys = ReturnType<typeof samlKeys>

/**
 * The keys with which projects sign SAML requests and decrypt answers. A key is replaced in three steps, so that identity
 * providers can follow: one on standby is published, takes the place of the one in use, and the latter is deleted.
 */
export function samlKeys({
  secrets: secretsOf,
  changeSecrets,
}: Pick<AuthSettingsStore, 'secrets' | 'changeSecrets'>) {
  const all = async (ref: string) => keysIn(await secretsOf(ref))

  const change = async (ref: string, work: (before: Keys) => Keys) =>
    keysIn(await changeSecrets(ref, (secrets) => withKeys(secrets, work(keysIn(secrets)))))

  /** All keys; the first use of SAML makes the one in use. */
  const forUse = async (ref: string): Promise<Keys & { in_use: SamlIdentity }> => {
    const { in_use, ...others } = await all(ref)
    if (in_use) return { in_use, ...others }
    const made = await newSamlIdentity(ref)
    // Of two first uses at once, one makes it.
    const keys = await change(ref, (before) => ({ in_use: made, ...before }))
    return { ...keys, in_use: keys.in_use ?? made }
  }

  return {
    forUse,

    /** The key in use first. */
    list: async (ref: string): Promise<SamlKey[]> => listed(await all(ref)),

    /** Throws `conflict` when there is one on standby. */
    async create(ref: string): Promise<SamlKey> {
      mustHaveNoStandby(await forUse(ref))
      const standby = await newSamlIdentity(ref)
      await change(ref, (before) => {
        mustHaveNoStandby(before)
        return { ...before, standby }
      })
      return toListed('standby', standby)
    },

    /** Throws `conflict` without a key on standby, and while one that was used before still decrypts. */
    rotate: async (ref: string): Promise<SamlKey[]> =>
      listed(
        await change(ref, ({ standby, in_use, previously_used }) => {
          if (!standby) throw new AppError('conflict', 'There is no key on standby. Create one first.')
          if (previously_used)
            throw new AppError(
              'conflict',
              'The previously used key still decrypts answers. Delete it before you rotate again.',
            )
          return { in_use: standby, ...(in_use && { previously_used: in_use }) }
        }),
      ),

    /** Throws `not_found`. */
    async remove(ref: string, status: RemovableSamlKey) {
      await change(ref, ({ [status]: removed, ...kept }) => {
        if (!removed) throw notFound('SAML key', status)
        return kept
      })
    },
  }
}

const mustHaveNoStandby = ({ standby }: Keys) => {
  if (standby)
    throw new AppError('conflict', 'There is already a key on standby. Rotate to it or delete it first.')
}

const keysIn = (secrets: OpenSecrets): Keys =>
  Object.fromEntries(
    statuses.flatMap((status) => {
      const kept = secrets[names[status]]
      return kept === undefined ? [] : [[status, JSON.parse(kept)]]
    }),
  )

function withKeys(secrets: OpenSecrets, keys: Keys): OpenSecrets {
  const isKey = (name: string) => Object.values<string>(names).includes(name)
  return {
    ...Object.fromEntries(Object.entries(secrets).filter(([name]) => !isKey(name))),
    ...Object.fromEntries(
      statuses.flatMap((status) => {
        const key = keys[status]
        return key ? [[names[status], JSON.stringify(key)]] : []
      }),
    ),
  }
}

const listed = (keys: Keys) =>
  statuses.flatMap((status) => {
    const key = keys[status]
    return key ? [toListed(status, key)] : []
  })

function toListed(status: SamlKeyStatus, { cert }: SamlIdentity): SamlKey {
  const { fingerprint256, validToDate } = new X509Certificate(cert)
  return { status, certificate: cert, fingerprint: fingerprint256, expires_at: validToDate.toISOString() }
}
