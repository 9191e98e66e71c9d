import { createHash } from 'node:crypto'
import {
  type AuthSettings,
  CustomProviderChange,
  type SignInProvider,
  SignInProviderChange,
} from '@basalt/contract/auth/auth.schema.ts'
import type { AuthAuditAction } from '@basalt/contract/auth/auth-audit.rules.ts'
import {
  CUSTOM_PREFIX,
  type CustomProviderType,
  customProviderTypes,
  isCustomKey,
  oauthAddresses,
  PROVIDERS_MAX,
  readyProviders,
} from '@basalt/contract/auth/sign-in-providers.rules.ts'
import { z } from 'zod'
import { AppError } from '../../http/app-error.ts'
import { addEntryAlone } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { AuthDatabase } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { uuidOf } from './auth-secrets.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import { customDefaults, isSameServer } from './changed-auth-settings.ts'
import type { ProviderClient } from './provider-client.ts'
import { optional, parseBody } from './request-bodies.ts'

const { shape: common } = SignInProviderChange
const { shape: custom } = CustomProviderChange

/** An address that may be empty, which removes it. */
const removable = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? null : value), schema.optional())

const fields = {
  name: optional(custom.name),
  client_id: optional(common.client_id),
  client_secret: common.secret,
  acceptable_client_ids: optional(common.additional_client_ids.unwrap()),
  scopes: optional(custom.scopes),
  custom_claims_allowlist: optional(custom.custom_claims_allowlist),
  pkce_enabled: optional(custom.pkce_enabled),
  attribute_mapping: optional(custom.attribute_mapping),
  authorization_params: optional(custom.authorization_params),
  enabled: optional(z.boolean()),
  email_optional: optional(custom.email_optional),
  skip_nonce_check: optional(z.boolean()),
  issuer: removable(common.url.unwrap()),
  discovery_url: removable(custom.discovery_url),
  authorization_url: removable(custom.authorization_url),
  token_url: removable(custom.token_url),
  userinfo_url: removable(custom.userinfo_url),
  jwks_uri: removable(custom.jwks_uri),
}
const Body = z.object(fields)
const NewBody = z.object({ ...fields, provider_type: z.enum(customProviderTypes), identifier: z.string() })
type Fields = z.output<typeof Body>

/** What only providers of one kind have. */
const ofKind: Record<CustomProviderType, readonly (keyof Fields)[]> = {
  oidc: ['issuer', 'discovery_url', 'jwks_uri', 'skip_nonce_check'],
  oauth2: oauthAddresses,
}

export type CustomProviders = ReturnType<typeof customProviders>

