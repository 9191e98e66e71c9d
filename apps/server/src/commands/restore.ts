// `npm run restore -- <folder or bucket> [key file]`: builds a whole installation from its backups.
import path from 'node:path'
import { StartError } from '../platform/start-error.ts'
import { restoreInstallation } from '../restore/restore-installation.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ args, folder, config, configWith }) => {
  const [place, keyFile, ...rest] = args
  if (!place || rest.length > 0)
    throw new StartError(
      'Name where the backups are, and your copy of the key file: npm run restore -- /mnt/backups secrets.key',
    )
  const url = place.startsWith('s3://') ? place : path.resolve(folder, place)
  await restoreInstallation({
    config,
    from: configWith({ BASALT_BACKUP_URL: url }),
    keyFile: keyFile === undefined ? undefined : path.resolve(folder, keyFile),
    print: (line) => console.log(line),
  })
})
