import { runNode } from '../child.ts'
import { inRepository } from '../repository.ts'

const command = (name: string) => (args: string[]) =>
  runNode([inRepository('apps', 'server', 'src', 'commands', `${name}.ts`), ...args])

/** `npm run reset-password -- <email>`: prints a one-time link that sets a new password. */
export const resetPassword = command('reset-password')

/** `npm run leaked-passwords -- <hashes> <list>`: makes a list for BASALT_LEAKED_PASSWORDS. */
export const leakedPasswords = command('leaked-passwords')

/** `npm run restore -- <folder or bucket> [key file]`: builds a whole installation from its backups. */
export const restore = command('restore')

/** `npm run dump -- <ref> [file]`: writes a project's whole database as SQL. */
export const dump = command('dump')
