import type { Needs } from '../permissions/need.rules.ts'

export const keyNeeds = {
  seeApiKeys: { action: 'read:Read', resource: 'service_api_keys', to: 'see the keys of this project' },
  useServiceKey: {
    action: 'read:Read',
    resource: 'service_api_keys.service_role_key',
    to: 'use the service role key of this project',
  },
  createApiKeys: { action: 'write:Create', resource: 'service_api_keys', to: 'make keys of this project' },
  changeApiKeys: {
    action: 'write:Update',
    resource: 'service_api_keys',
    to: 'change the keys of this project',
  },
  deleteApiKeys: { action: 'write:Delete', resource: 'service_api_keys', to: 'revoke keys of this project' },
  seeJwtSecret: {
    action: 'read:Read',
    resource: 'field.jwt_secret',
    to: 'see the JWT secret of this project',
  },
  changeSigningKeys: {
    action: 'write:Update',
    resource: 'field.jwt_secret',
    to: 'change what the tokens of this project are signed with',
  },
} as const satisfies Needs
