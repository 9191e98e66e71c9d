import type { AuthAuditAction } from '@basalt/contract/auth/auth-audit.rules.ts'
import {
  normalDomain,
  SAML_METADATA_FRESH_SECONDS,
  SAML_METADATA_MAX_BYTES,
  SSO_DOMAINS_MAX,
  SSO_PROVIDERS_MAX,
} from '@basalt/contract/auth/saml.rules.ts'
import { addEntry } from './audit-entries.ts'
import type { AuthCall } from './auth-call.ts'
import type { AuthDatabase, Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { type ProviderFetch, ProviderUnreachable } from './provider-fetch.ts'
import { readMetadata, type SamlMetadata, UnusableMetadata } from './saml-metadata.ts'

/** From which attributes of an answer each claim is taken, by the names of the interface. */
export interface AttributeMapping {
  keys?: Record<
    string,
    {
      name?: string | undefined
      names?: string[] | undefined
      default?: unknown
      array?: boolean | undefined
    }
  >
}

/** An identity provider of a company. Times are ISO 8601. */
export interface SsoProvider {
  id: string
  resource_id: string | null
  disabled: boolean
  entity_id: string
  metadata_xml: string
  metadata_url: string | null
  attribute_mapping: AttributeMapping
  name_id_format: string | null
  domains: { id: string; domain: string; created_at: string; updated_at: string }[]
  created_at: string
  updated_at: string
  is_stale: boolean
}

/** What is set of an identity provider; omitted fields stay as they are. */
export interface SsoProviderChange {
  metadata_xml?: string | undefined
  metadata_url?: string | undefined
  domains?: string[] | undefined
  attribute_mapping?: AttributeMapping | undefined
  name_id_format?: string | undefined
  resource_id?: string | undefined
  disabled?: boolean | undefined
}

const SELECT = `
select p.id, p.resource_id, coalesce(p.disabled, false) as disabled, s.entity_id, s.metadata_xml, s.metadata_url,
  coalesce(s.attribute_mapping, '{}') as attribute_mapping, s.name_id_format,
  coalesce((select jsonb_agg(jsonb_build_object('id', d.id, 'domain', d.domain, 'created_at', d.created_at,
    'updated_at', d.updated_at) order by d.domain) from auth.sso_domains d where d.sso_provider_id = p.id), '[]') as domains,
  to_jsonb(p.created_at) #>> '{}' as created_at, to_jsonb(p.updated_at) #>> '{}' as updated_at,
  s.metadata_url is not null
    and s.updated_at < now() - interval '${SAML_METADATA_FRESH_SECONDS} seconds' as is_stale
from auth.sso_providers p join auth.saml_providers s on s.sso_provider_id = p.id`

/** Who changes identity providers. */
type ChangeCall = Pick<AuthCall, 'ref' | 'client'>

export type SsoProviders = ReturnType<typeof ssoProviders>

/** The identity providers of companies, in the project's database. */
export function ssoProviders({
  database,
  fetch,
  now,
}: {
  database: AuthDatabase
  fetch: ProviderFetch
  now: () => Date
}) {
  const read = async (xml: string): Promise<SamlMetadata> => {
    try {
      return await readMetadata(xml, now())
    } catch (cause) {
      if (!(cause instanceof UnusableMetadata)) throw cause
      throw new AuthError('validation_failed', cause.message, { cause })
    }
  }

  /** Throws `saml_metadata_fetch_failed`. */
  const download = async (url: string): Promise<string> => {
    const failed = (reason: string, cause?: unknown) =>
      new AuthError('saml_metadata_fetch_failed', `The metadata could not be read: ${reason}`, { cause })
    if (!/^https?:\/\//.test(url) || URL.parse(url) === null)
      throw new AuthError('validation_failed', 'metadata_url is not a valid HTTP address')
    try {
      const answer = await fetch(url, {
        headers: { accept: 'application/samlmetadata+xml, application/xml, text/xml' },
      })
      if (answer.status !== 200) throw failed(`the address answered ${answer.status}`)
      const xml = await answer.text()
      if (xml.length > SAML_METADATA_MAX_BYTES) throw failed('there is too much of it')
      return xml
    } catch (cause) {
      if (cause instanceof ProviderUnreachable) throw failed(cause.message, cause)
      throw cause
    }
  }

  /** What new metadata say; undefined when none are given. Throws AuthError. */
  const given = async ({ metadata_xml, metadata_url }: SsoProviderChange) => {
    if (metadata_xml && metadata_url)
      throw new AuthError('validation_failed', 'Only one of metadata_xml or metadata_url needs to be set')
    const xml = metadata_url ? await download(metadata_url) : metadata_xml
    if (!xml) return undefined
    return { xml, url: metadata_url || null, metadata: await read(xml) }
  }

  /** Notes a change in the audit log of users. Its actor is a server or a member, so there is no user. */
  const note = (
    run: Run,
    { client }: Pick<AuthCall, 'client'>,
    action: AuthAuditAction & `sso_provider_${string}`,
    { id, entity_id }: SsoProvider,
  ) =>
    addEntry(run, client, {
      action,
      actor_username: '',
      log_type: 'provider',
      traits: { by: 'admin', provider: `sso:${id}`, entity_id },
    })

  const one = async (run: Run, condition: string, value: string) =>
    (await run<SsoProvider>(`${SELECT} where ${condition}`, [value]))[0]

  const setDomains = async (run: Run, id: string, domains: readonly string[]) => {
    const normal = [...new Set(domains.map(mustBeDomain))]
    if (normal.length > SSO_DOMAINS_MAX)
      throw new AuthError('validation_failed', `An identity provider has at most ${SSO_DOMAINS_MAX} domains`)
    await run('delete from auth.sso_domains where sso_provider_id = $1 and domain <> all($2)', [id, normal])
    for (const domain of normal) {
      const [owner] = await run<{ sso_provider_id: string }>(
        `insert into auth.sso_domains (sso_provider_id, domain, created_at, updated_at) values ($1, $2, now(), now())
         on conflict (lower(domain)) do update set updated_at = now() returning sso_provider_id`,
        [id, domain],
      )
      if (owner!.sso_provider_id !== id)
        throw new AuthError(
          'sso_domain_already_exists',
          `The domain ${domain} belongs to another identity provider`,
        )
    }
  }

  return {
    list: (ref: string) =>
      database.transaction(ref, (run) => run<SsoProvider>(`${SELECT} order by p.created_at, p.id`)),

    /** Throws `sso_provider_not_found`. */
    find: (ref: string, id: string) =>
      database.transaction(ref, async (run) => {
        const found = await one(run, 'p.id = $1', id)
        if (!found) throw providerNotFound()
        return found
      }),

    findByDomain: (ref: string, domain: string) =>
      database.transaction(ref, (run) =>
        one(
          run,
          'p.id = (select d.sso_provider_id from auth.sso_domains d where lower(d.domain) = $1)',
          domain.trim().toLowerCase(),
        ),
      ),

    findByEntity: (ref: string, entityId: string) =>
      database.transaction(ref, (run) => one(run, 's.entity_id = $1', entityId)),

    /** What the provider's metadata say; those from an address are read again when they are old. Throws AuthError. */
    async metadataOf(ref: string, provider: SsoProvider): Promise<SamlMetadata> {
      if (!provider.is_stale || provider.metadata_url === null) return read(provider.metadata_xml)
      try {
        const xml = await download(provider.metadata_url)
        const metadata = await read(xml)
        mustBeSameEntity(provider, metadata)
        await store(ref, provider.id, xml)
        return metadata
      } catch (error) {
        // Sign-ins go on with what is known; the address is asked again with the next one.
        if (error instanceof AuthError) return read(provider.metadata_xml)
        throw error
      }
    },

    /** Throws AuthError: `saml_idp_already_exists`, `sso_domain_already_exists`, `saml_metadata_fetch_failed`. */
    async create(call: ChangeCall, change: SsoProviderChange) {
      const found = await given(change)
      if (!found) throw new AuthError('validation_failed', 'Either metadata_xml or metadata_url must be set')
      return database.transaction(call.ref, async (run) => {
        const [row] = await run<{ id: string }>(
          `insert into auth.sso_providers (resource_id, disabled, created_at, updated_at)
           select $1, $2, now(), now() where (select count(*) from auth.sso_providers) < $3 on conflict do nothing returning id`,
          [change.resource_id || null, change.disabled ?? false, SSO_PROVIDERS_MAX],
        )
        if (!row)
          throw new AuthError(
            'validation_failed',
            `The resource_id is taken, or there are ${SSO_PROVIDERS_MAX} identity providers already`,
          )
        const added = await run(
          `insert into auth.saml_providers (sso_provider_id, entity_id, metadata_xml, metadata_url, attribute_mapping,
             name_id_format, created_at, updated_at)
           values ($1, $2, $3, $4, $5, $6, now(), now()) on conflict (entity_id) do nothing returning id`,
          [
            row.id,
            found.metadata.entityId,
            found.xml,
            found.url,
            JSON.stringify(change.attribute_mapping ?? {}),
            change.name_id_format || null,
          ],
        )
        if (added.length === 0)
          throw new AuthError(
            'saml_idp_already_exists',
            `An identity provider with the entity ID ${found.metadata.entityId} exists already`,
          )
        await setDomains(run, row.id, change.domains ?? [])
        const created = (await one(run, 'p.id = $1', row.id))!
        await note(run, call, 'sso_provider_created', created)
        return created
      })
    },

    /** Throws AuthError, `sso_provider_not_found`. */
    async change(call: ChangeCall, id: string, change: SsoProviderChange) {
      const found = await given(change)
      return database.transaction(call.ref, async (run) => {
        const before = await one(run, 'p.id = $1', id)
        if (!before) throw providerNotFound()
        if (found) mustBeSameEntity(before, found.metadata)
        await run(
          `update auth.sso_providers set disabled = $2, resource_id = $3, updated_at = now() where id = $1`,
          [
            id,
            change.disabled ?? before.disabled,
            change.resource_id === undefined ? before.resource_id : change.resource_id || null,
          ],
        )
        await run(
          `update auth.saml_providers set metadata_xml = $2, metadata_url = $3, attribute_mapping = $4, name_id_format = $5,
             updated_at = now() where sso_provider_id = $1`,
          [
            id,
            found?.xml ?? before.metadata_xml,
            found ? found.url : before.metadata_url,
            JSON.stringify(change.attribute_mapping ?? before.attribute_mapping),
            change.name_id_format ?? before.name_id_format,
          ],
        )
        if (change.domains !== undefined) await setDomains(run, id, change.domains)
        await note(run, call, 'sso_provider_updated', before)
        return (await one(run, 'p.id = $1', id))!
      })
    },

    /**
     * Removes an identity provider and ends the sessions of its users, and their sign-ins that have begun. The users stay,
     * and can no longer sign in. Throws `sso_provider_not_found`.
     */
    remove: (call: ChangeCall, id: string) =>
      database.transaction(call.ref, async (run) => {
        const before = await one(run, 'p.id = $1', id)
        if (!before) throw providerNotFound()
        await run('delete from auth.sso_providers where id = $1', [id])
        await run(
          'delete from auth.sessions where user_id in (select user_id from auth.identities where provider = $1)',
          [`sso:${id}`],
        )
        await run('delete from auth.flow_state where provider_type = $1', [`sso:${id}`])
        await note(run, call, 'sso_provider_deleted', before)
        return before
      }),
  }

  async function store(ref: string, id: string, xml: string) {
    await database.json(
      ref,
      `update auth.saml_providers set metadata_xml = $2, updated_at = now() where sso_provider_id = $1 returning 'null'::jsonb`,
      [id, xml],
    )
  }
}

export const providerNotFound = () =>
  new AuthError('sso_provider_not_found', 'No identity provider for this domain or id')

function mustBeSameEntity({ entity_id }: SsoProvider, { entityId }: SamlMetadata) {
  if (entity_id !== entityId)
    throw new AuthError(
      'saml_entity_id_mismatch',
      `The metadata are those of ${entityId}, not of ${entity_id}. Add another identity provider instead.`,
    )
}

function mustBeDomain(text: string) {
  const domain = normalDomain(text)
  if (domain === undefined)
    throw new AuthError('validation_failed', `${text.slice(0, 80)} is no domain such as example.com`)
  return domain
}

/** An identity provider as servers know it. */
export const toWireProvider = ({
  id,
  resource_id,
  disabled,
  domains,
  created_at,
  updated_at,
  ...saml
}: SsoProvider) => ({
  id,
  ...(resource_id !== null && { resource_id }),
  disabled,
  saml: {
    entity_id: saml.entity_id,
    metadata_xml: saml.metadata_xml,
    ...(saml.metadata_url !== null && { metadata_url: saml.metadata_url }),
    attribute_mapping: saml.attribute_mapping,
    ...(saml.name_id_format !== null && { name_id_format: saml.name_id_format }),
  },
  domains,
  created_at,
  updated_at,
})
