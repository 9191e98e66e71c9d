import type { FastifyInstance } from 'fastify'
import type { ApiGates } from '../../http/api-gates.ts'
import { mountPreflight, mountRaw } from '../../http/mount-raw.ts'
import { adminRoutes } from './admin.routes.ts'
import type { adminUsers } from './admin.ts'
import type { AuthAudit } from './auth-audit.ts'
import { AuthError } from './auth-error.ts'
import { AUTH_BASE, authMounting } from './auth-mounting.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { AuthTools } from './auth-tools.ts'
import type { CaptchaCheck } from './captcha.ts'
import { customProviderRoutes } from './custom-providers.routes.ts'
import type { CustomProviders } from './custom-providers.ts'
import { factorRoutes } from './factors.routes.ts'
import type { factors } from './factors.ts'
import { linkRoutes } from './link.routes.ts'
import type { Links } from './links.ts'
import { passkeyRoutes } from './passkey.routes.ts'
import type { Passkeys } from './passkeys.ts'
import type { PhoneSignIn } from './phone-sign-in.ts'
import { providerRoutes } from './provider.routes.ts'
import type { Providers } from './providers.ts'
import type { RecoveryCodes } from './recovery-codes.ts'
import { samlRoutes } from './saml.routes.ts'
import type { SamlSignIn } from './saml-sign-in.ts'
import { signInRoutes } from './sign-in.routes.ts'
import type { signIns } from './sign-in.ts'
import type { signUps } from './sign-up.ts'
import type { SsoProviders } from './sso-providers.ts'
import { userRoutes } from './user.routes.ts'
import type { userChanges } from './user-changes.ts'
import type { Wallets } from './wallets.ts'
import { addAuthErrors } from './wire-errors.ts'

interface Deps {
  gates: ApiGates
  publicUrl: string | undefined
  version: string
  settings: AuthSettingsStore
  tools: AuthTools
  signUps: ReturnType<typeof signUps>
  signIns: ReturnType<typeof signIns>
  links: Links
  phones: PhoneSignIn
  passkeys: Passkeys
  saml: SamlSignIn
  ssoProviders: SsoProviders
  changes: ReturnType<typeof userChanges>
  admin: ReturnType<typeof adminUsers>
  audit: AuthAudit
  factors: ReturnType<typeof factors>
  recoveryCodes: RecoveryCodes
  providers: Providers
  customProviders: CustomProviders
  wallets: Wallets
  captcha: CaptchaCheck
}

const METHODS = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'

/** The auth API of projects: people sign up and in, and servers manage users. */
export const authApiRoutes = (deps: Deps) => async (app: FastifyInstance) => {
  const { gates, version } = deps
  addAuthErrors(app)
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Answers have tokens.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    done()
  })
  const mounting = authMounting(app, deps)
  const { route } = mounting

  for (const path of [AUTH_BASE, `${AUTH_BASE}/*`] as const) mountPreflight(app, path, METHODS)

  mountRaw(app, route('GET', '/health', 'The version of the auth API'), gates.anyTime, async () => ({
    version,
    name: 'Basalt',
    description: 'Users of a project of Basalt',
  }))
  signInRoutes(mounting, deps)
  userRoutes(app, mounting, deps)
  factorRoutes(mounting, deps)
  passkeyRoutes(mounting, deps)
  adminRoutes(mounting, deps.admin, deps.audit)
  customProviderRoutes(mounting, deps.customProviders)
  await app.register(async (browser) => {
    // Forms of browsers, of the page of a link and of providers that post their answer.
    browser.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    const inBrowser = authMounting(browser, deps)
    linkRoutes(inBrowser, gates, deps.links)
    providerRoutes(inBrowser, deps)
    samlRoutes(inBrowser, deps)
  })

  mountRaw(
    app,
    {
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      path: `${AUTH_BASE}/*`,
      summary: 'Anything else, which apps of other origins are told too',
    },
    gates.anyone,
    async () => {
      throw new AuthError('validation_failed', 'This project does not offer this call', { status: 404 })
    },
  )
}
