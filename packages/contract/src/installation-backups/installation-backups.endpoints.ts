import { Done, endpoint } from '../endpoint.ts'
import { InstallationBackups, KeyConfirmation } from './installation-backups.schema.ts'

export const listInstallationBackups = endpoint({
  name: 'listInstallationBackups',
  method: 'GET',
  path: '/platform/installation/backups',
  summary: 'The backups of the installation itself, where they are, and when its key file was last confirmed',
  response: InstallationBackups,
})

export const confirmKeyFile = endpoint({
  name: 'confirmKeyFile',
  method: 'POST',
  path: '/platform/installation/key-file/confirm',
  summary: 'Confirm by its fingerprint that a copy of the key file exists outside of the machine',
  body: KeyConfirmation,
  response: Done,
  audit: { title: 'Confirm the copy of the key file' },
})
