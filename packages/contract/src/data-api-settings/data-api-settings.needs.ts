import type { Needs } from '../permissions/need.rules.ts'

export const dataApiSettingsNeeds = {
  seeDataApiSettings: {
    action: 'read:Read',
    resource: 'custom_config_postgrest',
    to: 'see the settings of the Data API',
  },
  changeDataApiSettings: {
    action: 'write:Update',
    resource: 'custom_config_postgrest',
    to: 'change the settings of the Data API',
  },
} as const satisfies Needs
