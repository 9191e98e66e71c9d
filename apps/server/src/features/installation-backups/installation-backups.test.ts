import { createHash, randomBytes } from 'node:crypto'
import {
  confirmKeyFile,
  listInstallationBackups,
} from '@basalt/contract/installation-backups/installation-backups.endpoints.ts'
import { memoryBlobStore } from '@basalt/object-store/memory-blob-store.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretsWith } from '../../platform/secrets/secrets.ts'
import { checkSecretsKey } from '../../platform/secrets/secrets-check.ts'
import { type AppFixture, openApp } from '../../test/app-fixture.ts'
import { type Person, signUp } from '../../test/people.ts'
import { copyFiles } from './copied-files.ts'
import { installationBackupStore } from './installation-backups.store.ts'

let fixture: AppFixture
let owner: Person
let other: Person
beforeAll(async () => {
  fixture = await openApp()
  owner = await signUp(fixture)
  other = await signUp(fixture)
  // As every start does.
  await checkSecretsKey(fixture.metadata, secretsWith(randomBytes(32)))
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('only the owner of the installation sees its backups, and confirms the key file that is in use', async () => {
  expect(await other.call(listInstallationBackups)).toMatchObject({ status: 403 })
  const { body } = await owner.call(listInstallationBackups)
  // The metadata of this test are in a database of the operator's own.
  expect(body).toMatchObject({ is_available: false, backups: [], key: { confirmed_at: null } })
  const confirm = (fingerprint: string, person = owner) =>
    person.call(confirmKeyFile, { body: { fingerprint } })
  const fingerprint = fixture.keyFingerprint
  expect(await confirm(fingerprint, other)).toMatchObject({ status: 403 })
  expect(await confirm('e3b0c4')).toMatchObject({ status: 400 })
  const wrong = createHash('sha256').update('another').digest('hex')
  expect(await confirm(wrong)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  expect((await owner.call(listInstallationBackups)).body.key.confirmed_at).toBeNull()
  expect(await confirm(`${fingerprint.toUpperCase()}  secrets.key\n`)).toMatchObject({ status: 200 })
  expect((await owner.call(listInstallationBackups)).body.key.confirmed_at).not.toBeNull()
})

test('files are copied once, and the copy of a file that is gone stays for a week', async () => {
  const { metadata } = fixture
  const rows = installationBackupStore(metadata)
  const [files, backups] = [memoryBlobStore(), memoryBlobStore()]
  const ref = 'gone'
  // The project itself has been deleted since: its copies are removed with its files.
  await rows.copied(ref, 0, new Date())
  const put = (key: string) =>
    files.write(
      `${ref}/${key}`,
      (async function* () {
        yield Buffer.from(key)
      })(),
    )
  const held = async () => {
    const keys: string[] = []
    for await (const { key } of backups.list(`files/${ref}`)) keys.push(key.slice(`files/${ref}/`.length))
    return keys.sort()
  }
  let copied = 0
  const run = async () => {
    copied = 0
    await copyFiles(
      { rows, files, backups, now: () => new Date() },
      {
        signal: new AbortController().signal,
        onCopied: (count) => {
          copied = count
        },
      },
    )
  }
  const daysPass = (days: number) =>
    sql`update missing_files set since = since - make_interval(days => ${days})`.execute(metadata)
  await put('one')
  await put('two')
  await run()
  expect([copied, await held()]).toEqual([2, ['one', 'two']])
  await files.remove(`${ref}/one`)
  await files.remove(`${ref}/two`)
  await run()
  await daysPass(6)
  await run()
  expect([copied, await held()]).toEqual([0, ['one', 'two']])
  // The disk is back: what it has is not missing any more.
  await put('two')
  await run()
  await daysPass(2)
  await run()
  expect(await held()).toEqual(['two'])
  expect((await rows.refs()).map((one) => one.ref)).toContain(ref)
  await files.remove(`${ref}/two`)
  await run()
  await daysPass(8)
  await run()
  expect(await held()).toEqual([])
  expect((await rows.refs()).map((one) => one.ref)).not.toContain(ref)
})
