import type { Needs } from '../permissions/need.rules.ts'

export const storageNeeds = {
  readFiles: { action: 'storage:Read', resource: 'storage', to: 'see the files of this project' },
  changeFiles: { action: 'storage:Write', resource: 'storage', to: 'change the files of this project' },
  seeStorageSettings: {
    action: 'read:Read',
    resource: 'custom_config_storage',
    to: 'see the storage settings of this project',
  },
  changeStorageSettings: {
    action: 'storage:Admin:Write',
    resource: 'storage',
    to: 'change the storage settings of this project',
  },
} as const satisfies Needs
