import { passwordWeaknesses } from '@basalt/contract/auth/auth.rules.ts'
import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import { readyProviders } from '@basalt/contract/auth/sign-in-providers.rules.ts'
import type { FastifyRequest } from 'fastify'
import type { AuthCall } from './auth-call.ts'
import { AuthError } from './auth-error.ts'
import { type AuthMounting, emailMissing, type Query, textOf } from './auth-mounting.ts'
import type { AuthTools } from './auth-tools.ts'
import { type CaptchaCheck, mustBePerson } from './captcha.ts'
import { notingRefusal } from './failed-attempts.ts'
import type { Links } from './links.ts'
import { type PhoneCodeType, type PhoneSignIn, phoneCodeTypes } from './phone-sign-in.ts'
import { linkTypeIn, proofIn } from './proofs.ts'
import { mustAllowLinking } from './provider.routes.ts'
import type { Providers } from './providers.ts'
import {
  challengeIn,
  IdTokenBody,
  OtpBody,
  PasswordBody,
  PkceBody,
  parseBody,
  RecoverBody,
  RefreshBody,
  ResendBody,
  SignUpBody,
  VerifyBody,
  WalletBody,
} from './request-bodies.ts'
import type { signIns } from './sign-in.ts'
import type { signUps } from './sign-up.ts'
import { userOf } from './token-user.ts'
import type { Wallets } from './wallets.ts'

interface Deps {
  tools: AuthTools
  signUps: ReturnType<typeof signUps>
  signIns: ReturnType<typeof signIns>
  links: Links
  phones: PhoneSignIn
  providers: Providers
  wallets: Wallets
  captcha: CaptchaCheck
}

