import type { Needs } from '../permissions/need.rules.ts'

export const authNeeds = {
  seeAuthUsers: { action: 'read:Read', resource: 'auth_users', to: "see the users of this project's apps" },
  changeAuthUsers: {
    action: 'auth:Execute',
    resource: 'auth_users',
    to: "change the users of this project's apps",
  },
  actAsAuthUser: {
    action: 'auth:Execute',
    resource: 'auth_users',
    to: "act as a user of this project's apps",
  },
  seeAuthSettings: {
    action: 'read:Read',
    resource: 'custom_config_gotrue',
    to: 'see the authentication settings of this project',
  },
  changeAuthSettings: {
    action: 'write:Update',
    resource: 'custom_config_gotrue',
    to: 'change the authentication settings of this project',
  },
  readAuthMails: {
    action: 'auth:Execute',
    resource: 'auth_mails',
    to: 'read the mail to users of this project, which has links to sign in with',
  },
} as const satisfies Needs
