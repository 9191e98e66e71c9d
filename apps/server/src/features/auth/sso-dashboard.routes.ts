import {
  createSamlKey,
  createSsoProvider,
  deleteSamlKey,
  deleteSsoProvider,
  listSamlKeys,
  listSsoProviders,
  rotateSamlKeys,
  updateSsoProvider,
} from '@basalt/contract/auth/auth.endpoints.ts'
import type { SsoProvider as ListedProvider } from '@basalt/contract/auth/auth.schema.ts'
import { attributeOf } from '@basalt/contract/auth/saml.rules.ts'
import { done } from '@basalt/contract/endpoint.ts'
import { needs } from '@basalt/contract/permissions/needs.rules.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Gates } from '../../http/gate.ts'
import { mount } from '../../http/mount.ts'
import { asAppErrors } from './app-errors.ts'
import { clientOf, issuerOf } from './auth-mounting.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { SamlKeys } from './saml-keys.ts'
import { serviceProvider } from './saml-sign-in.ts'
import type { AttributeMapping, SsoProvider, SsoProviders } from './sso-providers.ts'

interface Deps {
  gates: Gates
  publicUrl: string | undefined
  settings: AuthSettingsStore
  ssoProviders: SsoProviders
  samlKeys: SamlKeys
}

/** Members set up the identity providers of companies, and replace the keys that those know. */
export function ssoDashboardRoutes(
  app: FastifyInstance,
  { gates, publicUrl, settings, ssoProviders, samlKeys }: Deps,
) {
  const callOf = async ({ ref }: { ref: string }, request: FastifyRequest) => ({
    ref,
    client: clientOf(request, { ref, settings: await settings.of(ref), publicUrl }),
  })

  mount(
    app,
    listSsoProviders,
    gates.project(needs.seeAuthSettings),
    async ({ project: { ref } }, request) => {
      const { entityId, answersTo } = serviceProvider({ issuer: issuerOf(request, ref, publicUrl) })
      return {
        providers: (await ssoProviders.list(ref)).map(toListed),
        entity_id: entityId,
        acs_url: answersTo,
      }
    },
  )

  mount(
    app,
    createSsoProvider,
    gates.project(needs.changeAuthSettings),
    async ({ project, body }, request) => {
      const { attributes, ...provider } = body
      const mapping = { attribute_mapping: mappingOf(attributes) }
      const call = await callOf(project, request)
      return toListed(await asAppErrors(() => ssoProviders.create(call, { ...provider, ...mapping })))
    },
  )

  mount(
    app,
    updateSsoProvider,
    gates.project(needs.changeAuthSettings),
    async ({ project, params, body }, request) => {
      const { attributes, ...change } = body
      const call = await callOf(project, request)
      const mapping = attributes && { attribute_mapping: mappingOf(attributes) }
      return toListed(
        await asAppErrors(() => ssoProviders.change(call, params.id, { ...change, ...mapping })),
      )
    },
  )

  mount(
    app,
    deleteSsoProvider,
    gates.project(needs.changeAuthSettings),
    async ({ project, params }, request) => {
      const call = await callOf(project, request)
      await asAppErrors(() => ssoProviders.remove(call, params.id))
      return done
    },
  )

  mount(app, listSamlKeys, gates.project(needs.seeAuthSettings), async ({ project: { ref } }) => {
    // Administrators of identity providers need the certificate before anyone signs in.
    if ((await settings.of(ref)).saml_enabled) await samlKeys.forUse(ref)
    return samlKeys.list(ref)
  })

  mount(app, createSamlKey, gates.project(needs.changeAuthSettings), ({ project }) =>
    samlKeys.create(project.ref),
  )

  mount(app, rotateSamlKeys, gates.project(needs.changeAuthSettings), ({ project }) =>
    samlKeys.rotate(project.ref),
  )

  mount(app, deleteSamlKey, gates.project(needs.changeAuthSettings), async ({ project, params }) => {
    await samlKeys.remove(project.ref, params.status)
    return done
  })
}

const mappingOf = (lines: readonly string[]): AttributeMapping => ({
  keys: Object.fromEntries(
    lines.map((line) => attributeOf(line)!).map(({ claim, attribute }) => [claim, { name: attribute }]),
  ),
})

/** What servers map in other ways is shown by its first attribute. */
const toListed = ({
  domains,
  attribute_mapping: { keys = {} },
  ...provider
}: SsoProvider): ListedProvider => ({
  id: provider.id,
  entity_id: provider.entity_id,
  metadata_url: provider.metadata_url,
  disabled: provider.disabled,
  created_at: provider.created_at,
  domains: domains.map(({ domain }) => domain),
  attributes: Object.entries(keys).flatMap(([claim, { name, names = [] }]) => {
    const attribute = name ?? names[0]
    return attribute === undefined ? [] : [`${claim}=${attribute}`]
  }),
})
