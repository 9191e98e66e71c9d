// `npm run dump -- <ref> [file]`: writes a project's whole database as SQL.
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { dumpOnMachine } from '@basalt/contract/dump/dump.endpoints.ts'
import { DUMP_END } from '@basalt/contract/dump/dump.rules.ts'
import { dumpProof } from '../features/dump/dump.routes.ts'
import { secretsWith } from '../platform/secrets/secrets.ts'
import { StartError } from '../platform/start-error.ts'
import { runCommand } from './run-command.ts'

await runCommand(async ({ args, running, folder }) => {
  const [ref, requestedFile, ...rest] = args
  if (!ref || rest.length > 0)
    throw new StartError('Give the ref of one project: npm run dump -- abcdefghijklmnopqrst [file.sql]')
  const { origin, key } = await running()
  const reply = await fetch(new URL(dumpOnMachine.path, origin), {
    method: dumpOnMachine.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ref, proof: dumpProof(secretsWith(key), ref, new Date()) }),
  })
  if (!reply.ok || !reply.body) throw new StartError(((await reply.json()) as { message: string }).message)
  const [, suggestedFile = `${ref}.sql`] =
    /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '') ?? []
  const file = path.resolve(folder, requestedFile ?? suggestedFile)
  // Under a temporary name until it is complete, so that nobody takes a truncated dump for a whole one.
  const unfinished = `${file}.unfinished`
  try {
    await pipeline(Readable.fromWeb(reply.body), createWriteStream(unfinished, { mode: 0o600 }))
    if (!(await isComplete(unfinished))) throw new StartError('The dump is incomplete. See the server log.')
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    if (error instanceof TypeError) throw new StartError('The dump is incomplete. See the server log.')
    throw error
  }
  console.log(`The database of ${ref} is in ${file}`)
})

async function isComplete(file: string) {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const end = Buffer.alloc(Math.min(size, DUMP_END.length + 1))
  await handle.read(end, 0, end.length, size - end.length)
  return end.toString() === `${DUMP_END}\n`
}
