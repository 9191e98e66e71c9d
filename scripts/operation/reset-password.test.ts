import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { resetPassword } from '@basalt/contract/access/access.endpoints.ts'
import { createThrowawayDatabase } from '@basalt/testing/postgres/throwaway-database.ts'
import { newDataDir, removeDataDir, startServer } from '@basalt/testing/real-server.ts'
import { expect, test } from 'vitest'
import { call, signedIn } from '../api-client.ts'
import { inRepository } from '../repository.ts'

const run = promisify(execFile)
const OWNER = { BASALT_OWNER_EMAIL: 'owner@example.com', BASALT_OWNER_PASSWORD: 'correct horse battery' }

/** Runs the command with the server's settings, as an operator does. */
const command = (dataDir: string, ...args: string[]) =>
  run(process.execPath, [inRepository('apps/server/src/commands/reset-password.ts'), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      BASALT_DATA_DIR: dataDir,
    },
  })
const refusal = (dataDir: string, ...args: string[]) =>
  command(dataDir, ...args).then(
    () => undefined,
    ({ stderr }: { stderr: string }) => stderr.trim(),
  )

test('an owner who lost the password creates a link on the machine and signs in with a new password', async () => {
  const dataDir = newDataDir()
  const metadata = await createThrowawayDatabase()
  const server = await startServer(dataDir, { ...OWNER, BASALT_METADATA_URL: metadata.url })
  const stranger = { origin: server.origin }
  try {
    const { stdout } = await command(dataDir, 'Owner@example.com')
    const [, token] = new RegExp(`^${server.origin}/reset-password#token=(\\S+)$`, 'm').exec(stdout) ?? []
    await call(stranger, resetPassword, { body: { token: token!, password: 'the new password' } })
    await signedIn(stranger, 'owner@example.com', 'the new password')
    await expect(signedIn(stranger, 'owner@example.com', OWNER.BASALT_OWNER_PASSWORD)).rejects.toThrow('401')

    expect(await refusal(dataDir, 'nobody@example.com')).toBe('Account nobody@example.com does not exist')
    expect(await refusal(dataDir, 'no address')).toContain('Enter an email address')
    expect(await refusal(dataDir)).toContain('npm run reset-password -- ann@example.com')
    await server.stop()
    expect(await refusal(dataDir, 'owner@example.com')).toContain(`No Basalt runs on ${dataDir}`)
  } finally {
    await server.stop()
    await metadata.drop()
    removeDataDir(dataDir)
  }
})
