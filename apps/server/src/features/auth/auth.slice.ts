import { MAIL_KEPT_HOURS } from '@basalt/contract/auth/auth-limits.rules.ts'
import { every } from '../../platform/jobs/job.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { publicAnd } from '../../platform/outgoing-requests/private-networks.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Slice } from '../../platform/slice.ts'
import { StartError } from '../../platform/start-error.ts'
import { accessTokens, type TokenSigner } from './access-tokens.ts'
import { actingAs } from './acting-as.ts'
import { adminUsers } from './admin.ts'
import { authApiRoutes } from './api.routes.ts'
import { attempts } from './attempts.ts'
import { authAudit } from './auth-audit.ts'
import { authDatabase } from './auth-database.ts'
import { authMails } from './auth-mails.ts'
import { authOverview } from './auth-overview.ts'
import { authSecrets } from './auth-secrets.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import { captchaCheck } from './captcha.ts'
import { cleanUp } from './clean-up.ts'
import { customProviders } from './custom-providers.ts'
import { authDashboardRoutes } from './dashboard.routes.ts'
import { externalAccounts } from './external-accounts.ts'
import { factors } from './factors.ts'
import { authHooks } from './hooks.ts'
import { idTokens } from './id-tokens.ts'
import { NoLeakedList, openLeakedList } from './leaked-list.ts'
import { leakedPasswords } from './leaked-passwords.ts'
import { linkMails } from './link-mails.ts'
import { linkedAccounts } from './linked-accounts.ts'
import { links } from './links.ts'
import { notices } from './notices.ts'
import { oneTimeCodes } from './one-time-codes.ts'
import { passkeys } from './passkeys.ts'
import { phoneSignIn } from './phone-sign-in.ts'
import { providerClient } from './provider-client.ts'
import { providerFetch } from './provider-fetch.ts'
import { providerFlows } from './provider-flows.ts'
import { providers } from './providers.ts'
import { recoveryCodes } from './recovery-codes.ts'
import { samlKeys } from './saml-keys.ts'
import { samlSignIn } from './saml-sign-in.ts'
import { sessions } from './sessions.ts'
import { signIns } from './sign-in.ts'
import { signUps } from './sign-up.ts'
import { ssoProviders } from './sso-providers.ts'
import { textMessages } from './text-messages.ts'
import { userChanges } from './user-changes.ts'
import { userList } from './user-list.ts'
import { wallets } from './wallets.ts'

interface Needs {
  keys: TokenSigner
  settings: AuthSettingsStore
  /** The mail server of the installation. */
  mailer: Mailer | undefined
  /** Runs work in a database without counting as activity. */
  uncounted(ref: string, work: () => Promise<unknown>): Promise<void>
}

/** The users of projects' apps: the API that their clients speak below `/p/:ref`, and the pages of the dashboard. */
export function authSlice(platform: Platform, { keys, settings, mailer, uncounted }: Needs): Slice {
  const { gates, apiGates, secrets: seal, projectSecrets, databases, jobs, config, version, now } = platform
  const { publicUrl } = config
  const database = authDatabase(databases.asCaller, settings.of)
  const secrets = authSecrets(projectSecrets)
  const codes = oneTimeCodes(secrets)
  const reach = publicAnd(config.privateNetworks.requests)
  const hooks = authHooks({ database, settings, reach, now })
  const mails = authMails({
    hooks,
    database,
    settings,
    jobs,
    // Mail must not link to the host that a request claims, so the address has to be configured.
    mailer: publicUrl === undefined ? undefined : mailer,
    reach,
    failed: platform.failed('A mail to a user of a project was not sent'),
  })
  const tokens = accessTokens({ keys, hooks, now })
  const list = leakedListOf(config.leakedPasswords)
  const tools = {
    database,
    codes,
    mails,
    now,
    sessions: sessions({ database, secrets, tokens }),
    hooks,
    leaked: leakedPasswords({
      reach,
      list,
      failed: platform.failed('Leaked passwords could not be looked up'),
    }),
    attempts: attempts(database),
    links: linkMails({ codes, mails }),
    notices: notices(mails),
    messages: textMessages({ database, settings, hooks, codes, reach, now }),
  }
  const accounts = externalAccounts(tools)
  const linked = linkedAccounts(tools)
  const companies = ssoProviders({ database, fetch: providerFetch(reach), now })
  const keysForSaml = samlKeys(settings)
  const shared = {
    publicUrl,
    settings,
    tools,
    ssoProviders: companies,
    samlKeys: keysForSaml,
    passkeys: passkeys(tools),
    links: links(tools),
    admin: adminUsers(tools),
    audit: authAudit(database),
  }
  const secondFactors = factors(tools, seal)
  const client = providerClient(reach, now)
  const withProviders = providers({
    tools,
    settings,
    client,
    flows: providerFlows(database, seal),
    accounts,
    linked,
    tokens: idTokens(client, reach, now),
    secrets: seal,
  })
  return {
    async routes(app) {
      await app.register(
        authApiRoutes({
          ...shared,
          gates: apiGates,
          version,
          signUps: signUps(tools),
          signIns: signIns(tools, seal),
          phones: phoneSignIn(tools),
          saml: samlSignIn({ tools, providers: companies, keys: keysForSaml, accounts }),
          changes: userChanges(tools),
          factors: secondFactors,
          recoveryCodes: recoveryCodes(tools, secondFactors),
          providers: withProviders,
          customProviders: customProviders(settings, client, database),
          wallets: wallets(tools, accounts),
          captcha: captchaCheck({ settings, reach }),
        }),
      )
      await app.register(
        authDashboardRoutes({
          ...shared,
          gates,
          list: userList(database),
          linked,
          acting: actingAs(database, tokens, now),
          overview: authOverview(database, now),
        }),
      )
    },
    jobs: [
      mails.job,
      {
        name: 'auth-clean-up',
        title: "Remove expired sessions, codes and mail of projects' apps",
        schedule: every({ hours: 1 }),
        forProjects: 'only-if-awake',
        run: ({ ref }) =>
          uncounted(ref, async () => cleanUp(database, ref, await settings.of(ref), MAIL_KEPT_HOURS)),
      },
    ],
    close: () => list?.close(),
    forget(ref) {
      secrets.forget(ref)
      settings.forget(ref)
    },
  }
}

/** The operator's list of leaked passwords; undefined without one. Throws StartError for a file that is none. */
function leakedListOf(file: string | undefined) {
  if (file === undefined) return undefined
  try {
    return openLeakedList(file)
  } catch (cause) {
    const reason = cause instanceof NoLeakedList ? cause.message : (cause as Error).message
    throw new StartError(`BASALT_LEAKED_PASSWORDS cannot be used (${reason}). Change or unset it.`, { cause })
  }
}
