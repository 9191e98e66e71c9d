// `npm run leaked-passwords -- <hashes> <list>`: makes a list of leaked passwords for BASALT_LEAKED_PASSWORDS.
import path from 'node:path'
import { buildLeakedList, NoLeakedList } from '../features/auth/leaked-list.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ args, folder }) => {
  const [from, to, ...rest] = args
  if (!from || !to || rest.length > 0)
    throw new StartError(
      'Give a file of SHA-1 hashes and the list to make: npm run leaked-passwords -- hashes.txt leaked.list',
    )
  try {
    const hashes = await buildLeakedList(path.resolve(folder, from), path.resolve(folder, to))
    console.log(`${path.resolve(folder, to)} has ${hashes.toLocaleString('en')} leaked passwords.`)
  } catch (error) {
    if (error instanceof NoLeakedList) throw new StartError(error.message, { cause: error })
    throw error
  }
})
