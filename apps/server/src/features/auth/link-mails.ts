import type { TemplateKind } from '@basalt/contract/auth/template-kinds.rules.ts'
import type { TemplateValues } from '@basalt/contract/auth/templates.rules.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import type { AuthMails } from './auth-mails.ts'
import type { CodeKind, IssuedCode, OneTimeCodes } from './one-time-codes.ts'
import { toWireUser, type UserRow } from './user-record.ts'

/** What a link does, by the names in its address. */
export const linkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'] as const
export type LinkType = (typeof linkTypes)[number]

interface LinkKind {
  template: TemplateKind
  code: CodeKind
  /** The column that says when it was last sent. */
  sentAt: (keyof UserRow & `${string}_sent_at`) | 'invited_at'
}

/** The kinds of links that users get by mail. */
export const linkKinds = {
  signup: { template: 'confirmation', code: 'confirmation_token', sentAt: 'confirmation_sent_at' },
  invite: { template: 'invite', code: 'confirmation_token', sentAt: 'invited_at' },
  magiclink: { template: 'magic_link', code: 'recovery_token', sentAt: 'recovery_sent_at' },
  recovery: { template: 'recovery', code: 'recovery_token', sentAt: 'recovery_sent_at' },
} as const satisfies Record<string, LinkKind>
export type MailedLink = keyof typeof linkKinds

export interface IssuedLink extends IssuedCode {
  /** The address that the user follows. */
  url: string
}

export type LinkMails = ReturnType<typeof linkMails>

/** Links that users get by mail, each with a one-time code. */
export function linkMails({ codes, mails }: { codes: OneTimeCodes; mails: AuthMails }) {
  const urlOf = ({ client, redirectTo }: AuthCall, type: LinkType, token: string) =>
    `${client.issuer}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`

  const issue = async (
    run: Run,
    call: AuthCall,
    type: LinkType,
    code: { userId: string; kind: CodeKind; sentTo: string; isPkce?: boolean },
  ): Promise<IssuedLink> => {
    const issued = await codes.issue(run, call.ref, {
      ...code,
      length: call.settings.mailer_otp_length,
    })
    return { ...issued, url: urlOf(call, type, issued.token) }
  }

  const valuesFor = (
    { settings, redirectTo }: AuthCall,
    { code, token, url }: IssuedLink,
    user: UserRow,
  ): TemplateValues => ({
    ConfirmationURL: url,
    Token: code,
    TokenHash: token,
    SiteURL: settings.site_url,
    RedirectTo: redirectTo,
    Email: user.email ?? '',
    NewEmail: user.email_change ?? '',
    Data: user.raw_user_meta_data ?? {},
  })

  /** What a hook gets in order to send a mail. */
  const hookInput = (
    { settings, redirectTo }: AuthCall,
    type: string,
    user: UserRow,
    { code, token }: IssuedCode,
    forNewAddress?: IssuedCode,
  ) => ({
    user: toWireUser({ user, identities: [], factors: [] }),
    email_data: {
      token: code,
      // The names are swapped in the interface: each hash belongs to the other address's code.
      token_hash: forNewAddress?.token ?? token,
      redirect_to: redirectTo,
      email_action_type: type,
      site_url: settings.site_url,
      token_new: forNewAddress?.code ?? '',
      token_hash_new: forNewAddress ? token : '',
    },
  })

  return {
    /** Issues a link of one kind and notes the time, without a mail. */
    async issue(
      run: Run,
      call: AuthCall,
      type: MailedLink,
      user: UserRow,
      isPkce = false,
    ): Promise<IssuedLink> {
      const { code, sentAt } = linkKinds[type]
      await run(`update auth.users set ${sentAt} = now(), updated_at = now() where id = $1`, [user.id])
      return issue(run, call, type, { userId: user.id, kind: code, sentTo: user.email ?? '', isPkce })
    },

    /** Issues a link and writes its mail; resolves to the mail's id, for `mails.deliver`. */
    async write(run: Run, call: AuthCall, type: MailedLink, user: UserRow, isPkce = false): Promise<string> {
      const link = await this.issue(run, call, type, user, isPkce)
      return mails.write(
        run,
        call.settings,
        linkKinds[type].template,
        user.email ?? '',
        valuesFor(call, link, user),
        hookInput(call, type, user, link),
      )
    },

    issueEmailChange: (run: Run, call: AuthCall, user: UserRow, to: 'new' | 'current', isPkce = false) =>
      issue(run, call, 'email_change', {
        userId: user.id,
        kind: to === 'new' ? 'email_change_token_new' : 'email_change_token_current',
        sentTo: (to === 'new' ? user.email_change : user.email) ?? '',
        isPkce,
      }),

    /** Writes the mails for a change of address; `user` has the new address as `email_change`. */
    async writeEmailChange(run: Run, call: AuthCall, user: UserRow, isPkce: boolean): Promise<string[]> {
      const recipients =
        call.settings.mailer_secure_email_change_enabled && user.email
          ? (['new', 'current'] as const)
          : (['new'] as const)
      const links: { to: 'new' | 'current'; link: IssuedLink }[] = []
      for (const to of recipients)
        links.push({ to, link: await this.issueEmailChange(run, call, user, to, isPkce) })
      const forNew = links[0]!.link
      const forCurrent = links[1]?.link
      const forHook = forCurrent
        ? hookInput(call, 'email_change', user, forCurrent, forNew)
        : hookInput(call, 'email_change', user, forNew)
      // A hook sends both mails by one call.
      const isByHook = mails.areByHook(call.settings)
      const ids: string[] = []
      for (const { to, link } of isByHook ? links.slice(0, 1) : links) {
        const recipient = (to === 'new' ? user.email_change : user.email) ?? ''
        const values = valuesFor(call, link, user)
        ids.push(await mails.write(run, call.settings, 'email_change', recipient, values, forHook))
      }
      return ids
    },

    /** Writes a mail with a code that proves it is the user who changes the password. */
    async writeReauthentication(run: Run, call: AuthCall, user: UserRow): Promise<string> {
      await run('update auth.users set reauthentication_sent_at = now() where id = $1', [user.id])
      const issued = await codes.issue(run, call.ref, {
        userId: user.id,
        kind: 'reauthentication_token',
        sentTo: user.email ?? '',
        length: call.settings.mailer_otp_length,
      })
      const values = valuesFor(call, { ...issued, url: call.settings.site_url }, user)
      const forHook = hookInput(call, 'reauthentication', user, issued)
      return mails.write(run, call.settings, 'reauthentication', user.email ?? '', values, forHook)
    },
  }
}