/** Signing up and in. */
export function signInRoutes(
  { call }: AuthMounting,
  { tools, signUps, signIns, links, phones, providers, wallets, captcha }: Deps,
) {
  const { sessions, database } = tools

  /** Mounts a call that programs must not make by the thousand. */
  const guarded = (
    method: 'POST',
    path: string,
    summary: string,
    handler: (one: AuthCall, request: FastifyRequest) => Promise<unknown>,
  ) =>
    call(method, path, summary, async (one, request, _reply, { caller }) => {
      await mustBePerson(captcha, one, request, caller)
      return handler(one, request)
    })

  call('GET', '/settings', 'How users can sign up and in', async ({ settings }) => ({
    external: {
      ...Object.fromEntries(
        [...Object.keys(readyProviders), ...Object.keys(settings.providers)].map((key) => [
          key,
          settings.providers[key]?.enabled ?? false,
        ]),
      ),
      anonymous_users: settings.external_anonymous_users_enabled,
      email: settings.external_email_enabled,
      phone: settings.external_phone_enabled,
    },
    disable_signup: settings.disable_signup,
    mailer_autoconfirm: settings.mailer_autoconfirm,
    phone_autoconfirm: settings.sms_autoconfirm,
    sms_provider: smsProviderOf(settings),
    saml_enabled: settings.saml_enabled,
    passkeys_enabled: settings.passkey_enabled,
    // Not in `external`: clients with a type for each name there would fail to read one that they do not know.
    web3_ethereum_enabled: settings.external_web3_ethereum_enabled,
    web3_solana_enabled: settings.external_web3_solana_enabled,
  }))

  guarded('POST', '/signup', 'Sign up', async (one, request) => {
    const { email, phone, password, data, ...body } = parseBody(SignUpBody, request.body)
    if (!email && !phone && !password) return signUps.anonymously(one, data)
    const contact = contactIn({ email, phone }, 'To signup, please provide your email or phone')
    if (!password) throw new AuthError('validation_failed', 'Signup requires a valid password')
    return signUps.withPassword(one, { contact, password, data, challenge: challengeIn(body) })
  })

  call('POST', '/token', 'Get a session', async (one, request, _reply, { caller }) => {
    const grant = textOf(request.query as Query, 'grant_type')
    switch (grant) {
      case 'password': {
        await mustBePerson(captcha, one, request, caller)
        const { email, phone, password } = parseBody(PasswordBody, request.body)
        const contact = contactIn({ email, phone }, 'missing email or phone')
        const session = await signIns.withPassword(one, { contact, password: password ?? '' })
        return { ...session, ...weaknessOf(password ?? '', one.settings) }
      }
      case 'refresh_token': {
        const { refresh_token } = parseBody(RefreshBody, request.body)
        if (!refresh_token) throw new AuthError('validation_failed', 'refresh_token required')
        return sessions.refresh(one.ref, one.client, one.settings, refresh_token)
      }
      case 'pkce': {
        const { auth_code, code_verifier } = parseBody(PkceBody, request.body)
        if (!auth_code || !code_verifier)
          throw new AuthError(
            'validation_failed',
            'invalid request: both auth code and code verifier should be non-empty',
          )
        const trial = { actor: { email: null }, traits: { method: 'pkce' } }
        return notingRefusal(database, one, trial, () =>
          signIns.withAuthCode(one, { code: auth_code, verifier: code_verifier }),
        )
      }
      case 'id_token': {
        const body = parseBody(IdTokenBody, request.body)
        if (!body.id_token) throw new AuthError('validation_failed', 'id_token is required')
        if (body.link_identity) mustAllowLinking(one)
        const linkTo = body.link_identity ? (await userOf(database, one.ref, caller)).user.id : undefined
        const given = {
          idToken: body.id_token,
          accessToken: body.access_token || undefined,
          nonce: body.nonce || undefined,
          clientId: body.client_id || undefined,
          issuer: body.issuer || undefined,
        }
        return providers.withIdToken(one, body.provider || undefined, given, linkTo)
      }
      case 'web3': {
        await mustBePerson(captcha, one, request, caller)
        const { chain, message, signature } = parseBody(WalletBody, request.body)
        return wallets.signIn(one, {
          chain: chain ?? '',
          message: message ?? '',
          signature: signature?.trim() ?? '',
        })
      }
    }
    throw new AuthError('validation_failed', 'unsupported_grant_type')
  })

  const sendSignIn = async (one: AuthCall, request: FastifyRequest) => {
    const { email, phone, create_user, data, ...body } = parseBody(OtpBody, request.body)
    if (phone && !email) {
      await phones.sendCode(one, { phone, createUser: create_user ?? true, data })
      return {}
    }
    if (!email || phone) throw new AuthError('validation_failed', 'One of email or phone must be set')
    await links.sendSignIn(one, {
      email,
      createUser: create_user ?? true,
      data,
      challenge: challengeIn(body),
    })
    return {}
  }
  guarded('POST', '/otp', 'Send a link and a code to sign in with', sendSignIn)
  guarded('POST', '/magiclink', 'Send a link to sign in with', sendSignIn)

  guarded('POST', '/recover', 'Send a link to set a new password', async (one, request) => {
    const { email, ...body } = parseBody(RecoverBody, request.body)
    if (!email) throw emailMissing()
    await links.sendRecovery(one, { email, challenge: challengeIn(body) })
    return {}
  })

  guarded('POST', '/resend', 'Send a confirmation again', async (one, request) => {
    const { type, email, phone, ...body } = parseBody(ResendBody, request.body)
    const phoneType = phoneTypeIn(type)
    if (phoneType !== undefined) {
      if (!phone) throw new AuthError('validation_failed', 'Type provided requires a phone number')
      await phones.resend(one, { type: phoneType, phone })
      return {}
    }
    if (type !== 'signup' && type !== 'email_change')
      throw new AuthError(
        'validation_failed',
        'Missing one of these types: signup, email_change, sms, phone_change',
      )
    if (!email) throw new AuthError('validation_failed', 'Type provided requires an email address')
    await links.resend(one, { type, email, challenge: challengeIn(body) })
    return {}
  })

  call('POST', '/verify', 'Get a session for a one-time code', async (one, request) => {
    const { type, token, token_hash, email, phone } = parseBody(VerifyBody, request.body)
    const phoneType = phoneTypeIn(type)
    if (phoneType !== undefined) {
      if (!phone || !token)
        throw new AuthError('validation_failed', 'Verify requires a token and a phone number')
      return phones.redeem(one, phoneType, { phone, code: token })
    }
    const redeemed = await links.redeem(one, linkTypeIn(type), proofIn({ token, token_hash, email }))
    switch (redeemed.kind) {
      case 'session':
        return redeemed.session
      case 'half':
        return { code: '200', msg: redeemed.message }
      case 'auth_code':
        return { auth_code: redeemed.code }
    }
  })
}

/** Tells the app of a password that could not be set now. Nobody is asked whether it has leaked. */
function weaknessOf(password: string, settings: AuthSettings) {
  const reasons = passwordWeaknesses(password, settings)
  return reasons.length === 0
    ? {}
    : { weak_password: { reasons, message: 'This password no longer follows the rules for passwords' } }
}

/** Throws `validation_failed` unless exactly one of them is given. */
function contactIn(
  { email, phone }: { email?: string | undefined; phone?: string | undefined },
  missing: string,
): { email: string } | { phone: string } {
  if (email && phone)
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided')
  if (email) return { email }
  if (phone) return { phone }
  throw new AuthError('validation_failed', missing)
}

const phoneTypeIn = (type: string): PhoneCodeType | undefined => phoneCodeTypes.find((one) => one === type)

/** What sends messages, as apps are told. */
const smsProviderOf = ({ sms, hooks }: AuthSettings) =>
  hooks.send_sms?.enabled ? 'hook' : sms === null ? '' : 'http'
