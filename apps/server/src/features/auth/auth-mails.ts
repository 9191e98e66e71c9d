import { randomBytes, randomUUID } from 'node:crypto'
import type { AuthMail, AuthSettings, TestMailOutcome } from '@basalt/contract/auth/auth.schema.ts'
import { MAILS_SHOWN_MAX } from '@basalt/contract/auth/auth-limits.rules.ts'
import type { MailWay } from '@basalt/contract/auth/mail-ways.rules.ts'
import type { TemplateKind } from '@basalt/contract/auth/template-kinds.rules.ts'
import { renderTemplate, type TemplateValues } from '@basalt/contract/auth/templates.rules.ts'
import { AppError } from '../../http/app-error.ts'
import type { PlainJob } from '../../platform/jobs/job.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Mail, Mailer } from '../../platform/mail/mailer.ts'
import { smtpMailer } from '../../platform/mail/smtp-mailer.ts'
import type { Reach } from '../../platform/outgoing-requests/private-networks.ts'
import { publicAddresses } from '../../platform/outgoing-requests/public-addresses.ts'
import type { AuthDatabase, Run } from './auth-database.ts'
import { AuthError } from './auth-error.ts'
import type { AuthSettingsStore } from './auth-settings.store.ts'
import type { AuthHooks } from './hooks.ts'
import { plainText } from './plain-text.ts'

/** Mail that could not be sent for this long is of no use any more. */
const GIVE_UP_MINUTES = 60

/** Not a failure: the mail stays where it is. */
const INBOX = 'inbox'

interface Deps {
  database: AuthDatabase
  settings: AuthSettingsStore
  jobs: Pick<Jobs, 'enqueue'>
  hooks: AuthHooks
  /** The mail server of the installation, if there is one. */
  mailer: Mailer | undefined
  /** Where mail servers of projects may be. */
  reach: Reach
  failed(error: unknown, ref?: string): void
}

interface Stored {
  id: string
  recipient: string
  subject: string
  html: string
  isLate: boolean
  /** What the hook that sends mail gets. */
  payload: object | null
}

export type AuthMails = ReturnType<typeof authMails>

/**
 * Mail to users. It is written in the transaction that issues its code, and sent by a job with retries, so that no caller
 * waits for a mail server. Without a mail server it stays in the inbox of the project.
 */