/** Providers that servers set up for a project. They are those of the settings whose names begin with `custom:`. */
export function customProviders(settings: AuthSettingsStore, client: ProviderClient, database: AuthDatabase) {
  /** Reads the configuration of a provider, to refuse one that nobody could sign in with. Throws `validation_failed`. */
  const configurationOf = async (identifier: string, provider: CheckedProvider) => {
    if (provider.custom?.provider_type !== 'oidc' || provider.url === null) return null
    try {
      const {
        issuer,
        authorization_endpoint,
        token_endpoint,
        jwks_uri,
        userinfo_endpoint,
        revocation_endpoint,
      } = await client.discovered(identifier, provider.url, provider.custom.discovery_url)
      const document = { issuer, authorization_endpoint, token_endpoint, jwks_uri }
      const keys = provider.custom.jwks_uri ?? jwks_uri
      const missing = Object.entries({ ...document, jwks_uri: keys }).find(([, value]) => value === undefined)
      if (missing) throw invalid(`The configuration of ${issuer} has no ${missing[0]}`)
      return { ...document, userinfo_endpoint, revocation_endpoint }
    } catch (error) {
      if (error instanceof AuthError) throw invalid(error.message, error)
      throw error
    }
  }

  const change = async (ref: string, decide: Parameters<AuthSettingsStore['changeFrom']>[1]) => {
    try {
      return await settings.changeFrom(ref, decide)
    } catch (error) {
      if (error instanceof AppError && error.code === 'validation_failed') throw invalid(error.message, error)
      throw error
    }
  }

  /** Notes a change in the audit log of users. Its actor is a server, so there is no user. */
  const note = (
    { ref, client }: AuthCall,
    action: AuthAuditAction & `custom_provider_${string}`,
    identifier: string,
  ) =>
    addEntryAlone(database, ref, client, {
      action,
      actor_username: '',
      log_type: 'provider',
      traits: { by: 'admin', provider: identifier },
    })

  return {
    /** The providers of a project by name, of one kind if asked for. Throws `validation_failed`. */
    async list(ref: string, type: string | undefined) {
      if (type !== undefined && !customProviderTypes.some((one) => one === type))
        throw invalid("type must be either 'oauth2' or 'oidc'")
      return customOnes(await settings.of(ref))
        .filter(([, { custom }]) => type === undefined || custom?.provider_type === type)
        .map(([identifier, provider]) => toWire(ref, identifier, provider))
    },

    /** Throws `custom_provider_not_found`. */
    async find(ref: string, identifier: string) {
      return toWire(ref, identifier, existing(await settings.of(ref), identifier))
    },

    /** Adds a provider. Throws `validation_failed`, `conflict` and `over_custom_provider_quota`. */
    async create(call: AuthCall, body: unknown) {
      const { ref } = call
      const { provider_type, identifier: given, ...values } = parseBody(NewBody, body)
      const identifier = given.startsWith(CUSTOM_PREFIX) ? given : `${CUSTOM_PREFIX}${given}`
      if (!isCustomKey(identifier))
        throw invalid("identifier must be 'custom:' and at most 43 lower-case letters, digits, - _ or :")
      if (Object.hasOwn(readyProviders, identifier.slice(CUSTOM_PREFIX.length)))
        throw invalid(`${identifier.slice(CUSTOM_PREFIX.length)} is ready made: set it up in the dashboard`)
      for (const name of ['name', 'client_id', 'client_secret', ...required[provider_type]] as const)
        if (!values[name]) throw invalid(`${name} is required`)
      const blank = { ...blankProvider, custom: { ...customDefaults(identifier), provider_type } }
      const provider = changed(blank, values)
      const document = await configurationOf(identifier, provider)
      const after = await change(ref, (before) => {
        if (before.providers[identifier])
          throw new AuthError('conflict', 'A custom provider with this identifier already exists', {
            status: 400,
          })
        if (Object.keys(before.providers).length >= PROVIDERS_MAX)
          throw new AuthError(
            'over_custom_provider_quota',
            `Maximum number of providers reached: a project has at most ${PROVIDERS_MAX}`,
          )
        return { providers: { [identifier]: provider } }
      })
      await note(call, 'custom_provider_created', identifier)
      return toWire(ref, identifier, after.providers[identifier]!, document)
    },

    /** Changes the given fields of a provider. Throws `custom_provider_not_found` and `validation_failed`. */
    async update(call: AuthCall, identifier: string, body: unknown) {
      const { ref } = call
      const values = parseBody(Body, body)
      const known = existing(await settings.of(ref), identifier)
      const hasMoved = values.issuer !== undefined || values.discovery_url !== undefined
      const document = hasMoved ? await configurationOf(identifier, changed(known, values)) : null
      const after = await change(ref, (before) => {
        const stored = existing(before, identifier)
        const provider = changed(stored, values)
        if (values.client_secret === undefined && !isSameServer(stored, provider))
          throw invalid('client_secret is required when the provider has another address')
        return { providers: { [identifier]: provider } }
      })
      await note(call, 'custom_provider_updated', identifier)
      return toWire(ref, identifier, after.providers[identifier]!, document)
    },

    /** Removes a provider. Throws `custom_provider_not_found`. */
    async remove(call: AuthCall, identifier: string) {
      await change(call.ref, (before) => {
        existing(before, identifier)
        return { providers: { [identifier]: null } }
      })
      await note(call, 'custom_provider_deleted', identifier)
    },
  }
}

