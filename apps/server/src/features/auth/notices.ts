import { type NoticeKind, noticeSettings } from '@basalt/contract/auth/template-kinds.rules.ts'
import type { AuthCall } from './auth-call.ts'
import type { Run } from './auth-database.ts'
import type { AuthMails } from './auth-mails.ts'
import { toWireUser, type UserRow } from './user-record.ts'

/** What a notice says beside the address. */
export interface NoticeDetails {
  oldEmail?: string
  oldPhone?: string
  provider?: string
  factorType?: string
}

export type Notices = ReturnType<typeof notices>

/** Mails that tell users of changes of their accounts, so that they notice what somebody else did. */
export function notices(mails: AuthMails) {
  return {
    /**
     * Writes a notice; resolves to the ids of the mails, for `mails.deliver`: none when the setting is off or the user has
     * no address. A change of address is told to the old one.
     */
    async write(
      run: Run,
      { settings }: AuthCall,
      kind: NoticeKind,
      user: UserRow,
      { oldEmail, oldPhone, provider, factorType }: NoticeDetails = {},
    ): Promise<string[]> {
      const recipient = oldEmail ?? user.email
      if (!settings[noticeSettings[kind]] || !recipient) return []
      const values = {
        SiteURL: settings.site_url,
        RedirectTo: settings.site_url,
        Email: user.email ?? '',
        OldEmail: oldEmail ?? '',
        Phone: user.phone ?? '',
        OldPhone: oldPhone ?? '',
        Provider: provider ?? '',
        FactorType: factorType ?? '',
        Data: user.raw_user_meta_data ?? {},
      }
      const forHook = {
        user: toWireUser({ user, identities: [], factors: [] }),
        email_data: {
          token: '',
          token_hash: '',
          redirect_to: settings.site_url,
          email_action_type: kind,
          site_url: settings.site_url,
          token_new: '',
          token_hash_new: '',
          old_email: values.OldEmail,
          old_phone: values.OldPhone,
          provider: values.Provider,
          factor_type: values.FactorType,
        },
      }
      return [await mails.write(run, settings, kind, recipient, values, forHook)]
    },
  }
}