export function authMails({ database, settings: settingsOf, jobs, hooks, mailer, reach, failed }: Deps) {
  const mailerOf = async (ref: string, settings: AuthSettings): Promise<Mailer | undefined> => {
    const { smtp } = settings
    if (!smtp) return mailer
    const url = new URL(`${smtp.port === 465 ? 'smtps' : 'smtp'}://${bracketed(smtp.host)}:${smtp.port}`)
    if (smtp.user !== '') {
      url.username = encodeURIComponent(smtp.user)
      url.password = encodeURIComponent((await settingsOf.smtpPassword(ref)) ?? '')
    }
    const { addresses } = await publicAddresses(smtp.host, { reach })
    return smtpMailer(
      {
        url,
        address: addresses[0]!,
        from: { name: smtp.sender_name, address: smtp.sender_email },
        configuredBy: { setting: 'the project', advice: 'Check the SMTP settings of the project.' },
      },
      (error) => failed(error, ref),
    )
  }

  /** Why a mail was not accepted; undefined when it was, and INBOX when there is no mail server. */
  const send = async (ref: string, settings: AuthSettings, mail: Mail): Promise<string | undefined> => {
    const sender = await mailerOf(ref, settings).catch((error: unknown) => {
      if (error instanceof AppError) return error.message
      throw error
    })
    if (sender === undefined) return INBOX
    return typeof sender === 'string' ? sender : (await sender.sendAll([mail]))[0]
  }

  /** Why the hook did not send a mail; undefined when it did. */
  const sendByHook = async (ref: string, settings: AuthSettings, payload: object) => {
    if (!hooks.isEnabled(settings, 'send_email')) return 'The hook that sends mail was turned off'
    try {
      await hooks.run(ref, settings, 'send_email', payload)
      return undefined
    } catch (error) {
      if (error instanceof AuthError) return error.message
      throw error
    }
  }

  const wayOf = (settings: AuthSettings): MailWay => {
    if (hooks.isEnabled(settings, 'send_email')) return 'hook'
    if (settings.smtp !== null) return 'project'
    return mailer === undefined ? 'inbox' : 'installation'
  }

  const job: PlainJob<{ ref: string; id: string }> = {
    name: 'auth-mail',
    title: "Send mail to the users of projects' apps",
    key: ({ ref, id }) => `${ref}/${id}`,
    concurrency: 4,
    retry: { limit: 10, delaySeconds: 5, maxDelaySeconds: 900 },
    notifiesOwner: false,
    async run({ data: { ref, id } }) {
      const [mail] = await database.json<Stored>(
        ref,
        `select jsonb_build_object('id', id, 'recipient', recipient, 'subject', subject, 'html', html,
           'payload', payload, 'isLate', created_at < now() - $2::float8 * interval '1 minute')
         from basalt.auth_mails where id = $1 and sent_at is null`,
        [id, String(GIVE_UP_MINUTES)],
      )
      if (!mail || mail.isLate) return
      const { recipient: to, subject, html, payload } = mail
      const settings = await settingsOf.of(ref)
      const outcome = payload
        ? await sendByHook(ref, settings, payload)
        : await send(ref, settings, { to, subject, text: plainText(html), html })
      if (outcome === INBOX) return
      const failure = outcome
      // The content has a link to sign in with, which is of no more use here.
      await database.json(
        ref,
        failure === undefined
          ? `update basalt.auth_mails set sent_at = now(), html = '', payload = null, failure = null where id = $1 returning 'null'::jsonb`
          : `update basalt.auth_mails set failure = $2 where id = $1 returning 'null'::jsonb`,
        failure === undefined ? [id] : [id, failure],
      )
      if (failure !== undefined) throw new Error(failure)
    },
  }

  return {
    job,

    /** Writes a mail, or what a hook gets in order to send it, to be sent by `deliver` once the transaction has been committed. */
    async write(
      run: Run,
      settings: AuthSettings,
      kind: TemplateKind,
      recipient: string,
      values: TemplateValues,
      forHook: object,
    ): Promise<string> {
      const isByHook = hooks.isEnabled(settings, 'send_email')
      const { subject, html } = renderTemplate(settings.templates[kind], values)
      const [row] = await run<{ id: string }>(
        'insert into basalt.auth_mails (kind, recipient, subject, html, payload) values ($1, $2, $3, $4, $5) returning id',
        [kind, recipient, subject, isByHook ? '' : html, isByHook ? JSON.stringify(forHook) : null],
      )
      return row!.id
    },

    /** Whether a hook sends the mails. */
    areByHook: (settings: AuthSettings) => hooks.isEnabled(settings, 'send_email'),

    /** Has mails sent in the background, unless the project has only an inbox. */
    async deliver(ref: string, settings: AuthSettings, ids: readonly string[]) {
      if (wayOf(settings) === 'inbox') return
      for (const id of ids) await jobs.enqueue(job, { ref, id })
    },

    /** What sends mail to users now. */
    wayOf,

    /** Sends a test mail the way that mail to users goes. In the inbox it always arrives. */
    async sendTest(ref: string, settings: AuthSettings, to: string): Promise<TestMailOutcome> {
      const way = wayOf(settings)
      if (way === 'hook')
        return { went_to: way, failure: (await sendByHook(ref, settings, testForHook(settings, to))) ?? null }
      const subject = 'Test mail'
      if (way !== 'inbox') {
        const html = '<p>Mail to the users of this project arrives.</p>'
        const failure = await send(ref, settings, { to, subject, html, text: plainText(html) })
        return { went_to: way, failure: failure ?? null }
      }
      await database.json(
        ref,
        `insert into basalt.auth_mails (kind, recipient, subject, html) values ('test', $1, $2, $3) returning 'null'::jsonb`,
        [to, subject, '<p>Without a mail server, mail to users arrives here.</p>'],
      )
      return { went_to: way, failure: null }
    },

    /** The newest mails. Those that a mail server gets are listed without their content. */
    newest: (ref: string, settings: AuthSettings) =>
      database.json<AuthMail>(
        ref,
        `select to_jsonb(m) - 'payload' || jsonb_build_object('html',
           case when $2::boolean and m.kind <> 'sms' then null else nullif(m.html, '') end)
         from basalt.auth_mails m order by created_at desc, id desc limit $1`,
        [String(MAILS_SHOWN_MAX), String(wayOf(settings) !== 'inbox')],
      ),

    async clear(ref: string) {
      await database.json(ref, `with gone as (delete from basalt.auth_mails) select 'null'::jsonb`, [])
    },
  }
}

/**
 * What a hook gets for a test: a link of a kind that each hook knows, because it may refuse others. Its code belongs to
 * nobody.
 */
const testForHook = ({ site_url, mailer_otp_length }: AuthSettings, email: string) => {
  const time = new Date().toISOString()
  return {
    user: {
      id: randomUUID(),
      aud: 'authenticated',
      role: 'authenticated',
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {},
      identities: [],
      created_at: time,
      updated_at: time,
      is_anonymous: false,
    },
    email_data: {
      token: '0'.repeat(mailer_otp_length),
      token_hash: randomBytes(28).toString('hex'),
      redirect_to: site_url,
      email_action_type: 'magiclink',
      site_url,
      token_new: '',
      token_hash_new: '',
    },
  }
}

const bracketed = (host: string) => (host.includes(':') ? `[${host}]` : host)