type CheckedProvider = Pick<SignInProviderChange, 'custom'> & { url: string | null }
type Provider = Omit<SignInProvider, 'has_secret' | 'custom'> & { custom: CustomProviderChange }

const required: Record<CustomProviderType, readonly (keyof Fields)[]> = {
  oidc: ['issuer'],
  oauth2: oauthAddresses,
}

const blankProvider = {
  enabled: true,
  client_id: '',
  additional_client_ids: [],
  url: null,
  skip_nonce_check: false,
}

/** A provider after a change. Throws `validation_failed` for fields of the other kind. */
function changed(
  { enabled, client_id, additional_client_ids, url, skip_nonce_check, custom: before }: Provider,
  values: Fields,
): SignInProviderChange & CheckedProvider {
  const { provider_type } = before
  const other = provider_type === 'oidc' ? 'oauth2' : 'oidc'
  const foreign = ofKind[other].find((name) => values[name] !== undefined && values[name] !== null)
  if (foreign !== undefined) throw invalid(`${foreign} is for providers of the type ${other}`)
  // The times of a stored provider are no part of a change.
  const { created_at: _, updated_at: __, ...kept } = { created_at: null, updated_at: null, ...before }
  const given = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined && Object.hasOwn(custom, name)),
  )
  const after = { ...kept, ...given }
  const isWithoutOpenId = provider_type === 'oidc' && !after.scopes.includes('openid')
  return {
    enabled: values.enabled ?? enabled,
    client_id: values.client_id ?? client_id,
    ...(values.client_secret !== undefined && { secret: values.client_secret }),
    additional_client_ids: values.acceptable_client_ids ?? additional_client_ids,
    url: values.issuer === undefined ? url : values.issuer,
    skip_nonce_check: values.skip_nonce_check ?? skip_nonce_check,
    custom: { ...after, scopes: isWithoutOpenId ? ['openid', ...after.scopes] : after.scopes },
  }
}

const customOnes = ({ providers }: AuthSettings) =>
  Object.entries(providers)
    .filter(([key]) => isCustomKey(key))
    .sort(([a], [b]) => (a < b ? -1 : 1))

function existing({ providers }: AuthSettings, identifier: string) {
  if (!identifier.startsWith(CUSTOM_PREFIX)) throw invalid("identifier must start with 'custom:'")
  const provider = Object.hasOwn(providers, identifier) ? providers[identifier] : undefined
  if (!provider?.custom) throw new AuthError('custom_provider_not_found', 'Custom provider not found')
  return { ...provider, custom: provider.custom }
}

/** A provider as the client reads it; never with its secret. */
function toWire(
  ref: string,
  identifier: string,
  { enabled, client_id, additional_client_ids, url, skip_nonce_check, custom }: SignInProvider,
  document: object | null = null,
) {
  const { provider_type, ...more } = custom!
  return {
    id: idOf(ref, identifier),
    provider_type,
    identifier,
    client_id,
    acceptable_client_ids: additional_client_ids,
    enabled,
    ...Object.fromEntries(
      Object.entries(more).filter(([name, value]) => value !== null || /_at$/.test(name)),
    ),
    ...(provider_type === 'oidc' && { issuer: url, skip_nonce_check, discovery_document: document }),
  }
}

/** Providers are stored by name; the id that clients read is a UUID of version 8 (RFC 9562, 5.8) made from it. */
function idOf(ref: string, identifier: string) {
  const hex = createHash('sha256').update(`${ref} ${identifier}`).digest('hex')
  return uuidOf(`${hex.slice(0, 12)}8${hex.slice(13, 16)}8${hex.slice(17, 32)}`)
}

const invalid = (message: string, cause?: unknown) => new AuthError('validation_failed', message, { cause })
