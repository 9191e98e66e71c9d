import type { AuthSettings } from '@basalt/contract/auth/auth.schema.ts'
import type { MessageWay } from '@basalt/contract/auth/mail-ways.rules.ts'
import {
  renderMessage,
  SMS_ANSWER_MAX_BYTES,
  SMS_TIMEOUT_MS,
  smsFieldOf,
  testPhoneOf,
} from '@basalt/contract/auth/phone.rules.ts'
import { describeFailure, exchange } from '../../platform/outgoing-requests/exchange.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import type { AuthCall } from './auth-call.ts'
import type { AuthDatabase, Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import { newCode } from './auth-secrets.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { AuthHooks } from './hooks.ts'
import type { CodeKind, OneTimeCodes } from './one-time-codes.ts'
import { toWireUser, type UserRow } from './user-record.ts'

/** What a message is for, by the names that the hook gets. */
export const messageKinds = {
  confirmation: { code: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  phone_change: { code: 'phone_change_token', sentAt: 'phone_change_sent_at' },
  reauthentication: { code: 'reauthentication_token', sentAt: 'reauthentication_sent_at' },
} as const satisfies Record<string, { code: CodeKind; sentAt: keyof UserRow }>
export type MessageKind = keyof typeof messageKinds

/** A message that is to be sent once its transaction has been committed. */
export interface WrittenMessage {
  id: string
  phone: string
  text: string
  forHook: object
}

interface Deps {
  database: AuthDatabase
  settings: Pick<AuthSettingsStore, 'secret'>
  hooks: AuthHooks
  codes: OneTimeCodes
  /** The addresses that may be sent to. */
  reach: Reach
  now: () => Date
}

export type TextMessages = ReturnType<typeof textMessages>

/**
 * Messages to the phones of users. They are sent while the person waits, because their codes are valid for minutes. Without
 * a service and a hook they stay in the inbox of the project.
 */
export function textMessages({ database, settings: settingsOf, hooks, codes, reach, now }: Deps) {
  const wayOf = (settings: AuthSettings): MessageWay => {
    if (hooks.isEnabled(settings, 'send_sms')) return 'hook'
    return settings.sms === null ? 'inbox' : 'service'
  }

  const fixedCode = ({ sms_test_otp }: AuthSettings, phone: string) =>
    sms_test_otp.map(testPhoneOf).find((test) => test?.phone === phone)?.code

  /** Why the service did not take a message; undefined when it did. */
  const sendByService = async (
    ref: string,
    service: NonNullable<AuthSettings['sms']>,
    { phone, text }: WrittenMessage,
  ) => {
    const fixed = service.fields.map((line) => smsFieldOf(line)!).map(({ name, value }) => [name, value])
    const fields: Record<string, string> = {
      ...(Object.fromEntries(fixed) as Record<string, string>),
      [service.phone_field]: `+${phone}`,
      [service.message_field]: text,
    }
    const isJson = service.format === 'json'
    const authorization = await settingsOf.secret(ref, 'sms')
    try {
      const { status, body } = await exchange({
        method: 'POST',
        url: service.url,
        headers: {
          'content-type': isJson ? 'application/json' : 'application/x-www-form-urlencoded',
          accept: 'application/json',
          ...(authorization !== undefined && { authorization }),
        },
        body: isJson ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
        reach,
        timeoutMs: SMS_TIMEOUT_MS,
        bodyMax: SMS_ANSWER_MAX_BYTES,
      })
      const answer = await body
      if (status >= 200 && status < 300) return undefined
      // It may repeat the request, which has the code.
      const reason = answer.toString().replaceAll(text, '…').slice(0, 300)
      return `The service answered ${status}: ${reason}`
    } catch (error) {
      return describeFailure(error, SMS_TIMEOUT_MS)
    }
  }

  const sendByHook = async (ref: string, settings: AuthSettings, { forHook }: WrittenMessage) => {
    try {
      await hooks.run(ref, settings, 'send_sms', forHook)
      return undefined
    } catch (error) {
      if (error instanceof AuthError) return error.message
      throw error
    }
  }

  /** Undefined for a test number, which gets no message. */
  const compose = async (
    run: Run,
    { settings }: AuthCall,
    user: UserRow,
    { phone, code, type }: { phone: string; code: string; type: string },
  ): Promise<WrittenMessage | undefined> => {
    if (fixedCode(settings, phone) !== undefined) return undefined
    const text = renderMessage(settings.sms_template, { Code: code, SiteURL: settings.site_url })
    // What leaves this machine is not kept.
    const shown = wayOf(settings) === 'inbox' ? `<p>${escapeHtml(text)}</p>` : ''
    const [row] = await run<{ id: string }>(
      `insert into basalt.auth_mails (kind, recipient, subject, html) values ('sms', $1, 'Text message', $2) returning id`,
      [`+${phone}`, shown],
    )
    return {
      id: row!.id,
      phone,
      text,
      forHook: {
        metadata: { uuid: row!.id, time: now().toISOString(), name: 'send-sms' },
        user: toWireUser({ user, identities: [], factors: [] }),
        sms: { otp: code, sms_type: type, phone },
      },
    }
  }

  return {
    /** What sends messages to phones now. */
    wayOf,

    /** Writes a message with a code that is stored elsewhere; resolves to it and the code. */
    async writeOwnCode(
      run: Run,
      call: AuthCall,
      user: UserRow,
      { phone, type }: { phone: string; type: string },
    ) {
      const code = fixedCode(call.settings, phone) ?? newCode(call.settings.sms_otp_length)
      return { code, written: await compose(run, call, user, { phone, code, type }) }
    },

    /** Issues a one-time code, notes the time and writes its message, for `send`. */
    async write(run: Run, call: AuthCall, kind: MessageKind, user: UserRow, phone: string) {
      const { code: codeKind, sentAt } = messageKinds[kind]
      await run(`update auth.users set ${sentAt} = now(), updated_at = now() where id = $1`, [user.id])
      const { code } = await codes.issue(run, call.ref, {
        userId: user.id,
        kind: codeKind,
        sentTo: phone,
        length: call.settings.sms_otp_length,
        fixed: fixedCode(call.settings, phone),
      })
      return compose(run, call, user, { phone, code, type: kind })
    },

    /** Sends a message, unless the project has only an inbox. Throws `sms_send_failed`; the inbox says why. */
    async send(ref: string, settings: AuthSettings, message: WrittenMessage | undefined) {
      const way = wayOf(settings)
      if (!message || way === 'inbox') return
      const failure =
        way === 'hook'
          ? await sendByHook(ref, settings, message)
          : await sendByService(ref, settings.sms!, message)
      await database.json(
        ref,
        `update basalt.auth_mails set sent_at = case when $2::text is null then now() end, failure = $2
         where id = $1 returning 'null'::jsonb`,
        [message.id, failure ?? null],
      )
      if (failure !== undefined)
        throw new AuthError('sms_send_failed', 'The message could not be sent. Try again later.', {
          cause: new Error(failure),
        })
    },
  }
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!)
